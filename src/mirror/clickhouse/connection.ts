import { open } from "node:fs/promises";
import { Readable } from "node:stream";
import { finished } from "node:stream/promises";
import {
  type ClickHouseClient,
  ClickHouseLogLevel,
  type ClickHouseSettings,
  createClient,
} from "@clickhouse/client";
import { HeadcountError, must } from "../../domain/errors.ts";
import { SECOND_MS } from "../../domain/instant.ts";
import { statementsOf } from "../../sql-scripts.ts";
import type { AnalyticsServer } from "./analytics-server.ts";
import { isLasting, unavailableReason } from "./unavailable.ts";

/** How long ClickHouse may take to answer, in ms. */
const ANSWER_MS = 30 * SECOND_MS;

/** How long ClickHouse may take for an insert, in ms. */
const INSERT_MS = 300 * SECOND_MS;

/**
 * What the results of statements and of views must not depend on: other values, of a reader's connector or of a profile,
 * would change rows, or cut them off without an error.
 */
const QUERY_SETTINGS = {
  aggregate_functions_null_for_empty: 0,
  any_join_distinct_right_table_keys: 0,
  cast_keep_nullable: 0,
  data_type_default_nullable: 0,
  empty_result_for_aggregation_by_empty_set: 0,
  group_by_overflow_mode: "throw",
  group_by_use_nulls: 0,
  // The type has single algorithms only.
  join_algorithm: "direct,parallel_hash,hash" as "hash",
  join_any_take_last_row: 0,
  join_default_strictness: "ALL",
  join_overflow_mode: "throw",
  join_use_nulls: 0,
  prefer_column_name_to_alias: 0,
  read_overflow_mode: "throw",
  set_overflow_mode: "throw",
  timeout_overflow_mode: "throw",
  transform_null_in: 0,
  use_variant_as_common_type: 0,
} as const satisfies ClickHouseSettings;

/** The clause of a query that sets them. */
export const SETTINGS_CLAUSE = `SETTINGS ${Object.entries(QUERY_SETTINGS)
  .map(([name, value]) => `${name} = ${typeof value === "number" ? value : `'${value}'`}`)
  .join(", ")}`;

const SETTINGS: ClickHouseSettings = {
  ...QUERY_SETTINGS,
  // An answer says that the rows are stored, and an error is the status of the answer.
  async_insert: 0,
  wait_end_of_query: 1,
  // Rows that are sent again with other values must not be taken for those before.
  insert_deduplicate: 0,
  // ClickHouse would look for rows to replace within each insert, which costs more than half of its time for it.
  optimize_on_insert: 0,
  // A file of events may have come from any number of months.
  max_partitions_per_insert_block: "0",
  output_format_json_quote_64bit_integers: 1,
};

type StatementValues = Readonly<
  Record<string, string | bigint | number | boolean | null | readonly (string | bigint | number)[]>
>;

/** A row of an insert: its values in the order of the columns. */
type InsertRow = readonly (string | bigint | number | boolean | null | readonly (string | number)[])[];

const CHUNK_CHARACTERS = 65_536;

interface ConnectionOptions {
  /** The database, by default that of the address. */
  readonly database?: string;
  /** How long it waits for an answer, in ms. */
  readonly answerMs?: number;
  /** How long it waits for an insert, in ms. */
  readonly insertMs?: number;
  /** The statements by name, by default those of `sql/clickhouse/mirror.sql`. */
  readonly statements?: ReadonlyMap<string, string>;
}

/**
 * A connection to a database of a ClickHouse server, which is made when it is needed. It repeats nothing: a statement that
 * fails as `unavailable` may have been carried out.
 *
 * Its methods throw HeadcountError `unavailable` if the server cannot be reached, takes too long, is full or overloaded,
 * writes nothing, or refuses the user, with the privilege that is lacking; and ClickHouseError, with ClickHouse's code and
 * message, if the server refuses the statement.
 */
export class ClickHouseConnection {
  readonly server: AnalyticsServer;
  readonly #answerMs: number;
  readonly #insertMs: number;
  readonly #statements: ReadonlyMap<string, string>;
  readonly #client: ClickHouseClient;
  readonly #closing = new AbortController();

