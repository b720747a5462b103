import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX } from "../domain/limits.ts";
import type { PageRange } from "../engine/ports.ts";
import { documented } from "../schemas/fields.ts";

/** Beyond the last page of any list, and small enough that offsets are exact. */
const PAGE_MAX = 1_000_000_000;

const positive = z.string().regex(/^0*[1-9]\d*$/, "must be a whole number, at least 1");

/** The parameters of every list (D16). */
export const pageParameters = {
  page: documented(positive.transform((text) => Math.min(Number(text), PAGE_MAX)).default(1), {
    type: "integer",
    minimum: 1,
    default: 1,
  }),
  page_size: documented(
    positive.transform((text) => Math.min(Number(text), PAGE_SIZE_MAX)).default(PAGE_SIZE_DEFAULT),
    {
      type: "integer",
      minimum: 1,
      maximum: PAGE_SIZE_MAX,
      default: PAGE_SIZE_DEFAULT,
      description: `Above ${PAGE_SIZE_MAX} it is served as ${PAGE_SIZE_MAX}`,
    },
  ),
};

/** The parameters of a list request. */
export type PageQuery = z.output<z.ZodObject<typeof pageParameters>>;

/** The range of a list that is on the page. */
export function pageRange({ page, page_size: limit }: PageQuery): PageRange {
  return { offset: (page - 1) * limit, limit };
}

/** The items of a list that are on the page; none after the last page. */
export function pageItems<T>(items: readonly T[], query: PageQuery): T[] {
  const { offset, limit } = pageRange(query);
  return items.slice(offset, offset + limit);
}

/** The name of the number of all items in a list: `count` in version 1, `total` in version 2. */
export type TotalName = "count" | "total";

/** The schema of a page of a list. */
export function listOf<Item extends z.ZodType, Total extends TotalName = "total">(
  item: Item,
  total = "total" as Total,
) {
  // TypeScript widens a computed key to any text.
  const size = { [total]: z.int() } as Record<Total, z.ZodInt>;
  const links = { next: z.string().nullable(), previous: z.string().nullable() };
  return z.object({ ...size, ...links, results: z.array(item) });
}

/** The parts of a request that the links of a list are made of. */
type ListRequest = Pick<FastifyRequest, "host" | "protocol" | "server" | "url">;

/** Absolute URLs of the next and the previous page; null on the last and the first page (D16). */
export function linksOf(
  request: ListRequest,
  { page, page_size: pageSize }: PageQuery,
  total: number,
): { readonly next: string | null; readonly previous: string | null } {
  const lastPage = Math.max(1, Math.ceil(total / pageSize));
  return {
    next: page < lastPage ? addressOf(request, page + 1) : null,
    // After the end, the previous page is the last one.
    previous: page > 1 ? addressOf(request, Math.min(page - 1, lastPage)) : null,
  };
}

/** The URL of the server without a slash at the end: the configured one, or the one of the request. */
export function baseAddress({ protocol, host, server }: Omit<ListRequest, "url">): string {
  return server.publicUrl?.replace(/\/+$/, "") ?? `${protocol}://${host || "localhost"}`;
}

function addressOf(request: ListRequest, page: number): string {
  const { url } = request;
  const questionMark = url.indexOf("?");
  const path = questionMark < 0 ? url : url.slice(0, questionMark);
  const parameters = new URLSearchParams(questionMark < 0 ? "" : url.slice(questionMark + 1));
  parameters.set("page", String(page));
  return `${baseAddress(request)}${path}?${parameters}`;
}
