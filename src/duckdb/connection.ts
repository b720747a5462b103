import { resolve } from "node:path";
import {
  BIGINT,
  type DuckDBConnection,
  type DuckDBDataChunk,
  DuckDBInstance,
  type DuckDBType,
  INTEGER,
  LIST,
  listValue,
  VARCHAR,
} from "@duckdb/node-api";
import { type ColumnData, chunksOf, slicesOf } from "./columns.ts";
import {
  quoteIdentifier,
  type Row,
  type RowOf,
  type Statement,
  type StatementPath,
  statement,
  statementWith,
  type ValuesOf,
} from "./statements.ts";

export type { SqlRow, SqlValues } from "./statements.ts";
export type SqlTypes = Record<string, DuckDBType>;

/** A statement with its values by name, and the types of those that `VALUE_TYPES` does not have. */
type Query<Text extends string> = [sql: Text, values?: ValuesOf<Text>, types?: SqlTypes];

const BIGINTS = LIST(BIGINT);

/** The types of values that can be null or a list, by name: their type does not follow from the value. */
const VALUE_TYPES: SqlTypes = {
  ...{ space_id: BIGINT, doorway_id: BIGINT, sensor_id: BIGINT, token_id: BIGINT, next_id: BIGINT },
  ...{ after_id: BIGINT, after_ts: BIGINT, lower_ts: BIGINT, until_ts: BIGINT },
  ...{ first_space: BIGINT, last_space: BIGINT, first_day: INTEGER, last_day: INTEGER },
  ...{ trajectory: INTEGER, direction: INTEGER },
  ...{ resource_type: VARCHAR, resource_id: VARCHAR, query: VARCHAR },
  ...{ ids: BIGINTS, space_ids: BIGINTS, first_ids: BIGINTS, last_ids: BIGINTS, instants: BIGINTS },
  ...{ opens: BIGINTS, closes: BIGINTS, starts: BIGINTS, ends: BIGINTS },
  ...{ after_numbers: BIGINTS, last_numbers: BIGINTS, sensors: LIST(INTEGER), keys: LIST(VARCHAR) },
};

function typed<Text extends string>([sql, values, types]: Query<Text>) {
  return [sql, values, types === undefined ? VALUE_TYPES : { ...VALUE_TYPES, ...types }] as const;
}

/** Interval between reads of a running statement's progress, in ms. */
const PROGRESS_MS = 100;

/** Explains an error of DuckDB to the callers of a connection. */
export type Explain = (error: unknown) => unknown;

/**
 * A connection. A statement is planned each time it runs: the plan of a prepared one depends on the tables' content
 * when it was prepared, and gives wrong results when they have more rows (duckdb/duckdb#23704).
 */
export class Connection {
  readonly raw: DuckDBConnection;
  readonly #explain: Explain;

  constructor(raw: DuckDBConnection, explain: Explain = (error) => error) {
    this.raw = raw;
    this.#explain = explain;
  }

