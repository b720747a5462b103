import { HeadcountError, invalid } from "../../domain/errors.ts";
import { firstLine } from "../../duckdb/failures.ts";
import { explainFullDisk } from "../bounded-queue.ts";

/** The start of DuckDB's own messages, as in "Binder Error: "; other errors are the program's. */
const DUCKDB_ERROR = /^(?:Failed to extract statements: )?([A-Z][\w ]* Error: [\s\S]*)$/;

/** Out of memory; the message of DuckDB advises to change settings, which queries may not do. */
const OUT_OF_MEMORY = /^Out of Memory Error|std::bad_alloc|Allocation failure/;

/** An internal error, after which a database cannot be used, and the error of all queries that come later. */
const UNUSABLE = /^(?:INTERNAL|FATAL) Error|database has been invalidated/;

/** DuckDB has failed, so that its database must be opened again. */
export class UnusableDatabase extends Error {
  constructor(cause: Error) {
    super(`DuckDB failed: ${firstLine(cause)}`, { cause });
    this.name = "UnusableDatabase";
  }
}

/** Absolute paths within messages of DuckDB, except in the lines that quote the query. */
const PATH = /(?<=["'])\/[^"'\n]*(?=["'])/g;

/**
 * Turns an error of DuckDB into one for the author of the query, with DuckDB's message, line and position. Other errors
 * are returned unchanged.
 */
export function explainFailure(error: unknown, memoryBytes: number): unknown {
  const found = explainFullDisk(error);
  if (found instanceof HeadcountError || !(error instanceof Error)) return found;
  const { message } = error;
  if (OUT_OF_MEMORY.test(message)) return invalid("query", outOfMemory(memoryBytes));
  if (UNUSABLE.test(message)) return new UnusableDatabase(error);
  const shortened = DUCKDB_ERROR.exec(message)?.[1];
  if (shortened === undefined) return error;
  const [first = "", ...rest] = shortened.trimEnd().split("\n");
  const shown = [/^Permission Error/.test(first) ? first : first.replaceAll(PATH, "…"), ...rest].join("\n");
  return new HeadcountError("invalid", shown, { cause: error, issues: [{ path: "query", message: shown }] });
}

/** Turns the error of a lack of memory for the hours of a query into one for its author; others are returned unchanged. */
export function explainLackingMemory(error: unknown, memoryBytes: number): unknown {
  const isLacking = error instanceof Error && OUT_OF_MEMORY.test(error.message);
  return isLacking
    ? invalid("query", outOfMemory(memoryBytes, "the counts by hour of all spaces need"))
    : error;
}

function outOfMemory(memoryBytes: number, what = "the query needs"): string {
  const megabytes = Math.round(memoryBytes / 2 ** 20);
  return `${what} more than ${megabytes} MB of memory, or as much on disk, which is the limit`;
}
