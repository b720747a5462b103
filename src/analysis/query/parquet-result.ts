import { statSync } from "node:fs";
import { invalid } from "../../domain/errors.ts";
import { SQL_SCRATCH_BYTES_MAX } from "../../domain/limits.ts";
import { Connection } from "../../store/duckdb/database.ts";
import { DuckDBInstance } from "../../store/duckdb/duckdb-api.ts";
import { quoteIdentifier, statement, statementWith } from "../../store/duckdb/statements.ts";
import type { ResultColumn, ResultTarget, ResultWriter } from "./result-file.ts";

/**
 * Writes a result as a Parquet file. The instance that a query runs in can write no file, so the rows go through
 * a separate one.
 */
export async function openParquetResult(
  columns: readonly ResultColumn[],
  { path, bytesMax }: ResultTarget,
): Promise<ResultWriter> {
  const instance = await DuckDBInstance.create(":memory:", {
    memory_limit: `${SQL_SCRATCH_BYTES_MAX / 2 ** 20}MiB`,
    temp_directory: `${path}.tmp`,
    threads: "1",
  });
  const connection = new Connection(await instance.connect());
  const close = () => {
    connection.close();
    instance.closeSync();
  };
  try {
    const size = `${Math.ceil((4 * bytesMax) / 2 ** 20)}MiB`;
    await connection.run(statementWith("query/limit-temporary", { size }));
    const definitions = columns.map(({ name, type }) => `${quoteIdentifier(name)} ${type}`);
    await connection.run(statementWith("query/create-result", { columns: definitions.join(", ") }));
    const appender = await connection.raw.createAppender("result");
    return {
      add(chunk) {
        appender.appendDataChunk(chunk);
        return chunk.rowCount;
      },
      async end() {
        appender.closeSync();
        await connection.run(statement("query/copy-result"), { path });
        if (statSync(path).size > bytesMax)
          throw invalid("query", `the result has more than ${bytesMax} bytes; ask for fewer rows or columns`);
      },
      close,
    };
  } catch (error) {
    close();
    throw error;
  }
}
