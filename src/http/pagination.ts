import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { formatInstant } from "../domain/instant.ts";
import { PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX } from "../domain/limits.ts";
import type { PageRange } from "../engine/ports.ts";
import { documented, type JsonSchema } from "../schemas/fields.ts";

/** Beyond the last page of any list, and small enough that offsets are exact. */
const PAGE_MAX = 1_000_000_000;

const digits = z.string().regex(/^0*[1-9]\d*$/, "must be an integer of at least 1");

/** A number up to `max`, which a greater one is read as. */
function positive(max: number, initial: number, described: JsonSchema = {}) {
  const number = digits.transform((text) => Math.min(Number(text), max)).default(initial);
  return documented(number, { type: "integer", minimum: 1, ...described, default: initial });
}

/** The parameters of every list (D16). */
export const pageParameters = {
  page: positive(PAGE_MAX, 1),
  page_size: positive(PAGE_SIZE_MAX, PAGE_SIZE_DEFAULT, { maximum: PAGE_SIZE_MAX }),
};

export type PageQuery = z.output<z.ZodObject<typeof pageParameters>>;

export function pageRange({ page, page_size: limit }: PageQuery): PageRange {
  return { offset: (page - 1) * limit, limit };
}

/** The name of the number of all items in a list: `count` in version 1, `total` in version 2. */
export type TotalName = "count" | "total";

export function listOf<Item extends z.ZodType, Total extends TotalName = "total">(
  item: Item,
  total = "total" as Total,
) {
  // TypeScript widens a computed key to any text.
  const size = { [total]: z.int() } as Record<Total, z.ZodInt>;
  const links = { next: z.string().nullable(), previous: z.string().nullable() };
  return z.object({ ...size, ...links, results: z.array(item) });
}

type ListRequest = Pick<FastifyRequest, "host" | "protocol" | "server" | "url">;

/** Parameters of a link that it has in place of those of its request, or besides. */
type Changed = Readonly<Record<string, string>>;

/** Absolute URLs of the next and the previous page; null on the last and the first page (D16). */
export function linksOf(
  request: ListRequest,
  { page, page_size: pageSize }: PageQuery,
  total: number,
  changed: Changed = {},
): { readonly next: string | null; readonly previous: string | null } {
  const lastPage = Math.max(1, Math.ceil(total / pageSize));
  const link = (other: number) => addressOf(request, { ...changed, page: String(other) });
  return {
    next: page < lastPage ? link(page + 1) : null,
    // After the end, the previous page is the last one.
    previous: page > 1 ? link(Math.min(page - 1, lastPage)) : null,
  };
}

interface TimedQuery {
  readonly start_time?: number;
  readonly end_time?: number;
}

/**
 * Gives a request for a list by time an end if it has none: later items would move those on further pages, so that some
 * would be on two (D16).
 *
 * @param parameters those that the request may have
 * @param end in ms; a list that starts later ends at its start
 * @returns the parameter by which the links to other pages keep the end
 */
export function pinEnd(request: { query: unknown }, parameters: z.ZodRawShape, end: number): Changed {
  const given = request.query as TimedQuery;
  if (!("end_time" in parameters) || given.end_time !== undefined) return {};
  const pinned = Math.max(end, given.start_time ?? end);
  request.query = { ...given, end_time: pinned };
  return { end_time: formatInstant(pinned) };
}

/** The URL of the server without a slash at the end: the configured one, or the one of the request. */
export function baseAddress({ protocol, host, server }: Omit<ListRequest, "url">): string {
  return server.publicUrl?.replace(/\/+$/, "") ?? `${protocol}://${host || "localhost"}`;
}

function addressOf(request: ListRequest, changed: Changed): string {
  const [path, query] = request.url.split(/\?(.*)/s);
  const parameters = new URLSearchParams(query);
  for (const [name, value] of Object.entries(changed)) parameters.set(name, value);
  return `${baseAddress(request)}${path}?${parameters}`;
}