  async #explained<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw this.#explain(error);
    }
  }

  /** Runs a statement; returns the number of changed rows. */
  async run<Text extends string>(...query: Query<Text>): Promise<number> {
    const result = await this.#explained(() => this.raw.run(...typed(query)));
    return result.rowsChanged;
  }

  /** All rows of a query with few rows. */
  async rows<Text extends string>(...query: Query<Text>): Promise<RowOf<Text>[]> {
    const reader = await this.#explained(() => this.raw.runAndReadAll(...typed(query)));
    // The types of statements are made from their columns.
    return reader.getRowObjects() as RowOf<Text>[];
  }

  /** The row of a query with exactly one. */
  async row<Text extends string>(...query: Query<Text>): Promise<RowOf<Text>> {
    const [row] = await this.rows(...query);
    if (row === undefined) throw new Error(`no row from: ${query[0]}`);
    return row;
  }

  /** The chunks of a query's result, fetched while they are read. */
  async *chunks<Text extends string>(...query: Query<Text>): AsyncGenerator<DuckDBDataChunk> {
    for await (const { chunk } of this.#stream(...query)) yield chunk;
  }

  /** The rows of a statement with many of them, in batches, fetched while they are read. */
  async *batches<Path extends StatementPath>(...query: Query<Statement<Path>>): AsyncGenerator<Row<Path>[]> {
    for await (const { chunk, columns } of this.#stream(...query))
      yield chunk.getRowObjects(columns) as Row<Path>[];
  }

  async *#stream<Text extends string>(...query: Query<Text>) {
    const result = await this.#explained(() => this.raw.stream(...typed(query)));
    const next = async () => {
      const chunk = await this.#explained(() => result.fetchChunk());
      return chunk === null || chunk.rowCount === 0 ? null : chunk;
    };
    const columns = result.columnNames();
    let chunk = await next();
    try {
      for (; chunk !== null; chunk = await next()) yield { chunk, columns };
    } finally {
      // Without this, a result that has not been read to its end would keep the database open.
      if (chunk !== null) {
        this.raw.interrupt();
        while ((await next().catch(() => null)) !== null);
      }
    }
  }

  /** The chunks of a query's result, all fetched before the first is returned: the connection can be used meanwhile. */
  async *wholeChunks(sql: string): AsyncGenerator<DuckDBDataChunk> {
    const result = await this.#explained(() => this.raw.run(sql));
    for (let index = 0; index < result.chunkCount; index++) yield result.getChunk(index);
  }

  /** Appends rows, by column or in chunks, in the table's order of columns within the current transaction. */
  async append(
    table: string,
    rows: readonly ColumnData[] | AsyncGenerator<DuckDBDataChunk>,
    catalog: string | null = null,
    schema: string | null = null,
  ): Promise<void> {
    if ("length" in rows && !rows[0]?.values.length) return;
    const chunks = "length" in rows ? chunksOf(rows) : rows;
    const appender = await this.raw.createAppender(table, schema, catalog);
    try {
      for await (const chunk of chunks) appender.appendDataChunk(chunk);
      appender.closeSync();
    } catch (error) {
      // Otherwise the appender would append its rows in a separate transaction when it is disposed of.
      appender.clear();
      throw error;
    }
  }

  /** Deletes the rows of a table that have one of some ids. */
  async removeRows(table: string, ids: readonly bigint[], idColumn = "id"): Promise<void> {
    const words = { table: quoteIdentifier(table), column: quoteIdentifier(idColumn) };
    for await (const slice of slicesOf(ids)) {
      await this.run(statementWith("database/remove-rows", words), { ids: listValue([...slice]) });
    }
  }

  /** Runs some work as one transaction; if it throws, nothing is changed. */
  async transaction<T>(work: () => Promise<T>): Promise<T> {
    await this.run("BEGIN");
    try {
      const value = await work();
      await this.run("COMMIT");
      return value;
    } catch (error) {
      // If the commit itself failed, there is nothing to roll back.
      await this.run("ROLLBACK").catch(() => undefined);
      throw error;
    }
  }

  /**
   * Reports the progress of the running statement during some work. Not to be called within a transaction: a failed one
   * accepts no statement, and the setting would remain.
   *
   * @param onProgress receives the fraction from 0 to 1, or null if DuckDB does not know it
   * @throws the work's error, or that of `onProgress`, which interrupts the statement
   */
  async watchProgress<T>(onProgress: (fraction: number | null) => void, work: () => Promise<T>): Promise<T> {
    await this.run(statement("database/track-progress"));
    const failures: unknown[] = [];
    const timer = setInterval(() => {
      const { percentage } = this.raw.progress;
      try {
        onProgress(percentage < 0 ? null : percentage / 100);
      } catch (error) {
        failures.push(error);
        this.raw.interrupt();
      }
    }, PROGRESS_MS);
    const untrack = () => this.run(statement("database/untrack-progress"));
    let result: T;
    try {
      // The timer would interrupt what comes after the work, too.
      result = await work().finally(() => clearInterval(timer));
      if (failures.length > 0) throw failures[0];
    } catch (error) {
      // After a fatal error of DuckDB, the work's own error has the cause.
      await untrack().catch(() => undefined);
      throw failures[0] ?? error;
    }
    await untrack();
    return result;
  }

  close(): void {
    this.raw.closeSync();
  }
}

/** The path of a database for DuckDB: one that begins with `md:` or `https:` would name a database of another kind. */
export const databasePath = (path: string): string => (path === IN_MEMORY ? path : resolve(path));

const IN_MEMORY = ":memory:";

/**
 * Opens an instance of DuckDB, over a file or, without one, in memory. It loads no extensions that it does not have, and
 * installs none: DuckDB would fetch them from the network.
 */
export function createInstance(
  path = IN_MEMORY,
  settings: Readonly<Record<string, string>> = {},
): Promise<DuckDBInstance> {
  return DuckDBInstance.create(databasePath(path), {
    ...settings,
    autoinstall_known_extensions: "false",
    autoload_known_extensions: "false",
  });
}

/** Opens an instance with one connection, for a temporary database or to read a file. */
export async function openInstance(path?: string, settings: Readonly<Record<string, string>> = {}) {
  const instance = await createInstance(path, settings);
  const connection = new Connection(await instance.connect());
  const close = () => {
    connection.close();
    instance.closeSync();
  };
  return { connection, close };
}
