import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { LiveChange } from "../../live/live-counts.ts";
import { useLiveChanges, useLiveStatus } from "../../live/live-provider.tsx";
import { useRefresh } from "./use-refresh.ts";

/** How often metrics are asked for while people come and go. */
const REFRESH_MS = 60_000;
/** How often single events are, of which is only heard that they happened. */
const EVENTS_MS = 5_000;
/** How soon what has changed before the end of the line is asked for. */
const LATE_MS = 2_000;
const CHANGES_MAX = 10_000;

const NONE: readonly never[] = [];

/**
 * The changes of a space from an instant on, by time. What changes before it, or cannot be followed, is asked
 * for again: soon, but not with every change.
 *
 * @param rangeStart changes before it are of no interest (ms)
 * @param followsFrom where what was asked for ends (ms); undefined where changes are not followed
 */
export function useChanges(
  spaceId: string,
  rangeStart: number,
  followsFrom: number | undefined,
): readonly LiveChange[] {
  const [heard, setHeard] = useState<readonly LiveChange[]>(NONE);
  const refreshIn = useRefresh(spaceId);

  useLiveChanges(
    useCallback(
      (change) => {
        if (change.spaceId !== spaceId || change.timestamp < rangeStart) return;
        const isFollowed = followsFrom !== undefined && change.timestamp >= followsFrom;
        // A reset, or a recomputation, may have changed anything.
        const isLate = !isFollowed || change.direction === null;
        refreshIn(["counts", "breaches"], isLate ? LATE_MS : REFRESH_MS);
        refreshIn(["events"], isLate ? LATE_MS : EVENTS_MS);
        if (change.direction === null) refreshIn(["resets"], LATE_MS);
        setHeard((before) => [...before, change].slice(-CHANGES_MAX));
      },
      [spaceId, rangeStart, followsFrom, refreshIn],
    ),
  );
  useReturn(() => refreshIn(["counts", "breaches", "events", "resets"], LATE_MS));

  return useMemo(
    () =>
      followsFrom === undefined
        ? NONE
        : heard
            .filter((change) => change.spaceId === spaceId && change.timestamp >= followsFrom)
            .sort((a, b) => a.timestamp - b.timestamp),
    [heard, spaceId, followsFrom],
  );
}

/** Calls a function when a lost connection is back: not everything that was missed is heard afterwards. */
function useReturn(onReturn: () => void): void {
  const status = useLiveStatus();
  const wasLost = useRef(false);
  const newest = useRef(onReturn);
  newest.current = onReturn;
  useEffect(() => {
    if (status === "live" && wasLost.current) newest.current();
    wasLost.current = status === "lost" || (wasLost.current && status !== "live");
  }, [status]);
}
