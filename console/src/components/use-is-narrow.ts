import { useSyncExternalStore } from "react";

/** The breakpoint at which the styles change to those for phones. */
const narrow = matchMedia("(max-width: 48rem)");

/** Whether the page has the width of a phone. */
export function useIsNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => narrow.matches);
}

function subscribe(listener: () => void): () => void {
  narrow.addEventListener("change", listener);
  return () => narrow.removeEventListener("change", listener);
}
