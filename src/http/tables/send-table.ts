import { once } from "node:events";
import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import type { Column } from "../../domain/table-columns.ts";
import { csvOf } from "../../formats/tables/csv.ts";
import { MEDIA_TYPES, type TableFormat } from "../representation.ts";

/** Rows in batches. */
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
  if (reply.request.method === "HEAD") {
    // An answer to HEAD has no body.
    begun.destroy();
    return reply.type(MEDIA_TYPES[format]).send();
  }
  const pieces =
    format === "csv"
      ? csvOf(columns, begun)
      : (await import("../../formats/arrow/stream.ts")).arrowOf(columns, begun);
  return reply.type(MEDIA_TYPES[format]).send(Readable.from(pieces, { objectMode: false }));
}
