import { HeadcountError } from "../domain/errors.ts";

/** What is thrown where a backup is not what it should be. */
export function unusable(message: string, cause?: unknown): HeadcountError {
  return new HeadcountError("unreadable-input", message, cause === undefined ? {} : { cause });
}
