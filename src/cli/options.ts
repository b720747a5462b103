import { InvalidArgumentError, Option } from "commander";
import { HeadcountError } from "../domain/errors.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "../domain/instant.ts";
import { TOKEN_RATE_MAX } from "../domain/limits.ts";

/**
 * A flag that can be given as `HEADCOUNT_…` in the environment, too: `--data-dir` is `HEADCOUNT_DATA_DIR`.
 * One without a value is given as `true` or `1`; anything else leaves it as it is.
 */
export function option(flags: string, description: string): Option {
  const made = new Option(flags, description);
  const name = `HEADCOUNT_${made.name().toUpperCase().replaceAll("-", "_")}`;
  // Commander takes a switch as given whatever its variable says, `false` too.
  const isOff = !(made.required || made.optional) && !/^(1|true)$/i.test(process.env[name] ?? "");
  return isOff ? made : made.env(name);
}

/** The switch that has a command go on where acknowledged changes are missing from a data directory. */
export function acceptLossOption(): Option {
  return option(
    "--accept-loss",
    "go on where changes are missing that had been acknowledged, and note the loss",
  ).default(false);
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

/** Reads a number within bounds. */
export function numberWithin(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = /^\d*\.?\d+$/.test(text) ? Number(text) : Number.NaN;
    if (!(value >= min && value <= max))
      throw new InvalidArgumentError(`It must be a number from ${min} to ${max}.`);
    return value;
  };
}

const UNIT_MS: Readonly<Record<string, number>> = {
  s: SECOND_MS,
  m: MINUTE_MS,
  h: HOUR_MS,
  d: DAY_MS,
};

/** Reads a duration such as 90s, 10m, 2h or 1d, in ms. */
export function duration(text: string): number {
  const [, amount, unit = ""] = /^([1-9]\d{0,8})([smhd])$/.exec(text) ?? [];
  if (amount === undefined) throw new InvalidArgumentError("Write it as 90s, 10m, 2h or 1d.");
  return Number(amount) * (UNIT_MS[unit] ?? 0);
}

/** Reads an address such as https://counts.example.com. */
export function webAddress(text: string): string {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new InvalidArgumentError(
      "It must be an address such as https://counts.example.com or http://127.0.0.1:8080.",
    );
  return text;
}

/** The levels of log lines, from the worst on. */
export const LOG_LEVELS = ["silent", "fatal", "error", "warn", "info", "debug", "trace"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export const DEFAULT_LOG_LEVEL: LogLevel = "warn";

/** How long a request takes that is logged as slow, in ms. */
export const DEFAULT_SLOW_QUERY_MS = 1_000;

/** Requests a minute, as flags say it. Not null for no limit: commander takes null for a missing value. */
export type Rate = number | "none";

/** Reads requests a minute: a whole number, or `none`. */
export function rate(text: string): Rate {
  if (text === "none") return text;
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= 1 && value <= TOKEN_RATE_MAX))
    throw new InvalidArgumentError(`It must be a whole number from 1 to ${TOKEN_RATE_MAX}, or none.`);
  return value;
}

/** Requests a minute as the engine has it: null is no limit. */
export function rateOf(rate: Rate): number | null {
  return rate === "none" ? null : rate;
}
