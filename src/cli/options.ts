import { InvalidArgumentError, Option } from "commander";
import { HeadcountError } from "../domain/errors.ts";

/**
 * A flag that can be given as `HEADCOUNT_…` in the environment, too: `--data-dir` is `HEADCOUNT_DATA_DIR`.
 */
export function option(flags: string, description: string): Option {
  const made = new Option(flags, description);
  return made.env(`HEADCOUNT_${made.name().toUpperCase().replaceAll("-", "_")}`);
}

/** Turns a reader that throws `invalid` into one whose complaints are about wrong usage. */
export function asArgument<T>(read: (text: string) => T): (text: string) => T {
  return (text) => {
    try {
      return read(text);
    } catch (error) {
      if (error instanceof HeadcountError && error.kind === "invalid") {
        throw new InvalidArgumentError(error.issues[0]?.message ?? error.message);
      }
      throw error;
    }
  };
}

/** Reads a whole number within bounds. */
export function wholeNumber(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (!(value >= min && value <= max))
      throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`);
    return value;
  };
}

/** Reads requests a minute: a whole number, or `none` for no limit (null). */
export function rateLimit(text: string): number | null {
  return text === "none" ? null : wholeNumber(1, 1_000_000)(text);
}
