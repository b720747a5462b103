import { useCallback, useSyncExternalStore } from "react";

/** The breakpoint at which the styles change to those for phones. */
export const NARROW = "(max-width: 48rem)";

/** Whether a media query matches. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = matchMedia(query);
      media.addEventListener("change", listener);
      return () => media.removeEventListener("change", listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}
