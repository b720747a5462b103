import { useQuery } from "@tanstack/react-query";
import type { components } from "../../../src/client/generated/v2.ts";
import { itemsOf } from "../../../src/client/index.ts";
import { useSession } from "../session.tsx";

export type TimeSegment = components["schemas"]["TimeSegment"];

/** Every time segment there is. */
export function useTimeSegments() {
  const { client } = useSession();
  return useQuery({
    queryKey: ["time-segments"],
    queryFn: async () => {
      const segments: TimeSegment[] = [];
      for await (const segment of itemsOf((query) =>
        client.v2.GET("/v2/time_segments/", { params: { query } }),
      ))
        segments.push(segment);
      return segments;
    },
  });
}
