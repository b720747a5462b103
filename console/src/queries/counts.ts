import { keepPreviousData } from "@tanstack/react-query";
import type { components } from "../../../src/client/generated/v2.ts";
import { answerOf, type HeadcountClient } from "../../../src/client/index.ts";
import { type Interval, rangeParametersOf, type TimeRange } from "../ranges.ts";
import { allItems, useFetched } from "./resources.ts";

export type CountSample = components["schemas"]["CountSample"];
export type CountMetrics = components["schemas"]["CountMetrics"];
export type SpaceCounts = components["schemas"]["SpaceCounts"];
export type Breach = components["schemas"]["Breach"];
export type SpaceEvent = components["schemas"]["SpaceEvent"];

/** A query of counts: a half-open range in ms, an interval such as `1h`, and time segments. */
export interface CountsQuery extends TimeRange {
  readonly interval: Interval;
  readonly segmentIds?: readonly string[];
}

/** The maximum number of spaces in a request (D22). */
export const SPACES_MAX = 200;

/** The samples of a space, all in one response (D22), and the metrics of the range. */
export function useCounts(spaceId: string, query: CountsQuery, { enabled = true } = {}) {
  return useFetched(
    ["counts", spaceId, query],
    async (v2, signal) => {
      const counts = (await readManyCounts(v2, [spaceId], query, signal)).get(spaceId);
      return { samples: counts?.results ?? [], metrics: counts?.metrics ?? null };
    },
    { placeholderData: keepPreviousData, enabled },
  );
}

/** The samples and metrics of many spaces, by space id. */
export function useManyCounts(spaceIds: readonly string[], query: CountsQuery) {
  return useFetched(
    ["many-counts", spaceIds, query],
    (v2, signal) => readManyCounts(v2, spaceIds, query, signal),
    { placeholderData: keepPreviousData, enabled: spaceIds.length > 0 },
  );
}

/** Fetches the samples and metrics of many spaces, by space id. */
export async function readManyCounts(
  v2: HeadcountClient["v2"],
  spaceIds: readonly string[],
  query: CountsQuery,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, SpaceCounts>> {
  const answers: Promise<{ readonly results: readonly SpaceCounts[] }>[] = [];
  for (let first = 0; first < spaceIds.length; first += SPACES_MAX) {
    const space_id = spaceIds.slice(first, first + SPACES_MAX);
    const params = { query: { ...parametersOf(query), space_id } };
    answers.push(answerOf(v2.GET("/v2/counts/", { params, signal })));
  }
  return new Map(
    (await Promise.all(answers)).flatMap(({ results }) => results.map((each) => [each.space_id, each])),
  );
}

/** The parameters of the API for a query: times in which a space was not measured have no counts (D22). */
export function parametersOf({ start, end, interval, segmentIds = [] }: CountsQuery) {
  return {
    ...rangeParametersOf({ start, end }),
    interval,
    measured: true,
    ...(segmentIds.length === 0 ? {} : { time_segment_ids: [...segmentIds] }),
  };
}

/** The maximum page size of the API. */
export const EVENTS_MAX = 1_000;

/** The latest breaches in a range (D15), newest first, and their total number. */
export function useBreaches(space_id: string, range: TimeRange, enabled: boolean) {
  const query = { ...rangeParametersOf(range), order: "DESC", page_size: EVENTS_MAX } as const;
  const params = { path: { space_id }, query };
  return useFetched(
    ["breaches", space_id, range.start, range.end],
    (v2, signal) => answerOf(v2.GET("/v2/spaces/{space_id}/breaches/", { params, signal })),
    { placeholderData: keepPreviousData, enabled },
  );
}

/** The first events of a space in a range by time, and their total number. */
export function useSpaceEvents(space_id: string, range: TimeRange, enabled: boolean) {
  const params = { path: { space_id }, query: { ...rangeParametersOf(range), page_size: EVENTS_MAX } };
  return useFetched(
    ["events", space_id, range.start, range.end],
    (v2, signal) => answerOf(v2.GET("/v2/spaces/{space_id}/events/", { params, signal })),
    { enabled },
  );
}

/** The explicit resets of a space in a range, newest first. */
export function useResets(space_id: string, range: TimeRange) {
  const query = { ...rangeParametersOf(range), space_id };
  return useFetched(["resets", space_id, range.start, range.end], (v2, signal) =>
    allItems((page) => v2.GET("/v2/resets/", { params: { query: { ...page, ...query } }, signal })),
  );
}
