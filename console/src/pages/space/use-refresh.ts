import { type Query, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef } from "react";

/** How often one thing is asked for at most, whatever changes: a token has few requests a minute (D18). */
const GAP_MS = 20_000;

/** Has a space's queries by their names asked again after a while (ms), or sooner where that is due already. */
export function useRefresh(spaceId: string): (names: readonly string[], delayMs: number) => void {
  const queryClient = useQueryClient();
  const pending = useRef(new Map<string, { readonly at: number; readonly timer: number }>());
  const lastAsked = useRef(new Map<string, number>());
  useEffect(() => {
    const timers = pending.current;
    return () => {
      for (const { timer } of timers.values()) clearTimeout(timer);
      timers.clear();
    };
  }, []);

  return useCallback(
    (names, delayMs) => {
      const now = Date.now();
      for (const name of names) {
        const at = Math.max(
          now + delayMs,
          (lastAsked.current.get(name) ?? Number.NEGATIVE_INFINITY) + GAP_MS,
        );
        const before = pending.current.get(name);
        if (before !== undefined && before.at <= at) continue;
        clearTimeout(before?.timer);
        const timer = window.setTimeout(() => {
          pending.current.delete(name);
          lastAsked.current.set(name, Date.now());
          void queryClient.invalidateQueries({ queryKey: [name, spaceId], predicate: isUnfinished });
        }, at - now);
        pending.current.set(name, { at, timer });
      }
    },
    [queryClient, spaceId],
  );
}

/** Whether counts were asked for up to now: those of the week before do not change with what is heard. */
function isUnfinished({ queryKey: [, , asked] }: Query): boolean {
  return !(typeof asked === "object" && asked !== null && "end" in asked) || Number(asked.end) > Date.now();
}
