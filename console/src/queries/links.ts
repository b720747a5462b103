import { useQuery } from "@tanstack/react-query";
import type { LinkSpan } from "../measured.ts";
import { useSession } from "../session.tsx";
import { allItems } from "./all-items.ts";

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
