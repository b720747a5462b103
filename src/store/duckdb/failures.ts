import { HeadcountError } from "../../domain/errors.ts";

/** What the system says where a file cannot be written, and the person who runs it can do something about it. */
export const UNWRITABLE = /permission denied|read-only file system|no space left|file too large|disk quota/i;

/** How DuckDB says that it will do nothing more until it is opened again. */
const GIVEN_UP = /^FATAL Error: |database has been invalidated/;

/** How it says, from then on, why it has. */
const GIVEN_UP_FOR = /^Original error: "(.*)"$/m;

/** What DuckDB says of the file that it could not write, within whatever it says around it. */
const FILE_REASON = /Could not \w+ file .*|Cannot open file .*/;

/** An error of DuckDB's that its callers are told about. */
export interface StoreFailure {
  readonly error: HeadcountError;
  /** Whether nothing can be done with the database any more. */
  readonly isFinal: boolean;
}

/** What an error of DuckDB's means for all that is to be written; null where it concerns one statement alone. */
export function storeFailure(error: unknown): StoreFailure | null {
  if (!(error instanceof Error) || error instanceof HeadcountError) return null;
  const isFinal = GIVEN_UP.test(error.message);
  if (!isFinal && !UNWRITABLE.test(error.message)) return null;
  const said = GIVEN_UP_FOR.exec(error.message)?.[1] ?? firstLine(error);
  const reason = FILE_REASON.exec(said)?.[0] ?? said;
  const message = isFinal
    ? `the data can no longer be written (${reason}); what has been acknowledged is on disk`
    : `the data cannot be written (${reason})`;
  return { error: new HeadcountError("unavailable", message, { cause: error }), isFinal };
}

export function firstLine(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.split("\n", 1)[0] as string;
}
