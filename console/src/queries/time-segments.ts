import { useQuery } from "@tanstack/react-query";
import type { components } from "../../../src/client/generated/v2.ts";
import { useSession } from "../session.tsx";
import { allItems } from "./all-items.ts";

export type TimeSegment = components["schemas"]["TimeSegment"];

/** All time segments. */
export function useTimeSegments() {
  const { client } = useSession();
  return useQuery({
    queryKey: ["time-segments"],
    queryFn: () => allItems((query) => client.v2.GET("/v2/time_segments/", { params: { query } })),
  });
}