  constructor(
    server: AnalyticsServer,
    {
      database = server.database,
      answerMs = ANSWER_MS,
      insertMs = INSERT_MS,
      statements = statementsOf("clickhouse/mirror"),
    }: ConnectionOptions = {},
  ) {
    this.server = server;
    this.#answerMs = answerMs;
    this.#insertMs = insertMs;
    this.#statements = statements;
    this.#client = createClient({
      url: server.url,
      username: server.user,
      password: server.password(),
      database,
      application: "headcount",
      // Long values are no part of the address, whose length ClickHouse limits.
      use_multipart_params_auto: true,
      clickhouse_settings: SETTINGS,
      // The limits of this class are shorter.
      request_timeout: Math.max(answerMs, insertMs) + SECOND_MS,
      log: { level: ClickHouseLogLevel.OFF },
    });
  }

  /** Runs a statement that gives no rows. */
  async run(name: string, values: StatementValues = {}): Promise<void> {
    await this.script(this.#statement(name), values);
  }

  async script(query: string, values: StatementValues = {}): Promise<void> {
    await this.#within(this.#answerMs, async (limits) => {
      await this.#client.command({ query, query_params: { ...values }, ...limits });
    });
  }

  /** The rows that a statement gives, by their columns. Integers of 64 bits are strings. */
  async rows<Row>(name: string, values: StatementValues = {}): Promise<readonly Row[]> {
    const query = this.#statement(name);
    return this.#within(this.#answerMs, async (limits) => {
      const result = await this.#client.query({
        query,
        query_params: { ...values },
        format: "JSONEachRow",
        ...limits,
      });
      limits.abort_signal.addEventListener("abort", () => result.close(), { once: true });
      return result.json<Row>();
    });
  }

  /**
   * Sends a Parquet file as the body of a statement `INSERT INTO … SELECT … FROM input(…) FORMAT Parquet`.
   *
   * @returns the number of rows that were inserted
   * @throws Error if the file cannot be read
   */
  async insertFile(name: string, path: string, values: StatementValues = {}): Promise<number> {
    const file = await open(path);
    try {
      return await this.#insert(name, new RequestBody(file.createReadStream({ autoClose: false })), values);
    } finally {
      await file.close();
    }
  }

  /**
   * Sends rows, as arrays in the order of the columns, as the body of a statement `INSERT INTO … FORMAT
   * JSONCompactEachRow`. If they fail to come, it throws their error; some of those before may have been stored.
   *
   * @returns the number of rows that were inserted
   */
  async insertRows(
    name: string,
    rows: AsyncIterable<InsertRow> | Iterable<InsertRow>,
    values: StatementValues = {},
  ): Promise<number> {
    return this.#insert(name, new RequestBody(jsonLines(rows)), values);
  }

  async #insert(name: string, body: RequestBody, values: StatementValues): Promise<number> {
    const query = this.#statement(name);
    return this.#within(this.#insertMs, async (limits) => {
      try {
        const { stream, summary } = await this.#client.exec({
          query,
          values: body.stream,
          query_params: { ...values },
          ...limits,
        });
        await finished(stream.resume(), { signal: limits.abort_signal });
        return Number(summary?.written_rows ?? 0);
      } finally {
        body.stream.destroy();
      }
    }).catch((error: unknown) => {
      throw body.failure === null ? error : body.failure.error;
    });
  }

  /** Does something that may take some ms. */
  async #within<T>(
    ms: number,
    work: (limits: {
      readonly abort_signal: AbortSignal;
      readonly clickhouse_settings: ClickHouseSettings;
    }) => Promise<T>,
  ): Promise<T> {
    const limit = AbortSignal.timeout(ms);
    const abort_signal = AbortSignal.any([limit, this.#closing.signal]);
    try {
      this.#closing.signal.throwIfAborted();
      return await work({
        abort_signal,
        clickhouse_settings: { max_execution_time: Math.ceil(ms / SECOND_MS) },
      });
    } catch (error) {
      if (this.#closing.signal.aborted) throw this.#unavailable("is being left", error);
      if (limit.aborted) throw this.#unavailable(`has not answered within ${ms / SECOND_MS} s`, error);
      const reason = unavailableReason(error, this.server);
      throw reason === null ? error : this.#unavailable(reason, error);
    }
  }

  #unavailable(reason: string, cause: unknown): HeadcountError {
    const message = `ClickHouse at ${this.server.shown} ${reason}`;
    return new HeadcountError("unavailable", message, { cause, isLasting: isLasting(cause) });
  }

  #statement(name: string): string {
    return must(this.#statements.get(name), `statement ${name}`);
  }

  /** Closes the connection. What still waits for an answer fails. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#client.close();
  }
}

/** The body of a request. It keeps its own failure, so that it is not taken for one of the request. */
class RequestBody {
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
async function* jsonLines(rows: AsyncIterable<InsertRow> | Iterable<InsertRow>): AsyncGenerator<string> {
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
