import { createWriteStream, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { text as textOf } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { ClickHouseError } from "@clickhouse/client";
import { BoundedQueue, settledBefore, withinTime } from "../analysis/bounded-queue.ts";
import { groupBy } from "../domain/collections.ts";
import { HeadcountError, invalid, must } from "../domain/errors.ts";
import { SECOND_MS } from "../domain/instant.ts";
import { SQL_BYTES_MAX, SQL_QUERIES_MAX, SQL_ROWS_MAX, SQL_WAITING_MAX } from "../domain/limits.ts";
import type { AdHocSql, SqlExample, SqlRelation, SqlRequest, SqlResult } from "../engine/ports/ad-hoc-sql.ts";
import { convertParquet } from "../formats/out/convert-parquet.ts";
import { readResult } from "../formats/out/result-file.ts";
import { examplesIn, statementsOf } from "../sql-scripts.ts";
import type { AnalyticsServer } from "./analytics-server.ts";
import { ClickHouseConnection, isRefusal } from "./connection.ts";
import { lackingPrivilege } from "./privileges.ts";
import { checkSyntaxTree } from "./query-check.ts";
import { rightsFaults, settingsFault } from "./reader-faults.ts";
import { MIRROR_TABLES, MIRROR_VIEWS } from "./schema.ts";

export interface AnalyticsSqlOptions {
  /** Folder of results; its content is removed. */
  readonly folder: string;
  /** Memory of a query in ClickHouse. */
  readonly memoryBytes: number;
  /** Maximum time of a query in all, in ms: waiting and running. */
  readonly timeMsMax: number;
  readonly rowsMax?: number;
  readonly bytesMax?: number;
}

const STATEMENTS = statementsOf("clickhouse/analytics");

/** How long ClickHouse may take beyond the time of a query, in ms, until the connection gives it up. */
const MARGIN_MS = 5 * SECOND_MS;

/** A result in ClickHouse's memory may have so many times the bytes of one that is written. */
const MEMORY_FACTOR = 4;

/** ClickHouse's codes. */
const TOO_MUCH_TIME = "159";
const TOO_MUCH_MEMORY = "241";
const TOO_LARGE = "396";
const UNKNOWN_TABLE = "60";
const UNKNOWN_DATABASE = "81";
const WRONG_SYNTAX = "62";

/** ClickHouse limits the bytes of a value (http_max_field_value_size), and answers with no code of its own. */
const TOO_LONG = /Field value too long/;

/** What ClickHouse's messages say of the servers that a query was passed on to. */
const PASSED_ON = /Received from \S+\. DB::Exception: /g;

/** ClickHouse parses a query without running it, and gives its syntax tree. */
const EXPLAIN = "EXPLAIN AST ";

interface Column {
  readonly relation: string;
  readonly name: string;
  readonly type: string;
}

/** The comment of a view: the meaning of its rows. */
function commentOf(view: string): string | null {
  return /^COMMENT '(.+)'$/m.exec(view)?.[1] ?? null;
}

/** Runs queries by users in ClickHouse over the views of a mirror, as a user who may only read these. */
export class AnalyticsSql implements AdHocSql {
  readonly #options: AnalyticsSqlOptions;
  readonly #connection: ClickHouseConnection;
  readonly #queue = new BoundedQueue(SQL_QUERIES_MAX, SQL_WAITING_MAX);
  readonly #closing = new AbortController();
  #lastPath = 0;

  constructor(server: AnalyticsServer, options: AnalyticsSqlOptions) {
    this.#options = options;
    this.#connection = new ClickHouseConnection(server, {
      answerMs: options.timeMsMax + MARGIN_MS,
      statements: STATEMENTS,
      shown: "the database for analytics",
    });
    rmSync(options.folder, { recursive: true, force: true });
  }

  query(request: SqlRequest, signal: AbortSignal): Promise<SqlResult> {
    return withinTime(this.#options.timeMsMax, [signal, this.#closing.signal], (within) =>
      this.#queue.run(within, () => this.#run(request, within)),
    );
  }

  /** The views of the mirror that the user may read, with ClickHouse's types. */
  async relations(): Promise<readonly SqlRelation[]> {
    const { database } = this.#connection.server;
    const rows = await this.#connection.rows<Column>("columns", { database });
    return [...groupBy(rows, ({ relation }) => relation)].flatMap(([name, found]) => {
      const view = MIRROR_VIEWS.get(name);
      if (view === undefined) return [];
      const columns = found.map((column) => ({ name: column.name, type: column.type, comment: null }));
      return [{ name, kind: "view" as const, comment: commentOf(view), parameters: [], columns }];
    });
  }

  examples(): readonly SqlExample[] {
    return examplesIn("clickhouse/examples");
  }

  /**
   * What is wrong with the user, for operators: sentences with the statement that mends it; none if nothing is, null if
   * the mirror has not been made yet, so that it is not known.
   *
   * @throws HeadcountError `unavailable` if ClickHouse cannot be reached; ClickHouseError if it refuses to answer
   */
  async userFaults(): Promise<readonly string[] | null> {
    const { server } = this.#connection;
    const { signal } = this.#closing;
    try {
      await this.#connection.ask(
        must(STATEMENTS.get("constant"), "statement"),
        this.#settings(1),
        signal,
        textOf,
      );
    } catch (error) {
      if (isRefusal(error, UNKNOWN_DATABASE)) return null;
      const fault = error instanceof ClickHouseError ? settingsFault(server, error.code, said(error)) : null;
      if (fault === null) throw error;
      return [fault];
    }
    try {
      if ((await this.#mirrorAsOf()) === null) return null;
    } catch (error) {
      // Then it is named with the other views that cannot be read.
      if (!(error instanceof HeadcountError) || lackingPrivilege(error.cause) === null) throw error;
    }
    const [relations, grants] = await Promise.all([this.relations(), this.#grants()]);
    return rightsFaults(server, { grants, views: new Set(relations.map(({ name }) => name)) });
  }

  async #grants(): Promise<readonly string[]> {
    type Grant = Readonly<Record<string, string>>;
    const rows = await this.#connection.rows<Grant>("grants").catch((error: unknown) => {
      if (isRefusal(error, WRONG_SYNTAX)) return this.#connection.rows<Grant>("direct-grants");
      throw error;
    });
    return rows.flatMap((row) => Object.values(row));
  }

  /** Stops the running queries. */
  async close(): Promise<void> {
    this.#closing.abort(new HeadcountError("unavailable", "the server is stopping"));
    await this.#connection.close();
    rmSync(this.#options.folder, { recursive: true, force: true });
  }

  async #run({ query, format, rowsMax }: SqlRequest, signal: AbortSignal): Promise<SqlResult> {
    const { folder, rowsMax: rowsLimit = SQL_ROWS_MAX, bytesMax = SQL_BYTES_MAX } = this.#options;
    const start = performance.now();
    const asOf = await settledBefore(this.#asOf(), signal);
    const rows = Math.min(rowsMax ?? rowsLimit, rowsLimit);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const path = join(folder, String(++this.#lastPath));
    const source = `${path}.parquet`;
    try {
      const checked = await this.#check(query, signal);
      await this.#connection.ask(checked, this.#settings(rows), signal, (answer) =>
        pipeline(answer, createWriteStream(source, { flags: "wx", mode: 0o600 })),
      );
      const summarize = () => ({ elapsedMs: performance.now() - start, asOf });
      const target = { path, bytesMax, rowsMax: rows, format };
      return readResult(path, await convertParquet({ source, ...target, signal, summarize }));
    } catch (error) {
      throw this.#explain(error);
    } finally {
      rmSync(source, { force: true });
    }
  }

  /** The instant that the mirror is as of, in ms. */
  async #asOf(): Promise<number> {
    const asOf = await this.#mirrorAsOf();
    if (asOf !== null) return asOf;
    throw new HeadcountError(
      "unavailable",
      "the data have not been copied to the database for analytics yet",
    );
  }

  /** As `#asOf`; null if the mirror has never been complete. */
  async #mirrorAsOf(): Promise<number | null> {
    const rows = await this.#connection.rows<{ readonly as_of: string }>("as-of").catch((error: unknown) => {
      if (isRefusal(error, UNKNOWN_TABLE) || isRefusal(error, UNKNOWN_DATABASE)) return [];
      throw error;
    });
    return Number(rows[0]?.as_of ?? 0) || null;
  }

  /**
   * Lets ClickHouse parse a query, and checks what it reads: scalar subqueries run before ClickHouse knows all tables.
   *
   * @returns the query as ClickHouse writes it, which begins with the name of a statement
   */
  async #check(query: string, signal: AbortSignal): Promise<string> {
    const { database } = this.#connection.server;
    const parsing = this.#connection
      .rows<{ readonly query: string }>("parse", { query })
      .catch((error: unknown) => {
        if (error instanceof HeadcountError && TOO_LONG.test(error.message))
          throw invalid("query", "it is longer than ClickHouse takes, which is 128 KiB");
        throw error;
      });
    const [parsed] = await settledBefore(parsing, signal);
    const text = must(parsed, "query").query;
    const settings = { ...this.#limits(), default_format: "JSONCompactEachRow" as const };
    const tree = await this.#connection.ask(EXPLAIN + text, settings, signal, textOf);
    const lines = tree
      .split("\n")
      .filter((row) => row !== "")
      .map((row) => (JSON.parse(row) as [string])[0]);
    const tables = this.#connection.rows<{ readonly name: string }>("tables", { database });
    const seen = await settledBefore(tables, signal);
    checkSyntaxTree(lines, {
      database,
      views: new Set(MIRROR_VIEWS.keys()),
      tables: new Set([...MIRROR_TABLES, ...seen.map(({ name }) => name)]),
    });
    return text;
  }

  /** What a query is run with. @param rows those of its result at most */
  #settings(rows: number) {
    const { bytesMax = SQL_BYTES_MAX } = this.#options;
    return {
      ...this.#limits(),
      ...PARQUET,
      // One more row says that the result has been truncated.
      limit: String(rows + 1),
      max_result_bytes: String(MEMORY_FACTOR * bytesMax),
    };
  }

  #limits() {
    const { memoryBytes, timeMsMax } = this.#options;
    return {
      readonly: "1" as const,
      cancel_http_readonly_queries_on_client_close: 1 as const,
      max_execution_time: Math.ceil(timeMsMax / SECOND_MS),
      max_memory_usage: String(memoryBytes),
      result_overflow_mode: "throw" as const,
    };
  }

  #explain(error: unknown): unknown {
    if (!(error instanceof ClickHouseError)) return error;
    const { memoryBytes, timeMsMax, bytesMax = SQL_BYTES_MAX } = this.#options;
    if (error.code === TOO_MUCH_TIME)
      return invalid("query", `it took longer than ${timeMsMax / SECOND_MS} s, the limit for queries`);
    if (error.code === TOO_MUCH_MEMORY) {
      const megabytes = Math.round(memoryBytes / 2 ** 20);
      return invalid("query", `the query needs more than ${megabytes} MB of memory, which is the limit`);
    }
    if (error.code === TOO_LARGE) {
      const bytes = MEMORY_FACTOR * bytesMax;
      return invalid("query", `a result has more than ${bytes} bytes; ask for fewer rows or columns`);
    }
    const shown = said(error);
    return new HeadcountError("invalid", shown, {
      cause: error,
      issues: [{ path: "query", message: shown }],
    });
  }
}

/** How a result comes, so that DuckDB reads its values as what they are. */
const PARQUET = {
  default_format: "Parquet",
  output_format_parquet_enum_as_byte_array: 1,
  output_format_parquet_datetime_as_uint32: 0,
  output_format_parquet_date_as_uint16: 0,
} as const;

/** The words around an error of `parse`, which is in the text that it was given. */
const IN_SCOPE = /: In scope SELECT formatQuery\([\s\S]*$/;

/** ClickHouse's own message. */
function said({ message }: ClickHouseError): string {
  return message.replaceAll(PASSED_ON, "").replace(IN_SCOPE, "").trim().replace(/\.+$/, "");
}
