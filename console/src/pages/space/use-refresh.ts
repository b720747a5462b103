import { type Query, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef } from "react";

/** The minimum time between refetches of a query, because of the rate limit (D18). */
const GAP_MS = 20_000;

/** Schedules refetches of queries of a space by their names, after a delay in ms. */
export function useRefresh(spaceId: string): (names: readonly string[], delayMs: number) => void {
  const queryClient = useQueryClient();
  const pending = useRef(new Map<string, { readonly at: number; readonly timer: number }>());
  const lastFetched = useRef(new Map<string, number>());
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
          (lastFetched.current.get(name) ?? Number.NEGATIVE_INFINITY) + GAP_MS,
        );
        const before = pending.current.get(name);
        if (before !== undefined && before.at <= at) continue;
        clearTimeout(before?.timer);
        const timer = window.setTimeout(() => {
          pending.current.delete(name);
          lastFetched.current.set(name, Date.now());
          void queryClient.invalidateQueries({ queryKey: [name, spaceId], predicate: isUnfinished });
        }, at - now);
        pending.current.set(name, { at, timer });
      }
    },
    [queryClient, spaceId],
  );
}

/** Whether the range of a query has not ended. Counts of the previous week do not change. */
function isUnfinished({ queryKey: [, , range] }: Query): boolean {
  return !(typeof range === "object" && range !== null && "end" in range) || Number(range.end) > Date.now();
}
