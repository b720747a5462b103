import { once } from "node:events";
import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import xxhash from "xxhash-wasm";
import type { Column } from "../domain/table-columns.ts";
import { yieldToEventLoop } from "../engine/yielding.ts";
import type { CsvFormat } from "../formats/out/csv.ts";
import { Refusal } from "./errors.ts";

/** The media types of answers (D29). */
export const MEDIA_TYPES = {
  json: "application/json",
  csv: "text/csv",
  arrow: "application/vnd.apache.arrow.stream",
  parquet: "application/vnd.apache.parquet",
} as const;
export type Format = keyof typeof MEDIA_TYPES;

/** The header of an export with the approximate number of rows, if that is known. */
export const EXPECTED_ROWS_HEADER = "headcount-expected-rows";

export const ARCHIVE_TYPE = "application/x-tar";

/** The formats of routes that answer tables, the default first. */
export const TABLE_FORMATS = ["json", "csv", "arrow"] as const satisfies readonly Format[];
type TableFormat = CsvFormat | "arrow";

/**
 * The table format that a request asks for, on a route with `TABLE_FORMATS`; null is JSON.
 *
 * @param csv the kind of CSV, if not the plain one
 */
export function tableFormat({ format }: Pick<FastifyRequest, "format">, csv?: "excel"): TableFormat | null {
  if (format === "csv" && csv === "excel") return "excel-csv";
  return format === "csv" || format === "arrow" ? format : null;
}

export function isRead({ method }: Pick<FastifyRequest, "method">): boolean {
  return method === "GET" || method === "HEAD";
}

/** Chooses the format of an answer by `Accept`; 406 if it permits none of the route (D17). */
export function chooseFormat(
  request: FastifyRequest,
  reply: FastifyReply,
  done: (refusal?: Refusal) => void,
) {
  const { access, formats: declared } = request.routeOptions.config ?? {};
  const formats = declared ?? ["json"];
  if ((!isRead(request) && declared === undefined) || access === "open" || formats.length === 0)
    return done();
  // Most clients accept everything, which takes no negotiation.
  const { accept = "*/*" } = request.headers;
  const chosen = accept === "*/*" ? null : request.type(formats.map((each) => MEDIA_TYPES[each]));
  const format = chosen === null ? formats[0] : formats.find((each) => MEDIA_TYPES[each] === chosen);
  if (format === undefined) {
    const available = formats.map((each) => MEDIA_TYPES[each]).join(", ");
    return done(new Refusal("not-acceptable", `the path answers ${available}`));
  }
  request.format = format;
  if (formats.length > 1) reply.header("vary", "accept, accept-encoding");
  done();
}

/** Tags need no cryptographic hash, which takes four times as long. */
const { h64, h64Raw } = await xxhash();

/**
 * Supports conditional requests: adds an ETag to each 200 to a GET of these routes, and answers 304 if the client
 * has that answer already (RFC 9110, 13.1.2). The tag is weak, since it is of the answer before compression. A
 * streamed answer has none.
 */
export function addETags(app: Pick<FastifyInstance, "addHook">): void {
  app.addHook("onSend", (request: FastifyRequest, reply: FastifyReply, payload: unknown, done) => {
    const isTagged = isRead(request) && reply.statusCode === 200;
    if (!isTagged || !(typeof payload === "string" || Buffer.isBuffer(payload))) return done(null, payload);
    const hash = typeof payload === "string" ? h64(payload) : h64Raw(payload);
    const etag = `W/"${hash.toString(36)}"`;
    reply.header("etag", etag);
    if (!isKnown(request.headers["if-none-match"], etag)) return done(null, payload);
    reply.code(304).removeHeader("content-length");
    done(null, "");
  });
}

function isKnown(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  const known = header.split(",").map((each) => each.trim());
  return known.some((each) => each === "*" || each === etag || `W/${each}` === etag);
}

export type Batches<Row> = AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>;

/**
 * Answers with rows as a table, as fast as the client reads them (D29).
 *
 * @param given the rows in batches; an error before the first batch is answered as a problem
 */
export async function sendTable<Row>(
  reply: FastifyReply,
  format: TableFormat,
  columns: readonly Column<Row>[],
  given: Batches<Row>,
): Promise<FastifyReply> {
  const begun = Readable.from(given, { highWaterMark: 1 });
  await once(begun, "readable");
  const type = MEDIA_TYPES[format === "arrow" ? "arrow" : "csv"];
  if (reply.request.method === "HEAD") {
    // An answer to HEAD has no body.
    begun.destroy();
    return reply.type(type).send();
  }
  const pieces =
    format === "arrow"
      ? (await import("../formats/out/arrow-stream.ts")).arrowOf(columns, begun)
      : (await import("../formats/out/csv.ts")).csvOf(columns, begun, format);
  return reply.type(type).send(Readable.from(pieces, { objectMode: false }));
}

/** The content type that Fastify gives to JSON. */
export const JSON_TYPE = "application/json; charset=utf-8";

/** Sends JSON in pieces, as fast as the client reads them. Other requests have their turns between two of them. */
export function sendPieces(reply: FastifyReply, pieces: Iterable<Buffer>): FastifyReply {
  return reply.type(JSON_TYPE).send(Readable.from(inTurns(pieces), { objectMode: false }));
}

async function* inTurns(pieces: Iterable<Buffer>): AsyncGenerator<Buffer> {
  for (const piece of pieces) {
    yield piece;
    await yieldToEventLoop();
  }
}

/** The JSON before and after the items of a list, or of an object, which follows the members of `head`. */
export function around(
  head: object,
  list = "results",
  [open, close]: readonly [string, string] = ["[", "]"],
): readonly [before: string, after: string] {
  const end = "}";
  return [`${JSON.stringify(head).slice(0, -end.length)},"${list}":${open}`, `${close}${end}`];
}

/** The JSON of an object with a list after the members of `head`, some items at a time. */
export function* listPieces(
  head: object,
  list: string,
  items: readonly unknown[],
  atOnce: number,
): Generator<Buffer> {
  const [before, after] = around(head, list);
  for (let done = 0; done < items.length; done += atOnce) {
    const some = JSON.stringify(items.slice(done, done + atOnce)).slice(1, -1);
    yield Buffer.from(`${done === 0 ? before : ","}${some}`);
  }
  yield Buffer.from(after);
}
