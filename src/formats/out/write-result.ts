import type { DuckDBConnection, DuckDBResult } from "@duckdb/node-api";
import type { SqlFormat } from "../../engine/ports/ad-hoc-sql.ts";
import { openResult } from "./open-result.ts";
import type { ResultSummary, ResultTarget, ResultWriter } from "./result-file.ts";

interface WriteRequest extends ResultTarget {
  readonly format: SqlFormat;
  /** Rows after which the result is truncated. */
  readonly rowsMax: number;
  readonly signal: AbortSignal;
  /** What the end of the file says, besides the rows. */
  readonly summarize: () => Pick<ResultSummary, "elapsedMs" | "asOf">;
}

/**
 * Writes the rows of DuckDB's result of a query to a file. The connection can be used again afterwards.
 *
 * @throws what DuckDB throws; HeadcountError `invalid` if a Parquet file is too large; the signal's reason
 */
export async function writeResult(
  connection: DuckDBConnection,
  result: DuckDBResult,
  { format, path, bytesMax, rowsMax, signal, summarize }: WriteRequest,
): Promise<ResultSummary> {
  const names = result.deduplicatedColumnNames();
  const columns = result.columnTypes().map((type, index) => ({ name: names[index] ?? "", type }));
  try {
    const writer = await openResult(format, columns, { path, bytesMax });
    try {
      const written = await writeRows(result, writer, { rowsMax, signal });
      const summary = { ...written, ...summarize() };
      await writer.end(summary);
      return summary;
    } finally {
      writer.close();
    }
  } finally {
    await drain(connection, result);
  }
}

async function writeRows(
  result: DuckDBResult,
  writer: ResultWriter,
  { rowsMax, signal }: Pick<WriteRequest, "rowsMax" | "signal">,
): Promise<{ rows: number; truncated: boolean }> {
  let rows = 0;
  for (;;) {
    const chunk = await result.fetchChunk();
    // Between chunks DuckDB cannot interrupt the query.
    signal.throwIfAborted();
    if (chunk === null || chunk.rowCount === 0) return { rows, truncated: false };
    const { rowCount } = chunk;
    if (rows + rowCount > rowsMax) chunk.rowCount = rowsMax - rows;
    const taken = chunk.rowCount === 0 ? 0 : await writer.add(chunk);
    rows += taken;
    if (taken < rowCount) return { rows, truncated: true };
  }
}

/** A result that has not been read to its end would otherwise keep the instance open. */
async function drain(connection: DuckDBConnection, result: DuckDBResult): Promise<void> {
  const next = () => result.fetchChunk().catch(() => null);
  connection.interrupt();
  for (let chunk = await next(); chunk !== null && chunk.rowCount > 0; chunk = await next());
}
