import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { answerOf } from "../../../../src/client/index.ts";
import { useLive } from "../../live/live-provider.tsx";
import { type Space, spacesAskedAt, useSpaces } from "../../queries/spaces.ts";
import { useNow } from "../../queries/use-now.ts";
import { useSession } from "../../session.tsx";

/** How long a count is shown as the present one, in ms. */
const CURRENT_MS = 30_000;
/** How long the socket may be silent before the count is asked for, in ms: there are no events, or it is dead. */
const SILENT_MS = 12_000;
/** How soon it is asked for again where that has failed, in ms. */
const ASK_MS = 5_000;
const TICK_MS = 1_000;

/** When the count of a space was last known to be current, in ms, and whether it still can be called so. */
export function useCountAge(space: Space): { readonly knownAt: number; readonly isCurrent: boolean } {
  const { client } = useSession();
  const live = useLive();
  const spaces = useSpaces();
  const now = useNow(TICK_MS);
  const {
    data: asked,
    isFetching,
    refetch,
  } = useQuery({
    queryKey: ["current-count", space.id],
    queryFn: async ({ signal }) => {
      const askedAt = Date.now();
      const path = { space_id: space.id };
      const { current_count: count } = await answerOf(
        client.v2.GET("/v2/spaces/{space_id}/", { params: { path }, signal }),
      );
      return { askedAt, count };
    },
    enabled: false,
    retry: false,
  });
  useEffect(() => {
    if (asked !== undefined) live.takeOver([[space.id, asked.count]], asked.askedAt);
  }, [live, space.id, asked]);
  const knownAt = Math.max(
    live.lastMessageAt,
    asked?.askedAt ?? Number.NEGATIVE_INFINITY,
    spaces.data === undefined ? Number.NEGATIVE_INFINITY : spacesAskedAt(spaces.data),
  );
  const isCurrent = now - knownAt <= CURRENT_MS;
  const newest = useRef({ knownAt, isFetching });
  newest.current = { knownAt, isFetching };
  useEffect(() => {
    let lastAskedAt = Number.NEGATIVE_INFINITY;
    const timer = setInterval(() => {
      const { knownAt, isFetching } = newest.current;
      const instant = Date.now();
      const currentAt = Math.max(knownAt, live.lastMessageAt);
      if (isFetching || instant - currentAt < SILENT_MS || instant - lastAskedAt < ASK_MS) return;
      lastAskedAt = instant;
      void refetch();
    }, TICK_MS);
    return () => clearInterval(timer);
  }, [live, refetch]);
  return { knownAt, isCurrent };
}
