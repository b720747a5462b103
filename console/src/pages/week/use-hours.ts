import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { answerOf, type HeadcountClient } from "../../../../src/client/index.ts";
import type { CountSample } from "../../queries/counts.ts";
import type { Space } from "../../queries/spaces.ts";
import { rangeParametersOf, type TimeRange } from "../../ranges.ts";
import { useSession } from "../../session.tsx";
import { localHourRanges } from "./local-hours.ts";
import type { HourSample } from "./week-grid.ts";

/** The local hours of a space in a range up to now. @param range starts at a local midnight */
export function useHours(space: Space, range: TimeRange) {
  const { client } = useSession();
  return useQuery({
    queryKey: ["hours", space.id, space.time_zone, range],
    queryFn: async ({ signal }) => {
      const parts = localHourRanges(range, space.time_zone).map((part) =>
        readHours(client, space.id, part, signal),
      );
      return (await Promise.all(parts)).flat();
    },
    placeholderData: (previous, query) =>
      query?.queryKey[1] === space.id ? keepPreviousData(previous) : undefined,
  });
}

async function readHours(
  client: HeadcountClient,
  spaceId: string,
  range: TimeRange,
  signal: AbortSignal,
): Promise<readonly HourSample[]> {
  const query = { ...rangeParametersOf(range), space_id: [spaceId], interval: "1h", averages: true };
  const { results } = await answerOf(client.v2.GET("/v2/counts/", { params: { query }, signal }));
  return (results[0]?.results ?? []).map(hourSample);
}

function hourSample({ interval }: CountSample): HourSample {
  const { average = 0, max, entrances } = interval.analytics;
  // The end in the API is the last ms of the interval.
  return {
    start: Date.parse(interval.start),
    end: Date.parse(interval.end) + 1,
    average,
    highest: max,
    entrances,
  };
}
