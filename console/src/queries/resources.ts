import {
  type UseQueryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useCallback } from "react";
import type { components, operations } from "../../../src/client/generated/v2.ts";
import { answerOf, type HeadcountClient, itemsOf, type PageQuery } from "../../../src/client/index.ts";
import type { Scope } from "../../../src/domain/resources.ts";
import { useListStep } from "../components/first-items.tsx";
import { compareNames } from "../format.ts";
import { useSession } from "../session.tsx";

export type Doorway = components["schemas"]["Doorway"];
export type TimeSegment = components["schemas"]["TimeSegment"];
export type TimeSegmentGroup = components["schemas"]["TimeSegmentGroup"];
export type Token = components["schemas"]["Token"];
export type Import = components["schemas"]["Import"];
export type Webhook = components["schemas"]["Webhook"];
export type Cluster = components["schemas"]["Cluster"];
export type Mirror = components["schemas"]["Mirror"];
export type MqttBroker = components["schemas"]["MqttBroker"];

/** The data of the set-up; the first part of the keys of its queries. */
export type Fetched =
  | "spaces"
  | "doorways"
  | "links"
  | "resets"
  | "sensor-events"
  | "sensors"
  | "readings"
  | "tags"
  | "time-segments"
  | "time-segment-groups"
  | "imports"
  | "webhooks"
  | "deliveries"
  | "tokens";

/** The queries of data that is derived from counts. */
const COUNTED = ["counts", "many-counts", "display", "hours", "ranking", "breaches", "events"] as const;

/** Refetches changed data, counts and the audit log. Resolves when all of it is fresh. */
export function useRefresh(): (...changed: readonly Fetched[]) => Promise<void> {
  const queryClient = useQueryClient();
  return useCallback(
    async (...changed) => {
      const stale = [...changed, "audit-log", ...COUNTED];
      await Promise.all(stale.map((key) => queryClient.invalidateQueries({ queryKey: [key] })));
    },
    [queryClient],
  );
}

/** All items of a list, by name if `nameOf` reads it. */
export function useAll<Item>(
  key: Fetched,
  request: (v2: HeadcountClient["v2"], query: PageQuery) => ReturnType<Parameters<typeof itemsOf<Item>>[0]>,
  nameOf?: (item: Item) => string,
  refetchInterval: number | false = false,
) {
  return useFetched(
    [key],
    async (v2) => {
      const items = await allItems((query) => request(v2, query));
      return nameOf === undefined ? items : items.toSorted((a, b) => compareNames(nameOf(a), nameOf(b)));
    },
    { refetchInterval },
  );
}

/** All doorways, by name. */
export const useDoorways = () =>
  useAll(
    "doorways",
    (v2, query) => v2.GET("/v2/doorways/", { params: { query } }),
    ({ name }) => name,
  );

/** The tags in use. */
export const useTags = () => useAll("tags", (v2, query) => v2.GET("/v2/tags/", { params: { query } }));

export const useTimeSegments = () =>
  useAll("time-segments", (v2, query) => v2.GET("/v2/time_segments/", { params: { query } }));

export const useTimeSegmentGroups = () =>
  useAll("time-segment-groups", (v2, query) => v2.GET("/v2/time_segment_groups/", { params: { query } }));

export const useWebhooks = () =>
  useAll("webhooks", (v2, query) => v2.GET("/v2/webhooks/", { params: { query } }));

/** Creates a token with one scope. Only its data has the secret. */
export function useNewToken(name: string, scope: Scope) {
  const { client } = useSession();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: () => answerOf(client.v2.POST("/v2/tokens/", { body: { name, scopes: [scope] } })),
    onSuccess: () => refresh("tokens"),
  });
}

/** All tokens; requires the scope admin. */
export const useTokens = () => useAll("tokens", (v2, query) => v2.GET("/v2/tokens/", { params: { query } }));

/** The items of all pages. @param request fetches a page */
export async function allItems<Item>(request: Parameters<typeof itemsOf<Item>>[0]): Promise<readonly Item[]> {
  const items: Item[] = [];
  for await (const item of itemsOf(request)) items.push(item);
  return items;
}

/** A query of the API. @param read fetches the data */
export function useFetched<Data>(
  queryKey: readonly unknown[],
  read: (v2: HeadcountClient["v2"], signal: AbortSignal) => Promise<Data>,
  options: Omit<UseQueryOptions<Data>, "queryKey" | "queryFn"> = {},
) {
  const { client } = useSession();
  return useQuery({ queryKey, queryFn: ({ signal }) => read(client.v2, signal), ...options });
}

