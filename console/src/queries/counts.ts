import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { components } from "../../../src/client/generated/v2.ts";
import { answerOf, type HeadcountClient } from "../../../src/client/index.ts";
import { rangeParametersOf, type TimeRange } from "../ranges.ts";
import { useSession } from "../session.tsx";

export type CountSample = components["schemas"]["CountSample"];
export type CountMetrics = components["schemas"]["CountMetrics"];
export type SpaceCounts = components["schemas"]["SpaceCounts"];

/** A query of counts: a half-open range in ms, an interval such as `1h`, and time segments. */
export interface CountsQuery extends TimeRange {
  readonly interval: string;
  readonly segmentIds?: readonly string[];
}

/** The maximum number of spaces in a request (D22). */
const SPACES_MAX = 200;

/** The samples of a space, all in one response (D22), and the metrics of the range. */
export function useCounts(spaceId: string, query: CountsQuery, { enabled = true } = {}) {
  const { client } = useSession();
  return useQuery({
    queryKey: ["counts", spaceId, query],
    queryFn: async ({ signal }) => {
      const counts = (await readManyCounts(client, [spaceId], query, signal)).get(spaceId);
      return { samples: counts?.results ?? [], metrics: counts?.metrics ?? null };
    },
    placeholderData: keepPreviousData,
    enabled,
  });
}

/** The samples and metrics of many spaces, by space id. */
export function useManyCounts(spaceIds: readonly string[], query: CountsQuery) {
  const { client } = useSession();
  return useQuery({
    queryKey: ["many-counts", spaceIds, query],
    queryFn: ({ signal }) => readManyCounts(client, spaceIds, query, signal),
    placeholderData: keepPreviousData,
    enabled: spaceIds.length > 0,
  });
}

/** Fetches the samples and metrics of many spaces, by space id. */
export async function readManyCounts(
  client: HeadcountClient,
  spaceIds: readonly string[],
  query: CountsQuery,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, SpaceCounts>> {
  const bySpace = new Map<string, SpaceCounts>();
  for (let first = 0; first < spaceIds.length; first += SPACES_MAX) {
    const ids = spaceIds.slice(first, first + SPACES_MAX);
    const { results } = await answerOf(
      client.v2.GET("/v2/counts/", { params: { query: { ...parametersOf(query), space_id: ids } }, signal }),
    );
    for (const each of results) bySpace.set(each.space_id, each);
  }
  return bySpace;
}

/** The parameters of the API for a query. */
export function parametersOf({ start, end, interval, segmentIds = [] }: CountsQuery) {
  return {
    ...rangeParametersOf({ start, end }),
    interval,
    ...(segmentIds.length === 0 ? {} : { time_segment_ids: [...segmentIds] }),
  };
}
