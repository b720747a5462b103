import { HeadcountError } from "../domain/errors.ts";

/** The error of a backup that cannot be used. */
export function unusable(message: string, cause?: unknown): HeadcountError {
  return new HeadcountError("unreadable-input", message, cause === undefined ? {} : { cause });
}
