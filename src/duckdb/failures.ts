import { notWritten, UNWRITABLE } from "../disk.ts";
import { HeadcountError, messageOfError } from "../domain/errors.ts";

const DAMAGED = new RegExp(
  [
    "corrupt database file",
    "database file (?:may be|appears to be) corrupt",
    "corrupted \\w+ segment",
    'could not read enough bytes from file "[^"]*\\.duckdb"',
  ].join("|"),
  "i",
);

/** Messages about a database in the failed state, which lasts until it is opened again. */
const GIVEN_UP = /^FATAL Error: |database has been invalidated/;

const GIVEN_UP_FOR = /^Original error: "(.*)"$/m;

/** The part of a message that names the unwritable file. */
const FILE_REASON = /Could not \w+ file .*|Cannot open file .*|Corrupt database file: .*/;

/** The failure for all writes in an error of DuckDB; null if it concerns one statement only. */
export function databaseFailure(error: unknown) {
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
  if (!isFinal)
    return { error: notWritten(`the data cannot be written (${reason})`, error), isFinal, isDamage };
  const message = `the data can no longer be written (${reason}); all acknowledged changes are on disk`;
  return failed("unavailable", message);
}

export function firstLine(error: unknown): string {
  return messageOfError(error).split("\n", 1)[0] as string;
}
