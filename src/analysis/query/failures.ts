import { HeadcountError, invalid } from "../../domain/errors.ts";
import { firstLine } from "../../store/duckdb/failures.ts";

/** The start of DuckDB's own messages, as in "Binder Error: "; other errors are the program's. */
const DUCKDB_ERROR = /^(?:Failed to extract statements: )?([A-Z][\w ]* Error: [\s\S]*)$/;

/** Out of memory; the message of DuckDB advises to change settings, which queries may not do. */
const OUT_OF_MEMORY = /^Out of Memory Error|std::bad_alloc|Allocation failure/;

const FULL_DISK = /^(?:ENOSPC|EDQUOT|EFBIG)\b/;

const INTERNAL = /^(?:INTERNAL|FATAL) Error/;

/** The error of all queries after an internal one, until the database is opened again. */
const INVALIDATED = /database has been invalidated/;

/**
 * The error of a query that makes its process unusable: DuckDB does not interrupt it, or has an internal error, after
 * which the database cannot be used.
 */
export class UnusableProcess extends HeadcountError {
  constructor(why: string, cause?: unknown) {
    super("invalid", `query: ${why}`, { cause, issues: [{ path: "query", message: why }] });
    this.name = "UnusableProcess";
  }
}

/** Whether an error follows an internal one, which has made the database unusable. */
export function isInvalidated(error: unknown): boolean {
  return error instanceof Error && INVALIDATED.test(error.message);
}

/** Absolute paths within messages of DuckDB, except in the lines that quote the query. */
const PATH = /(?<=["'])\/[^"'\n]*(?=["'])/g;

/**
 * Turns an error of DuckDB into one for the author of the query, with DuckDB's message, line and position. Other errors
 * are returned unchanged.
 */
export function explainFailure(error: unknown, memoryBytes: number): unknown {
  if (error instanceof HeadcountError || !(error instanceof Error)) return error;
  const { message } = error;
  if (FULL_DISK.test(message))
    return new HeadcountError("unavailable", "not enough disk space for the result", { cause: error });
  if (OUT_OF_MEMORY.test(message)) return invalid("query", outOfMemory(memoryBytes));
  if (isInvalidated(error)) return error;
  if (INTERNAL.test(message)) return new UnusableProcess(`DuckDB failed: ${firstLine(error)}`, error);
  const shortened = DUCKDB_ERROR.exec(message)?.[1];
  if (shortened === undefined) return error;
  const [first = "", ...rest] = shortened.trimEnd().split("\n");
  const shown = [/^Permission Error/.test(first) ? first : first.replaceAll(PATH, "…"), ...rest].join("\n");
  return new HeadcountError("invalid", shown, { cause: error, issues: [{ path: "query", message: shown }] });
}

/** The message about a query that exceeds the memory limit. */
export function outOfMemory(memoryBytes: number): string {
  const megabytes = Math.round(memoryBytes / 2 ** 20);
  return `the query needs more than ${megabytes} MB of memory, or as much on disk, which is the limit`;
}
