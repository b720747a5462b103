import { DATABASE_FILE, DATABASE_LOG_FILE } from "../../domain/data-directory.ts";
import { type FailureKind, HeadcountError } from "../../domain/errors.ts";
import { UNWRITABLE } from "../runs/run-writer.ts";

const DAMAGED = new RegExp(
  [
    "corrupt database file",
    "database file (?:may be|appears to be) corrupt",
    "corrupted \\w+ segment",
    'could not read enough bytes from file "[^"]*\\.duckdb"',
  ].join("|"),
  "i",
);

const DAMAGED_LOG = /corrupt wal|while replaying wal|this WAL was created/i;

/** Messages about a database in the failed state, which lasts until it is opened again. */
const GIVEN_UP = /^FATAL Error: |database has been invalidated/;

/** The cause of the failed state, in later messages. */
const GIVEN_UP_FOR = /^Original error: "(.*)"$/m;

/** The part of a message that names the unwritable file. */
const FILE_REASON = /Could not \w+ file .*|Cannot open file .*|Corrupt database file: .*/;

/** An error of DuckDB that its callers handle. */
export interface StoreFailure {
  readonly error: HeadcountError;
  /** Whether the database is unusable. */
  readonly isFinal: boolean;
  /** Whether its file is damaged. */
  readonly isDamage: boolean;
}

/** The failure for all writes in an error of DuckDB; null if it concerns one statement only. */
export function storeFailure(error: unknown): StoreFailure | null {
  if (!(error instanceof Error) || error instanceof HeadcountError) return null;
  const isFinal = GIVEN_UP.test(error.message);
  const isDamage = DAMAGED.test(error.message);
  if (!isFinal && !isDamage && !UNWRITABLE.test(error.message)) return null;
  const said = GIVEN_UP_FOR.exec(error.message)?.[1] ?? firstLine(error);
  const reason = FILE_REASON.exec(said)?.[0] ?? said;
  const failed = (kind: "unavailable" | "store-damaged", message: string) => ({
    error: new HeadcountError(kind, message, { cause: error }),
    isFinal,
    isDamage,
  });
  if (isDamage)
    return failed("store-damaged", `the database is damaged (${reason}); restore it from a backup`);
  if (!isFinal) return failed("unavailable", `the data cannot be written (${reason})`);
  const message = `the data can no longer be written (${reason}); all acknowledged changes are on disk`;
  return failed("unavailable", message);
}

/** Whether a database cannot be opened because its log of changes is damaged, or of another state of its file. */
export function isDamagedLog(error: unknown): boolean {
  return error instanceof Error && DAMAGED_LOG.test(error.message);
}

/** Explains an error of opening a file. */
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

/** The start of DuckDB's own messages, as in "IO Error: "; others are the program's. */
const DUCKDB_ERROR = /^[A-Z][\w ]* Error: /;

export function firstLine(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.split("\n", 1)[0] as string;
}
