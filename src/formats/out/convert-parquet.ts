import { rmSync } from "node:fs";
import { invalid } from "../../domain/errors.ts";
import { SQL_SCRATCH_BYTES_MAX } from "../../domain/limits.ts";
import { openInstance } from "../../duckdb/connection.ts";
import { statement } from "../../duckdb/statements.ts";
import type { ResultSummary } from "./result-file.ts";
import { writeResult } from "./write-result.ts";

type ConvertRequest = Parameters<typeof writeResult>[2] & {
  /** The Parquet file. */
  readonly source: string;
};

/** What DuckDB says of a text that Parquet must not have. */
const NO_TEXT = /not valid UTF8/;

/**
 * Writes a query's result, which another database has given as a Parquet file, in a format of results. A conversion that
 * fails leaves no file.
 *
 * @throws HeadcountError `invalid` if a text of the result is not UTF-8, or a Parquet file is too large; the signal's
 * reason
 */
export async function convertParquet({ source, ...request }: ConvertRequest): Promise<ResultSummary> {
  const { connection, close } = await openInstance(":memory:", {
    memory_limit: `${(2 * SQL_SCRATCH_BYTES_MAX) / 2 ** 20}MiB`,
    temp_directory: `${request.path}.tmp`,
    threads: "1",
  });
  try {
    const { raw } = connection;
    const result = await raw.stream(statement("query/parquet-result"), { path: source });
    return await writeResult(raw, result, request);
  } catch (error) {
    rmSync(request.path, { force: true });
    if (error instanceof Error && NO_TEXT.test(error.message))
      throw invalid("query", "a text of the result is not UTF-8; hex() makes it one");
    throw error;
  } finally {
    close();
  }
}
