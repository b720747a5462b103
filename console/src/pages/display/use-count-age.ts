import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { answerOf } from "../../../../src/client/index.ts";
import { useLive } from "../../live/live-provider.tsx";
import { type Space, spacesRequestedAt, useSpaces } from "../../queries/spaces.ts";
import { useNow } from "../../queries/use-now.ts";
import { useSession } from "../../session.tsx";

/** The age up to which a count is current, in ms. */
const CURRENT_MS = 30_000;
/** The time without messages after which the count is requested, in ms. */
const SILENT_MS = 12_000;
/** The time until a failed request is retried, in ms. */
const RETRY_MS = 5_000;
const TICK_MS = 1_000;

/** When the count of a space was last known to be current, in ms, and whether it still counts as current. */
export function useCountAge(space: Space): { readonly knownAt: number; readonly isCurrent: boolean } {
  const { client } = useSession();
  const live = useLive();
  const spaces = useSpaces();
  const now = useNow(TICK_MS);
  const {
    data: response,
    isFetching,
    refetch,
  } = useQuery({
    queryKey: ["current-count", space.id],
    queryFn: async ({ signal }) => {
      const requestedAt = Date.now();
      const path = { space_id: space.id };
      const { current_count: count } = await answerOf(
        client.v2.GET("/v2/spaces/{space_id}/", { params: { path }, signal }),
      );
      return { requestedAt, count };
    },
    enabled: false,
    retry: false,
  });
  useEffect(() => {
    if (response !== undefined) live.setCounts([[space.id, response.count]], response.requestedAt);
  }, [live, space.id, response]);
  const knownAt = Math.max(
    live.lastMessageAt,
    response?.requestedAt ?? Number.NEGATIVE_INFINITY,
    spaces.data === undefined ? Number.NEGATIVE_INFINITY : spacesRequestedAt(spaces.data),
  );
  const isCurrent = now - knownAt <= CURRENT_MS;
  const newest = useRef({ knownAt, isFetching });
  newest.current = { knownAt, isFetching };
  useEffect(() => {
    let lastRequestAt = Number.NEGATIVE_INFINITY;
    const timer = setInterval(() => {
      const { knownAt, isFetching } = newest.current;
      const instant = Date.now();
      const currentAt = Math.max(knownAt, live.lastMessageAt);
      if (isFetching || instant - currentAt < SILENT_MS || instant - lastRequestAt < RETRY_MS) return;
      lastRequestAt = instant;
      void refetch();
    }, TICK_MS);
    return () => clearInterval(timer);
  }, [live, refetch]);
  return { knownAt, isCurrent };
}
