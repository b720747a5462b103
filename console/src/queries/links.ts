import { useQuery } from "@tanstack/react-query";
import { itemsOf } from "../../../src/client/index.ts";
import type { LinkSpan } from "../measured.ts";
import { useSession } from "../session.tsx";

/**
 * The links of a space, or of all, with those that have ended.
 *
 * @param spaceId null asks for those of all spaces
 */
export function useLinkSpans(spaceId: string | null, { enabled }: { readonly enabled: boolean }) {
  const { client } = useSession();
  return useQuery({
    queryKey: ["links", "spans", spaceId],
    queryFn: async ({ signal }) => {
      const spans: LinkSpan[] = [];
      const of = spaceId === null ? {} : { space_id: spaceId };
      for await (const { space_id, effective_from, effective_until } of itemsOf((page) =>
        client.v2.GET("/v2/links/", { params: { query: { ...page, ...of, ended: true } }, signal }),
      ))
        spans.push({
          space_id,
          effective_from: effective_from ?? null,
          effective_until: effective_until ?? null,
        });
      return spans;
    },
    enabled,
  });
}