/** The time between refetches of the state of the servers. */
const SERVERS_MS = 2_000;

/** The servers that share a log. That a server works alone does not change. */
export const useCluster = () =>
  useFetched(["cluster"], async (v2) => answerOf(v2.GET("/v2/admin/cluster/")), {
    refetchInterval: ({ state }) => (state.data?.log === null ? false : SERVERS_MS),
  });

/** The mirrors that this server keeps up to date. */
export const useMirrors = () =>
  useFetched(["mirrors"], async (v2) => (await answerOf(v2.GET("/v2/admin/analytics/"))).results, {
    refetchInterval: SERVERS_MS,
  });

/** The broker whose messages of MQTT this server takes. */
export const useMqtt = () =>
  useFetched(["mqtt"], async (v2) => (await answerOf(v2.GET("/v2/admin/mqtt/"))).results, {
    refetchInterval: SERVERS_MS,
  });

interface Page<Item> {
  /** The number of items on all pages. */
  readonly total: number;
  readonly next: string | null;
  readonly results: readonly Item[];
}

/** A list that is fetched page by page. */
export type PagedList<Item extends { readonly id: string }> = ReturnType<typeof usePaged<Item>>;

/**
 * A list that fetches its next page on request.
 *
 * @param request fetches a page
 * @param refetchMs the time between refetches; 0 is never
 */
export function usePaged<Item extends { readonly id: string }>(
  key: readonly unknown[],
  request: (v2: HeadcountClient["v2"], page: PageQuery) => Parameters<typeof answerOf<Page<Item>>>[0],
  refetchMs: (items: readonly Item[]) => number = () => 0,
) {
  const { client } = useSession();
  const page_size = useListStep();
  const query = useInfiniteQuery({
    queryKey: [...key, page_size],
    queryFn: ({ pageParam: page }) => answerOf(request(client.v2, { page, page_size })),
    initialPageParam: 1,
    getNextPageParam: ({ next }, _pages, page) => (next === null ? undefined : page + 1),
    refetchInterval: ({ state }) => refetchMs(itemsIn(state.data?.pages ?? [])) || false,
  });
  const pages = query.data?.pages ?? [];
  return { ...query, items: itemsIn(pages), total: pages.at(-1)?.total ?? 0 };
}

/** The items without duplicates: new items shift the pages, so that an item can be on two. */
function itemsIn<Item extends { readonly id: string }>(pages: readonly Page<Item>[]): readonly Item[] {
  return [...new Map(pages.flatMap(({ results }) => results).map((item) => [item.id, item])).values()];
}

/** The imports, newest first (D5). */
export const useImports = () =>
  usePaged(["imports"], (v2, query) => v2.GET("/v2/imports/", { params: { query } }));

/** The resets of a space, newest first. */
export function usePagedResets(spaceId: string) {
  return usePaged(["resets", spaceId], (v2, page) =>
    v2.GET("/v2/resets/", { params: { query: { ...page, space_id: spaceId } } }),
  );
}

/** A link with the dates of its start and its end, which are null or left out if it has none. */
export type ListedLink = components["schemas"]["ListedLink"];

/** The links of a space or doorway, including those that have ended. */
export function useDatedLinks(of: { readonly space_id: string } | { readonly doorway_id: string }) {
  return usePaged(["links", of], (v2, page) =>
    v2.GET("/v2/links/", { params: { query: { ...page, ...of, ended: true } } }),
  );
}

/** The time between refetches while deliveries are pending, and after a replay. */
const PENDING_MS = 15_000;
const REPLAYED_MS = 3_000;

/** The deliveries of a webhook. @param replayed the ids of those that the user has replayed */
export function useDeliveries(webhookId: string, replayed: ReadonlySet<string>) {
  const path = { webhook_id: webhookId };
  return usePaged(
    ["deliveries", webhookId],
    (v2, query) => v2.GET("/v2/webhooks/{webhook_id}/deliveries/", { params: { path, query } }),
    (deliveries) => {
      if (deliveries.some(({ id, status }) => status === "pending" && replayed.has(id))) return REPLAYED_MS;
      return deliveries.some(({ status }) => status === "pending" || status === "retrying") ? PENDING_MS : 0;
    },
  );
}

/** The filter of the audit log. */
export type AuditFilter = Omit<
  NonNullable<operations["listAuditLog"]["parameters"]["query"]>,
  "page" | "page_size"
>;

/** The entries of the audit log, newest first. */
export function useAuditLog(filter: AuditFilter) {
  return usePaged(["audit-log", filter], (v2, page) =>
    v2.GET("/v2/audit_log/", { params: { query: { ...page, ...filter } } }),
  );
}
