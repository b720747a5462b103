import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { components } from "../../../src/client/generated/v2.ts";
import { answerOf } from "../../../src/client/index.ts";
import { rangeParametersOf, type TimeRange } from "../ranges.ts";
import { useSession } from "../session.tsx";

export type Breach = components["schemas"]["Breach"];

/** The maximum page size of the API. */
const BREACHES_MAX = 1_000;

/** The latest breaches in a range (D15), newest first, and their total number. */
export function useBreaches(spaceId: string, range: TimeRange, { enabled = true } = {}) {
  const { client } = useSession();
  return useQuery({
    queryKey: ["breaches", spaceId, range.start, range.end],
    queryFn: async ({ signal }) => {
      const query = {
        ...rangeParametersOf(range),
        order: "DESC",
        page_size: BREACHES_MAX,
      } as const;
      const path = { space_id: spaceId };
      const { total, results } = await answerOf(
        client.v2.GET("/v2/spaces/{space_id}/breaches/", { params: { path, query }, signal }),
      );
      return { total, breaches: results };
    },
    placeholderData: keepPreviousData,
    enabled,
  });
}
