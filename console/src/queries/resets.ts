import { useQuery } from "@tanstack/react-query";
import type { components } from "../../../src/client/generated/v2.ts";
import { itemsOf } from "../../../src/client/index.ts";
import type { TimeRange } from "../ranges.ts";
import { useSession } from "../session.tsx";

export type Reset = components["schemas"]["Reset"];

/** The explicit resets of a space within a range, newest first. */
export function useResets(spaceId: string, { start, end }: TimeRange) {
  const { client } = useSession();
  return useQuery({
    queryKey: ["resets", spaceId, start, end],
    queryFn: async ({ signal }) => {
      const resets: Reset[] = [];
      const range = { start_time: new Date(start).toISOString(), end_time: new Date(end).toISOString() };
      for await (const reset of itemsOf((page) =>
        client.v2.GET("/v2/resets/", { params: { query: { ...page, ...range, space_id: spaceId } }, signal }),
      ))
        resets.push(reset);
      return resets;
    },
  });
}
