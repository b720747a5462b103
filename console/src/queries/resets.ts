import { useQuery } from "@tanstack/react-query";
import type { TimeRange } from "../ranges.ts";
import { useSession } from "../session.tsx";
import { allItems } from "./all-items.ts";

/** The explicit resets of a space in a range, newest first. */
export function useResets(spaceId: string, { start, end }: TimeRange) {
  const { client } = useSession();
  return useQuery({
    queryKey: ["resets", spaceId, start, end],
    queryFn: ({ signal }) => {
      const range = { start_time: new Date(start).toISOString(), end_time: new Date(end).toISOString() };
      return allItems((page) =>
        client.v2.GET("/v2/resets/", { params: { query: { ...page, ...range, space_id: spaceId } }, signal }),
      );
    },
  });
}
