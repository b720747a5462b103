import { HeadcountError } from "../../domain/errors.ts";

/** How the system says that a file cannot be written for a reason that an administrator can remove. */
export const UNWRITABLE = /permission denied|read-only file system|no space left|file too large|disk quota/i;

/** The error for callers if a run file cannot be written, as when the disk is full; other errors as they are. */
export function explainWriting(error: unknown): unknown {
  if (!(error instanceof Error) || !UNWRITABLE.test(error.message)) return error;
  return new HeadcountError("unavailable", `the data cannot be written (${error.message})`, { cause: error });
}
