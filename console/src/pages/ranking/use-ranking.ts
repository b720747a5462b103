import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { answerOf, type HeadcountClient } from "../../../../src/client/index.ts";
import type { SpaceCounts } from "../../queries/counts.ts";
import type { Space } from "../../queries/spaces.ts";
import { type RangeChoice, rangeOf, rangeParametersOf, type TimeRange } from "../../ranges.ts";
import { useSession } from "../../session.tsx";

/** The maximum number of spaces in a request (D22). */
const SPACES_MAX = 200;

/** The metrics of each space over a range of days in its time zone, by space id. */
export function useRanking(spaces: readonly Space[], choice: RangeChoice, now: number) {
  const { client } = useSession();
  const byZone = [...Map.groupBy(spaces, (space) => space.time_zone)];
  const parts = byZone.flatMap(([zone, inZone]) => {
    const range = rangeOf(choice, zone, now);
    return chunks(inZone, SPACES_MAX).map((each) => ({ range, ids: each.map(({ id }) => id) }));
  });
  return useQuery({
    queryKey: ["ranking", parts],
    queryFn: async ({ signal }) => {
      const responses = await Promise.all(
        parts.map(({ range, ids }) => readPart(client, ids, range, signal)),
      );
      return new Map(responses.flat().map((counts) => [counts.space_id, counts]));
    },
    placeholderData: keepPreviousData,
    enabled: spaces.length > 0,
  });
}

function chunks<Item>(items: readonly Item[], size: number): readonly Item[][] {
  const count = Math.ceil(items.length / size);
  return Array.from({ length: count }, (_, index) => items.slice(index * size, (index + 1) * size));
}

/** Requests the longest interval, since only the metrics of the whole range are used. */
async function readPart(
  client: HeadcountClient,
  spaceIds: string[],
  range: TimeRange,
  signal: AbortSignal,
): Promise<readonly SpaceCounts[]> {
  const query = { ...rangeParametersOf(range), space_id: spaceIds, interval: "1M" };
  const { results } = await answerOf(client.v2.GET("/v2/counts/", { params: { query }, signal }));
  return results;
}
