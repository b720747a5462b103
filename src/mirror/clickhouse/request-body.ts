import { Readable } from "node:stream";

/** A row of an insert: its values in the order of the columns. */
export type InsertRow = readonly (string | bigint | number | boolean | null | readonly (string | number)[])[];

const CHUNK_CHARACTERS = 65_536;

/** The body of a request. It keeps its own failure, so that it is not taken for one of the request. */
export class RequestBody {
  readonly stream: Readable;
  /** The error of what gives the chunks; null while there is none. */
  failure: { readonly error: unknown } | null = null;

  constructor(chunks: AsyncIterable<string | Buffer>) {
    this.stream = Readable.from(this.#watched(chunks), { objectMode: false });
  }

  async *#watched(chunks: AsyncIterable<string | Buffer>): AsyncGenerator<string | Buffer> {
    // When the request fails, its error comes out of a `yield`.
    let isReading = true;
    try {
      for await (const chunk of chunks) {
        isReading = false;
        yield chunk;
        isReading = true;
      }
    } catch (error) {
      if (isReading) this.failure = { error };
      throw error;
    }
  }
}

/** Rows in ClickHouse's format JSONCompactEachRow, several in a chunk. */
export async function* jsonLines(
  rows: AsyncIterable<InsertRow> | Iterable<InsertRow>,
): AsyncGenerator<string> {
  let chunk = "";
  for await (const row of rows) {
    // ClickHouse reads integers from texts, too: JSON has none of 64 bits.
    chunk += `${JSON.stringify(row.map((value) => (typeof value === "bigint" ? String(value) : value)))}\n`;
    if (chunk.length < CHUNK_CHARACTERS) continue;
    yield chunk;
    chunk = "";
  }
  if (chunk !== "") yield chunk;
}
