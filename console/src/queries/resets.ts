import { useQuery } from "@tanstack/react-query";
import { rangeParametersOf, type TimeRange } from "../ranges.ts";
import { useSession } from "../session.tsx";
import { allItems } from "./all-items.ts";

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
