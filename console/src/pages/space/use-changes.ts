import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { LiveChange } from "../../live/live-counts.ts";
import { useLiveChanges, useLiveStatus } from "../../live/live-provider.tsx";
import { useRefresh } from "./use-refresh.ts";

/** The time between refetches of metrics while counts change. */
const REFRESH_MS = 60_000;
/** The same for single events, which the websocket does not report in full. */
const EVENTS_MS = 5_000;
/** The time until a refetch after a change before the end of the line. */
const LATE_MS = 2_000;
const CHANGES_MAX = 10_000;

const NONE: readonly never[] = [];

/**
 * The changes of the count of a space since an instant, by time. Earlier changes cause a refetch instead.
 *
 * @param rangeStart earlier changes are ignored (ms)
 * @param followsFrom the end of the fetched samples (ms); undefined refetches after every change
 */
export function useChanges(
  spaceId: string,
  rangeStart: number,
  followsFrom: number | undefined,
): readonly LiveChange[] {
  const [changes, setChanges] = useState<readonly LiveChange[]>(NONE);
  const refreshIn = useRefresh(spaceId);

  useLiveChanges(
    useCallback(
      (change) => {
        if (change.spaceId !== spaceId || change.timestamp < rangeStart) return;
        const isFollowed = followsFrom !== undefined && change.timestamp >= followsFrom;
        // A reset or a recomputation can change all counts.
        const isLate = !isFollowed || change.direction === null;
        refreshIn(["counts", "breaches"], isLate ? LATE_MS : REFRESH_MS);
        refreshIn(["events"], isLate ? LATE_MS : EVENTS_MS);
        if (change.direction === null) refreshIn(["resets"], LATE_MS);
        setChanges((before) => [...before, change].slice(-CHANGES_MAX));
      },
      [spaceId, rangeStart, followsFrom, refreshIn],
    ),
  );
  useReconnected(() => refreshIn(["counts", "breaches", "events", "resets"], LATE_MS));

  return useMemo(
    () =>
      followsFrom === undefined
        ? NONE
        : changes
            .filter((change) => change.spaceId === spaceId && change.timestamp >= followsFrom)
            .sort((a, b) => a.timestamp - b.timestamp),
    [changes, spaceId, followsFrom],
  );
}

/** Calls a function after the websocket has reconnected, since the replay may be incomplete. */
function useReconnected(onReconnect: () => void): void {
  const status = useLiveStatus();
  const wasLost = useRef(false);
  const newest = useRef(onReconnect);
  newest.current = onReconnect;
  useEffect(() => {
    if (status === "live" && wasLost.current) newest.current();
    wasLost.current = status === "lost" || (wasLost.current && status !== "live");
  }, [status]);
}
