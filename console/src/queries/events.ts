import { useQuery } from "@tanstack/react-query";
import type { components } from "../../../src/client/generated/v2.ts";
import { answerOf } from "../../../src/client/index.ts";
import { rangeParametersOf, type TimeRange } from "../ranges.ts";
import { useSession } from "../session.tsx";

export type SpaceEvent = components["schemas"]["SpaceEvent"];

/** The maximum page size of the API. */
export const EVENTS_MAX = 1_000;

/** The first events of a space in a range by time, and their total number. */
export function useSpaceEvents(spaceId: string, range: TimeRange, { enabled = true } = {}) {
  const { client } = useSession();
  return useQuery({
    queryKey: ["events", spaceId, range.start, range.end],
    queryFn: async ({ signal }) => {
      const query = {
        ...rangeParametersOf(range),
        page_size: EVENTS_MAX,
      };
      const path = { space_id: spaceId };
      const { total, results } = await answerOf(
        client.v2.GET("/v2/spaces/{space_id}/events/", { params: { path, query }, signal }),
      );
      return { total, events: results };
    },
    enabled,
  });
}
