import { useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext, useEffect, useState, useSyncExternalStore } from "react";
import { useConnection } from "../connection/connection-provider.tsx";
import { SPACES_KEY, type Space, spacesAskedAt, useSpaces } from "../queries/spaces.ts";
import { useMay, useSession } from "../session.tsx";
import { type LiveChange, LiveCounts, type LiveStatus } from "./live-counts.ts";

const LiveContext = createContext<LiveCounts | null>(null);

/** What follows all counts. */
export function useLive(): LiveCounts {
  const live = useContext(LiveContext);
  if (live === null) throw new Error("counts are not followed here");
  return live;
}

/** Follows counts for as long as a token is signed in that may see them. */
export function LiveProvider({ children }: { readonly children: ReactNode }) {
  const { client } = useSession();
  const mayRead = useMay("read");
  const connection = useConnection();
  const queryClient = useQueryClient();
  const [live] = useState(() => new LiveCounts(client));
  const spaces = useSpaces({ enabled: mayRead });
  useEffect(() => {
    if (!mayRead) return;
    live.onReturn = () => {
      void queryClient.invalidateQueries({ queryKey: SPACES_KEY });
      connection.noteBack();
    };
    live.start();
    const stopBack = connection.onBack(() => live.connectNow());
    return () => {
      stopBack();
      live.stop();
    };
  }, [live, mayRead, queryClient, connection]);
  useEffect(() => {
    if (spaces.data === undefined) return;
    const counts = spaces.data.map((space) => [space.id, space.current_count] as const);
    live.takeOver(counts, spacesAskedAt(spaces.data));
  }, [live, spaces.data]);
  return <LiveContext value={live}>{children}</LiveContext>;
}

/** How the connection is. */
export function useLiveStatus(): LiveStatus {
  const live = useLive();
  return useSyncExternalStore(live.subscribe, () => live.status);
}

/** A space's count now, which changes as people come and go. */
export function useLiveCount(space: Pick<Space, "id" | "current_count">): number {
  const live = useLive();
  return useSyncExternalStore(live.subscribe, () => live.count(space.id) ?? space.current_count);
}

/** Something that follows from all counts now, as a text. */
export function useLiveSelection(
  select: (countOf: (space: Pick<Space, "id" | "current_count">) => number) => string,
): string {
  const live = useLive();
  return useSyncExternalStore(live.subscribe, () =>
    select((space) => live.count(space.id) ?? space.current_count),
  );
}

/** Has every change told to a function that stays the same (`useCallback`). */
export function useLiveChanges(listener: (change: LiveChange) => void): void {
  const live = useLive();
  useEffect(() => live.onChange(listener), [live, listener]);
}
