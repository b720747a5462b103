import { UNWRITABLE } from "../../disk.ts";
import { DATABASE_FILE, DATABASE_LOG_FILE } from "../../domain/data-directory.ts";
import { type FailureKind, HeadcountError } from "../../domain/errors.ts";
import { firstLine } from "../../duckdb/failures.ts";

const DAMAGED_LOG = /corrupt wal|while replaying wal|this WAL was created/i;

/** The start of DuckDB's own messages, as in "IO Error: "; others are the program's. */
const DUCKDB_ERROR = /^[A-Z][\w ]* Error: /;

/** Whether a database cannot be opened because its log of changes is damaged, or of another state of its file. */
export function isDamagedLog(error: unknown): boolean {
  return error instanceof Error && DAMAGED_LOG.test(error.message);
}

export function explainOpening(directory: string, error: unknown): unknown {
  if (error instanceof HeadcountError) return error;
  const explained = (kind: FailureKind, text: string) => new HeadcountError(kind, text, { cause: error });
  const message = firstLine(error);
  if (/could not set lock/i.test(message)) {
    const holder = /\(PID (\d+)\)/.exec(message)?.[1];
    const who = holder === undefined ? "another process" : `process ${holder}`;
    return explained("store-held", `${directory} is in use by ${who}`);
  }
  if (/\bversion number\b/i.test(message))
    return explained("store-newer", `${directory} was written by a newer release: ${message}`);
  if (UNWRITABLE.test(message) || /out of memory|too many open files/i.test(message))
    return explained("unavailable", `cannot open ${directory}: ${message}`);
  if (!DUCKDB_ERROR.test(message)) return error;
  if (isDamagedLog(error))
    return new HeadcountError(
      "store-damaged",
      `${directory}: ${DATABASE_LOG_FILE} is damaged, or was written for another state of ${DATABASE_FILE} (${message}). ` +
        "Nothing has been changed: put all files of the directory back as they were at one time, or restore it from a " +
        "backup",
      { cause: error, remedy: "accept-loss" },
    );
  return explained(
    "store-damaged",
    `the data in ${directory} cannot be read (${message}), and has been left as it is; restore it from a backup`,
  );
}
