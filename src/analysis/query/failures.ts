import { HeadcountError, invalid } from "../../domain/errors.ts";
import type { QueryLimits } from "./query-limits.ts";

/** How DuckDB's own messages begin, as in "Binder Error: "; other errors are the program's. */
const DUCKDB_ERROR = /^(?:Failed to extract statements: )?([A-Z][\w ]* Error: [\s\S]*)$/;

/** What DuckDB advises where memory is short: settings that no query may change. */
const OUT_OF_MEMORY = /^Out of Memory Error|std::bad_alloc|Allocation failure/;

/** What the system says where there is no room for the file of a result. */
const FULL_DISK = /^(?:ENOSPC|EDQUOT|EFBIG)\b/;

/** A failure of DuckDB's own checks. */
const INTERNAL = /^(?:INTERNAL|FATAL) Error/;

/** What it says to everyone from then on, until the database is opened again. */
const INVALIDATED = /database has been invalidated/;

/** Thrown where a query makes DuckDB itself fail, after which its database can be used no longer. */
export class InternalFailure extends HeadcountError {
  constructor(error: Error) {
    const [first = ""] = error.message.split("\n", 1);
    const message = `DuckDB itself fails on it: ${first}`;
    super("invalid", `query: ${message}`, { cause: error, issues: [{ path: "query", message }] });
    this.name = "InternalFailure";
  }
}

/** Whether an error says that another one before it has made the database unusable. */
export function isInvalidated(error: unknown): boolean {
  return error instanceof Error && INVALIDATED.test(error.message);
}

/** Absolute paths within its messages, but for those in the lines that quote the query. */
const PATH = /(?<=["'])\/[^"'\n]*(?=["'])/g;

/**
 * What an error of DuckDB's means to the query's author: its own words, with the line and the place in
 * it; anything else is given back as it is.
 */
export function explainFailure(error: unknown, { memoryBytes }: Pick<QueryLimits, "memoryBytes">): unknown {
  if (error instanceof HeadcountError || !(error instanceof Error)) return error;
  const { message } = error;
  if (FULL_DISK.test(message))
    return new HeadcountError("unavailable", "there is no room on the disk for the result", { cause: error });
  if (OUT_OF_MEMORY.test(message)) return invalid("query", outOfMemory(memoryBytes));
  if (isInvalidated(error)) return error;
  if (INTERNAL.test(message)) return new InternalFailure(error);
  const said = DUCKDB_ERROR.exec(message)?.[1];
  if (said === undefined) return error;
  const [first = "", ...rest] = said.trimEnd().split("\n");
  const shown = [/^Permission Error/.test(first) ? first : first.replaceAll(PATH, "…"), ...rest].join("\n");
  return new HeadcountError("invalid", shown, { cause: error, issues: [{ path: "query", message: shown }] });
}

/** What is said of a query that needs too much, however that was found out. */
export function outOfMemory(memoryBytes: number): string {
  const megabytes = Math.round(memoryBytes / 2 ** 20);
  return `it needs more than ${megabytes} MB of memory, or as much on disk, which is all that queries may take`;
}
