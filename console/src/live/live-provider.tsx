import { createContext, type ReactNode, useContext, useEffect, useState, useSyncExternalStore } from "react";
import { useConnection } from "../connection/connection-provider.tsx";
import { type Space, spacesRequestedAt, useSpaces } from "../queries/spaces.ts";
import { useMay, useSession } from "../session.tsx";
import { type LiveChange, LiveCounts, type LiveStatus } from "./live-counts.ts";

const LiveContext = createContext<LiveCounts | null>(null);

/** The current counts. */
export function useLive(): LiveCounts {
  const live = useContext(LiveContext);
  if (live === null) throw new Error("LiveProvider is missing");
  return live;
}

/** Provides the current counts that the token may read: of all spaces, or of the one of its display. */
export function LiveProvider({ children }: { readonly children: ReactNode }) {
  const { client } = useSession();
  const mayRead = useMay("read");
  const mayFollow = useMay("display");
  const connection = useConnection();
  const [live] = useState(() => new LiveCounts(client));
  const openedAt = useSyncExternalStore(live.subscribe, () => live.openedAt);
  const { data: spaces, refetch } = useSpaces({ enabled: mayRead });
  useEffect(() => {
    if (!mayFollow) return;
    live.onReconnect = () => connection.notifyReconnect();
    live.start();
    const unsubscribe = connection.onReconnect(() => live.connectNow());
    return () => {
      unsubscribe();
      live.stop();
    };
  }, [live, mayFollow, connection]);
  useEffect(() => {
    if (spaces === undefined) return;
    const counts = spaces.map((space) => [space.id, space.current_count] as const);
    live.setCounts(counts, spacesRequestedAt(spaces));
  }, [live, spaces]);
  useEffect(() => {
    // No message reports a change between the request and the opening of the connection.
    if (spaces !== undefined && spacesRequestedAt(spaces) < openedAt) void refetch();
  }, [spaces, openedAt, refetch]);
  useEffect(() => {
    const isUnmeasured = (id: string) =>
      spaces?.some((space) => space.id === id && space.measured_periods.length === 0);
    // The first event of a space begins its measured time.
    return live.onChange(({ spaceId }) => {
      if (isUnmeasured(spaceId)) void refetch({ cancelRefetch: false });
    });
  }, [live, spaces, refetch]);
  return <LiveContext value={live}>{children}</LiveContext>;
}

/** The status of the websocket. */
export function useLiveStatus(): LiveStatus {
  return useLiveValue((live) => live.status);
}

/** The current count of a space. */
export function useLiveCount(space: Counted): number {
  return useLiveValue((live) => live.count(space.id) ?? space.current_count);
}

/** A text that is derived from the current counts. */
export function useLiveSelection(select: (countOf: (space: Counted) => number) => string): string {
  return useLiveValue((live) => select((space) => live.count(space.id) ?? space.current_count));
}

type Counted = Pick<Space, "id" | "current_count">;

function useLiveValue<Value>(select: (live: LiveCounts) => Value): Value {
  const live = useLive();
  return useSyncExternalStore(live.subscribe, () => select(live));
}

/** Calls a stable function (`useCallback`) for every change. */
export function useLiveChanges(listener: (change: LiveChange) => void): void {
  const live = useLive();
  useEffect(() => live.onChange(listener), [live, listener]);
}
