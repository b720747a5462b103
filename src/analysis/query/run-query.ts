import { rmSync } from "node:fs";
import { type DuckDBConnection, StatementType } from "@duckdb/node-api";
import { invalid } from "../../domain/errors.ts";
import { statement } from "../../duckdb/statements.ts";
import type { SqlRequest } from "../../engine/ports/ad-hoc-sql.ts";
import type { ResultSummary } from "../../formats/out/result-file.ts";
import { writeResult } from "../../formats/out/write-result.ts";
import type { AnalysisDatabase } from "../analysis-database.ts";
import { settledBefore } from "../bounded-queue.ts";
import { explainFailure, explainLackingMemory } from "./failures.ts";
import { checkStatement, type KnownNames, readKnownNames } from "./statement-check.ts";

/** The limits of a query. */
export interface QueryLimits {
  readonly rowsMax: number;
  readonly bytesMax: number;
  /** The memory of the instance, for messages. */
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
  const names = await namesOf(database);
  signal.throwIfAborted();
  const connection = await database.connect();
  const release = interruptOnAbort(connection, signal);
  try {
    signal.throwIfAborted();
    return await run(connection, request, { database, names });
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

async function namesOf(database: AnalysisDatabase): Promise<KnownNames> {
  const known = knownNames.get(database);
  if (known !== undefined) return known;
  const connection = await database.connect();
  try {
    const names = await readKnownNames(connection);
    knownNames.set(database, names);
    return names;
  } finally {
    connection.closeSync();
  }
}

async function run(
  connection: DuckDBConnection,
  { query, format, rowsMax = Number.POSITIVE_INFINITY, path, limits, signal }: QueryRequest,
  { database, names }: { database: AnalysisDatabase; names: KnownNames },
): Promise<ResultSummary> {
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
  return writeResult(connection, result, {
    format,
    path,
    bytesMax: limits.bytesMax,
    rowsMax: Math.min(rowsMax, limits.rowsMax),
    signal,
    summarize: () => ({ elapsedMs: performance.now() - start, asOf }),
  });
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
