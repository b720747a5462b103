import { useInfiniteQuery } from "@tanstack/react-query";
import type { operations } from "../../../src/client/generated/v2.ts";
import { answerOf } from "../../../src/client/index.ts";
import { useSession } from "../session.tsx";

const PAGE_SIZE = 100;

/** A list that is fetched page by page. */
export interface PagedList<Item> {
  readonly items: readonly Item[];
  /** The number of items on all pages. */
  readonly total: number;
  readonly isPending: boolean;
  readonly error: unknown;
  readonly hasMore: boolean;
  readonly isFetching: boolean;
  readonly refetch: () => void;
  readonly fetchMore: () => void;
}

interface Page<Item> {
  readonly total: number;
  readonly next: string | null;
  readonly results: readonly Item[];
}

interface ApiResponse<Data> {
  readonly data?: Data;
  readonly error?: unknown;
  readonly response: Response;
}

/**
 * A list that fetches its next page on request.
 *
 * @param options.request fetches a page
 * @param options.refetchMs the time between refetches; 0 is never
 */
function usePaged<Item extends { readonly id: string }>(options: {
  readonly key: readonly unknown[];
  readonly request: (query: { page: number; page_size: number }) => Promise<ApiResponse<Page<Item>>>;
  readonly refetchMs?: (items: readonly Item[]) => number;
}): PagedList<Item> {
  const { key, request, refetchMs = () => 0 } = options;
  const query = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam: page }) => answerOf(request({ page, page_size: PAGE_SIZE })),
    initialPageParam: 1,
    getNextPageParam: ({ next }, _pages, page) => (next === null ? undefined : page + 1),
    refetchInterval: ({ state }) => refetchMs(itemsIn(state.data?.pages ?? [])) || false,
  });
  const pages = query.data?.pages ?? [];
  return {
    items: itemsIn(pages),
    total: pages.at(-1)?.total ?? 0,
    isPending: query.isPending,
    error: query.error,
    hasMore: query.hasNextPage,
    isFetching: query.isFetching,
    refetch: () => void query.refetch(),
    fetchMore: () => void query.fetchNextPage(),
  };
}

/** The items without duplicates: new items shift the pages, so that an item can be on two. */
function itemsIn<Item extends { readonly id: string }>(pages: readonly Page<Item>[]): readonly Item[] {
  return [...new Map(pages.flatMap(({ results }) => results).map((item) => [item.id, item])).values()];
}

/** The resets of a space, newest first. */
export function usePagedResets(spaceId: string) {
  const { client } = useSession();
  return usePaged({
    key: ["resets", spaceId],
    request: (page) => client.v2.GET("/v2/resets/", { params: { query: { ...page, space_id: spaceId } } }),
  });
}

/** The links of a space or doorway, including those that have ended. */
export function useDatedLinks(of: { readonly space_id: string } | { readonly doorway_id: string }) {
  const { client } = useSession();
  return usePaged({
    key: ["links", of],
    request: (page) => client.v2.GET("/v2/links/", { params: { query: { ...page, ...of, ended: true } } }),
  });
}

/** The time between refetches while deliveries are pending, and after a replay. */
const PENDING_MS = 15_000;
const REPLAYED_MS = 3_000;

/** The deliveries of a webhook. @param replayed the ids of those that the user has replayed */
export function useDeliveries(webhookId: string, replayed: ReadonlySet<string>) {
  const { client } = useSession();
  const path = { webhook_id: webhookId };
  return usePaged({
    key: ["deliveries", webhookId],
    request: (query) => client.v2.GET("/v2/webhooks/{webhook_id}/deliveries/", { params: { path, query } }),
    refetchMs: (deliveries) => {
      if (deliveries.some(({ id, status }) => status === "pending" && replayed.has(id))) return REPLAYED_MS;
      return deliveries.some(({ status }) => status === "pending" || status === "retrying") ? PENDING_MS : 0;
    },
  });
}

/** The events of a sensor since an instant in ms, newest first. */
export function useSensorEvents(serialNumber: string, since: number) {
  const { client } = useSession();
  const path = { serial_number: serialNumber };
  const range = { start_time: new Date(since).toISOString(), order: "DESC" } as const;
  return usePaged({
    key: ["sensor-events", serialNumber, since],
    request: (page) =>
      client.v2.GET("/v2/sensors/{serial_number}/events/", {
        params: { path, query: { ...page, ...range } },
      }),
  });
}

/** The filter of the audit log. */
type AuditFilter = Omit<NonNullable<operations["listAuditLog"]["parameters"]["query"]>, "page" | "page_size">;

/** The entries of the audit log, newest first. */
export function useAuditLog(filter: AuditFilter) {
  const { client } = useSession();
  return usePaged({
    key: ["audit-log", filter],
    request: (page) => client.v2.GET("/v2/audit_log/", { params: { query: { ...page, ...filter } } }),
  });
}
