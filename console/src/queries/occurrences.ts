import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { components } from "../../../src/client/generated/v2.ts";
import { answerOf } from "../../../src/client/index.ts";
import { rangeParametersOf, type TimeRange } from "../ranges.ts";
import { useSession } from "../session.tsx";
import { allItems } from "./paged.ts";

export type Breach = components["schemas"]["Breach"];
export type SpaceEvent = components["schemas"]["SpaceEvent"];

/** The maximum page size of the API. */
export const EVENTS_MAX = 1_000;

/** The latest breaches in a range (D15), newest first, and their total number. */
export function useBreaches(spaceId: string, range: TimeRange, { enabled = true } = {}) {
  const { client } = useSession();
  return useQuery({
    queryKey: ["breaches", spaceId, range.start, range.end],
    queryFn: async ({ signal }) => {
      const query = { ...rangeParametersOf(range), order: "DESC", page_size: EVENTS_MAX } as const;
      const params = { path: { space_id: spaceId }, query };
      const { total, results } = await answerOf(
        client.v2.GET("/v2/spaces/{space_id}/breaches/", { params, signal }),
      );
      return { total, breaches: results };
    },
    placeholderData: keepPreviousData,
    enabled,
  });
}

/** The first events of a space in a range by time, and their total number. */
export function useSpaceEvents(spaceId: string, range: TimeRange, { enabled = true } = {}) {
  const { client } = useSession();
  return useQuery({
    queryKey: ["events", spaceId, range.start, range.end],
    queryFn: async ({ signal }) => {
      const query = { ...rangeParametersOf(range), page_size: EVENTS_MAX };
      const params = { path: { space_id: spaceId }, query };
      const { total, results } = await answerOf(
        client.v2.GET("/v2/spaces/{space_id}/events/", { params, signal }),
      );
      return { total, events: results };
    },
    enabled,
  });
}

/** The explicit resets of a space in a range, newest first. */
export function useResets(spaceId: string, range: TimeRange) {
  const { client } = useSession();
  return useQuery({
    queryKey: ["resets", spaceId, range.start, range.end],
    queryFn: ({ signal }) => {
      const query = { ...rangeParametersOf(range), space_id: spaceId };
      return allItems((page) =>
        client.v2.GET("/v2/resets/", { params: { query: { ...page, ...query } }, signal }),
      );
    },
  });
}
