import { useCallback, useSyncExternalStore } from "react";

/** Where the styles, too, change to those for phones. */
export const NARROW = "(max-width: 48rem)";

/** Whether the screen is as a media query says. */
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
