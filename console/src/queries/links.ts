import { useQuery } from "@tanstack/react-query";
import { isMeasuredIn, isMeasuredNow, type LinkSpan } from "../measured.ts";
import type { TimeRange } from "../ranges.ts";
import { useSession } from "../session.tsx";
import { allItems } from "./paged.ts";
import type { Space } from "./spaces.ts";

/** The spans of all links of a space, including those that have ended. @param spaceId null for all spaces */
export function useLinkSpans(spaceId: string | null, { enabled }: { readonly enabled: boolean }) {
  const { client } = useSession();
  return useQuery({
    queryKey: ["links", "spans", spaceId],
    queryFn: async ({ signal }): Promise<readonly LinkSpan[]> => {
      const of = spaceId === null ? {} : { space_id: spaceId };
      const links = await allItems((page) =>
        client.v2.GET("/v2/links/", { params: { query: { ...page, ...of, ended: true } }, signal }),
      );
      return links.map(({ space_id, effective_from, effective_until }) => ({
        space_id,
        effective_from: effective_from ?? null,
        effective_until: effective_until ?? null,
      }));
    },
    enabled,
  });
}

/**
 * Whether a doorway was linked to a space in a range. Fetches the links only if the counts are all 0.
 *
 * @param wasEmpty whether the counts of the range are all 0
 */
export function useIsMeasured(space: Space, range: TimeRange, wasEmpty: boolean): boolean {
  const links = useLinkSpans(space.id, { enabled: wasEmpty });
  if (!wasEmpty) return true;
  return links.data === undefined ? isMeasuredNow(space) : isMeasuredIn(space.id, links.data, range);
}
