import { useInfiniteQuery } from "@tanstack/react-query";
import type { operations } from "../../../src/client/generated/v2.ts";
import { answerOf } from "../../../src/client/index.ts";
import { useSession } from "../session.tsx";

const PAGE_SIZE = 100;

/** Where a long list is at: what has been fetched of it, and how to fetch more. */
export interface PagedList<Item> {
  readonly items: readonly Item[];
  /** How many there are in all. */
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

interface Outcome<Data> {
  readonly data?: Data;
  readonly error?: unknown;
  readonly response: Response;
}

/**
 * A list of which more is fetched when it is asked for.
 *
 * @param options.request asks for a page of it
 * @param options.refetchMs how often it is asked for again; 0 is never
 */
function usePaged<Item extends { readonly id: string }>(options: {
  readonly key: readonly unknown[];
  readonly request: (query: { page: number; page_size: number }) => Promise<Outcome<Page<Item>>>;
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

/** What came in between two pages shifts them, so that an item may be on both. */
function itemsIn<Item extends { readonly id: string }>(pages: readonly Page<Item>[]): readonly Item[] {
  return [...new Map(pages.flatMap(({ results }) => results).map((item) => [item.id, item])).values()];
}

/** A space's resets, newest first. */
export function usePagedResets(spaceId: string) {
  const { client } = useSession();
  return usePaged({
    key: ["resets", spaceId],
    request: (page) => client.v2.GET("/v2/resets/", { params: { query: { ...page, space_id: spaceId } } }),
  });
}

/** A space's or a doorway's links, those that have ended, too. */
export function useDatedLinks(of: { readonly space_id: string } | { readonly doorway_id: string }) {
  const { client } = useSession();
  return usePaged({
    key: ["links", of],
    request: (page) => client.v2.GET("/v2/links/", { params: { query: { ...page, ...of, ended: true } } }),
  });
}

/** How often deliveries that are under way are asked for again, and those that somebody waits for. */
const UNDER_WAY_MS = 15_000;
const AWAITED_MS = 3_000;

/** A webhook's deliveries. @param awaited the ids of those that were just queued again by hand */
export function useDeliveries(webhookId: string, awaited: ReadonlySet<string>) {
  const { client } = useSession();
  const path = { webhook_id: webhookId };
  return usePaged({
    key: ["deliveries", webhookId],
    request: (query) => client.v2.GET("/v2/webhooks/{webhook_id}/deliveries/", { params: { path, query } }),
    refetchMs: (deliveries) => {
      if (deliveries.some(({ id, status }) => status === "pending" && awaited.has(id))) return AWAITED_MS;
      return deliveries.some(({ status }) => status === "pending" || status === "retrying")
        ? UNDER_WAY_MS
        : 0;
    },
  });
}

/** What a sensor has reported since an instant in ms, newest first. */
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

/** What of the audit log is wanted. */
type AuditFilter = Omit<NonNullable<operations["listAuditLog"]["parameters"]["query"]>, "page" | "page_size">;

/** Who changed what, newest first. */
export function useAuditLog(filter: AuditFilter) {
  const { client } = useSession();
  return usePaged({
    key: ["audit-log", filter],
    request: (page) => client.v2.GET("/v2/audit_log/", { params: { query: { ...page, ...filter } } }),
  });
}
