import { statSync } from "node:fs";
import { invalid } from "../../domain/errors.ts";
import { SQL_SCRATCH_BYTES_MAX } from "../../domain/limits.ts";
import { Connection } from "../../store/duckdb/database.ts";
import { type DuckDBAppender, type DuckDBDataChunk, DuckDBInstance } from "../../store/duckdb/duckdb-api.ts";
import { quoteIdentifier, statement, statementWith } from "../../store/duckdb/statements.ts";
import type { ResultColumn, ResultTarget, ResultWriter } from "./result-file.ts";

/**
 * A result as a Parquet file. The instance that a query runs in can write no file, so the rows go through
 * a separate one.
 */
export class ParquetResult implements ResultWriter {
  readonly #instance: DuckDBInstance;
  readonly #connection: Connection;
  readonly #appender: DuckDBAppender;
  readonly #target: ResultTarget;

  private constructor(
    instance: DuckDBInstance,
    connection: Connection,
    appender: DuckDBAppender,
    target: ResultTarget,
  ) {
    this.#instance = instance;
    this.#connection = connection;
    this.#appender = appender;
    this.#target = target;
  }

  static async open(columns: readonly ResultColumn[], target: ResultTarget): Promise<ParquetResult> {
    const instance = await DuckDBInstance.create(":memory:", {
      memory_limit: `${SQL_SCRATCH_BYTES_MAX / 2 ** 20}MiB`,
      temp_directory: `${target.path}.tmp`,
      max_temp_directory_size: `${Math.ceil((4 * target.bytesMax) / 2 ** 20)}MiB`,
      threads: "1",
    });
    const connection = new Connection(await instance.connect());
    try {
      const definitions = columns.map(({ name, type }) => `${quoteIdentifier(name)} ${type}`);
      await connection.run(statementWith("query/create-result", { columns: definitions.join(", ") }));
      const appender = await connection.raw.createAppender("result");
      return new ParquetResult(instance, connection, appender, target);
    } catch (error) {
      connection.close();
      instance.closeSync();
      throw error;
    }
  }

  add(chunk: DuckDBDataChunk): number {
    this.#appender.appendDataChunk(chunk);
    return chunk.rowCount;
  }

  async end(): Promise<void> {
    const { path, bytesMax } = this.#target;
    this.#appender.closeSync();
    await this.#connection.run(statement("query/copy-result"), { path });
    if (statSync(path).size > bytesMax)
      throw invalid("query", `the result has more than ${bytesMax} bytes; ask for fewer rows or columns`);
  }

  close(): void {
    this.#connection.close();
    this.#instance.closeSync();
  }
}
