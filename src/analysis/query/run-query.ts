import { rmSync } from "node:fs";
import { type DuckDBConnection, type DuckDBResult, StatementType } from "@duckdb/node-api";
import { invalid } from "../../domain/errors.ts";
import { statement } from "../../duckdb/statements.ts";
import type { SqlRequest } from "../../engine/ports/ad-hoc-sql.ts";
import { openResult } from "../../formats/out/open-result.ts";
import type { ResultSummary, ResultWriter } from "../../formats/out/result-file.ts";
import type { AnalysisDatabase } from "../analysis-database.ts";
import { settledBefore } from "../bounded-queue.ts";
import { explainFailure, explainLackingMemory } from "./failures.ts";
import { checkStatement, type KnownNames, readKnownNames } from "./statement-check.ts";

export interface QueryLimits {
  readonly rowsMax: number;
  readonly bytesMax: number;
  readonly memoryBytes: number;
}

export interface QueryRequest extends SqlRequest {
  /** The file for the result, which does not exist yet; a query that fails leaves none. */
  readonly path: string;
  readonly limits: QueryLimits;
  readonly signal: AbortSignal;
}

/** How often a query that does not stop is interrupted, in ms. */
const INTERRUPT_MS = 50;

/**
 * Runs one statement that reads, on a separate connection, and writes its result to a file.
 *
 * @throws HeadcountError `invalid` if it is wrong, not allowed, or needs more memory than the limit; UnusableDatabase
 * if DuckDB has failed; the signal's reason if that has ended it
 */
export async function runQuery(database: AnalysisDatabase, request: QueryRequest): Promise<ResultSummary> {
  const { query, path, signal } = request;
  signal.throwIfAborted();
  // Other queries may wait for the same work, so it continues.
  await settledBefore(database.prepare(query), signal).catch((error: unknown) => {
    throw explainLackingMemory(error, request.limits.memoryBytes);
  });
  const connection = await database.connect();
  const release = interruptOnAbort(connection, signal);
  try {
    signal.throwIfAborted();
    return await run(connection, request, database);
  } catch (error) {
    rmSync(path, { force: true });
    throw signal.aborted ? signal.reason : explainFailure(error, request.limits.memoryBytes);
  } finally {
    release();
    connection.closeSync();
  }
}

/** The known names of each database, which are the same for as long as it is open. */
const knownNames = new WeakMap<AnalysisDatabase, KnownNames>();

async function run(
  connection: DuckDBConnection,
  { query, format, rowsMax = Number.POSITIVE_INFINITY, path, limits, signal }: QueryRequest,
  database: AnalysisDatabase,
): Promise<ResultSummary> {
  const names = knownNames.get(database) ?? (await readKnownNames(connection));
  knownNames.set(database, names);
  const start = performance.now();
  await checkStatement(connection, query, names);
  await connection.run(statement("query/begin"));
  const asOf = await database.asOf(connection);
  const extracted = await connection.extractStatements(query);
  const prepared = await extracted.prepare(0);
  const { SELECT, EXPLAIN } = StatementType;
  if (extracted.count !== 1 || ![SELECT, EXPLAIN].includes(prepared.statementType))
    throw invalid("query", "only statements that read data are allowed");
  if (prepared.parameterCount > 0) throw invalid("query", "parameters are not supported");
  const result = await prepared.stream();
  const columnNames = result.deduplicatedColumnNames();
  const columns = result.columnTypes().map((type, index) => ({ name: columnNames[index] ?? "", type }));
  try {
    const writer = await openResult(format, columns, { path, bytesMax: limits.bytesMax });
    try {
      const written = await writeRows(result, writer, Math.min(rowsMax, limits.rowsMax), signal);
      const summary = { ...written, elapsedMs: performance.now() - start, asOf };
      await writer.end(summary);
      return summary;
    } finally {
      writer.close();
    }
  } finally {
    await drain(connection, result);
  }
}

async function writeRows(result: DuckDBResult, writer: ResultWriter, rowsMax: number, signal: AbortSignal) {
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

/** Interrupts a query once its signal aborts, which may have happened before. @returns ends the watch */
function interruptOnAbort(connection: DuckDBConnection, signal: AbortSignal): () => void {
  let repeating: NodeJS.Timeout | undefined;
  const abort = () => {
    connection.interrupt();
    // DuckDB loses an interrupt if the next statement of the connection begins at that moment.
    repeating = setInterval(() => connection.interrupt(), INTERRUPT_MS);
  };
  if (signal.aborted) abort();
  else signal.addEventListener("abort", abort, { once: true });
  return () => {
    clearInterval(repeating);
    signal.removeEventListener("abort", abort);
  };
}
