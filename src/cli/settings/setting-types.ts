import { InvalidArgumentError } from "commander";
import { parseDailyReset } from "../../domain/daily-reset.ts";
import { HeadcountError } from "../../domain/errors.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, parseInstant, SECOND_MS } from "../../domain/instant.ts";
import { parseInterval } from "../../domain/interval.ts";
import { TOKEN_RATE_MAX } from "../../domain/limits.ts";
import { parseLocalTime, parseTimeZone } from "../../domain/local-time.ts";
import { CONTROLS_REFUSED, hasControls } from "../../domain/names.ts";
import { SCOPES, type Scope } from "../../domain/resources.ts";
import { type Keep, parseKeep } from "../../domain/retention.ts";
import { isTimeFormat, NAMED_FORMATS } from "../../domain/time-form.ts";

/** Makes a parser that throws `invalid` report a usage error instead. */
function asArgument<T>(read: (text: string) => T): (text: string) => T {
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

export function wholeNumber(min: number, max: number): (text: string) => number {
  return bounded(/^\d+$/, min, max, `a whole number from ${min} to ${max}`);
}

export function numberWithin(min: number, max: number): (text: string) => number {
  return bounded(/^\d*\.?\d+$/, min, max, `a number from ${min} to ${max}`);
}

function bounded(pattern: RegExp, min: number, max: number, what: string): (text: string) => number {
  return (text) => {
    const value = pattern.test(text) ? Number(text) : Number.NaN;
    if (!(value >= min && value <= max)) throw new InvalidArgumentError(`It must be ${what}.`);
    return value;
  };
}

const UNIT_MS: Readonly<Record<string, number>> = { s: SECOND_MS, m: MINUTE_MS, h: HOUR_MS, d: DAY_MS };

/** Parses a name, which is shown in tables. */
export function plainName(text: string): string {
  if (hasControls(text)) throw new InvalidArgumentError(`It ${CONTROLS_REFUSED}.`);
  return text;
}

export const dailyTime = asArgument((text) => parseDailyReset(text, ""));

/** Parses a duration such as 90s, 10m, 2h or 1d, in ms. */
export function duration(text: string): number {
  const [, amount, unit = ""] = /^([1-9]\d{0,8})([smhd])$/.exec(text) ?? [];
  if (amount === undefined) throw new InvalidArgumentError("Write it as 90s, 10m, 2h or 1d.");
  return Number(amount) * (UNIT_MS[unit] ?? 0);
}

export function webAddress(text: string): string {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new InvalidArgumentError(
      "It must be an address such as https://counts.example.com or http://127.0.0.1:8080.",
    );
  return text;
}

/** Parses the address of a server for its clients. Below a path, the console would not find its files. */
export function publicAddress(text: string): string {
  const { pathname, search, hash } = new URL(webAddress(text));
  if (pathname !== "/" || search !== "" || hash !== "")
    throw new InvalidArgumentError(
      "It must have no path: the server needs a host name, or a port, of its own.",
    );
  return text;
}

/** Requests a minute as flags have it. Not null for no limit: commander takes null for a missing value. */
type Rate = number | "none";

const rateNumber = bounded(/^\d+$/, 1, TOKEN_RATE_MAX, `a whole number from 1 to ${TOKEN_RATE_MAX}, or none`);

export function rate(text: string): Rate {
  return text === "none" ? text : rateNumber(text);
}

/** Requests a minute as the engine has it: null is no limit. */
export function rateOf(rate: Rate): number | null {
  return rate === "none" ? null : rate;
}

export function timeFormat(text: string): string {
  if (isTimeFormat(text)) return text;
  throw new InvalidArgumentError(
    `It must be ${NAMED_FORMATS.join(", ")}, or a pattern with a date, such as "dd.MM.yyyy HH:mm".`,
  );
}

export function encoding(text: string): string {
  try {
    return new TextDecoder(text).encoding;
  } catch {
    throw new InvalidArgumentError(
      "It must be a name of the Encoding Standard, such as windows-1252 or utf-16le.",
    );
  }
}

export const instant = asArgument((text) => parseInstant(text, "time"));

/** As `instant`; a date alone is the midnight of a time zone. */
export const localTime = asArgument((text) => parseLocalTime(text, "time"));

export const timeZone = asArgument((text) => parseTimeZone(text, "--time-zone"));

/** Keeps the text of an interval, because the server that computes the counts decides which it accepts. */
export const intervalText = asArgument((text) => {
  parseInterval(text, "--interval", "any");
  return text;
});

export const keep = asArgument((text): Keep => parseKeep(text, "--keep"));

export function scopes(text: string): readonly Scope[] {
  const names = text.split(",").map((name) => name.trim());
  const unknown = names.filter((name) => !SCOPES.some((scope) => scope === name));
  if (unknown.length > 0)
    throw new InvalidArgumentError(
      `Unknown scope: ${unknown.join(", ")}. The scopes are ${SCOPES.join(", ")}.`,
    );
  return SCOPES.filter((scope) => names.includes(scope));
}

/** A setting of a command. Its key gives the flag and the variable: `dataDir` is `--data-dir` and `HEADCOUNT_DATA_DIR`. */
export interface Setting {
  /** The placeholder of the value in the help, such as `<port>`; `<space...>` takes several. Switches have none. */
  readonly value?: string;
  readonly help: string;
  /** Parses the value; without it, the value is the text. */
  readonly read?: (text: string) => unknown;
  readonly choices?: readonly string[];
  /** The default; that of a switch is false. */
  readonly default?: unknown;
  /** The default in the help, if it is not `default` itself. */
  readonly defaultText?: string;
  readonly isRequired?: true;
  /** The help of `--no-…`, for a switch that is on by default. */
  readonly negated?: string;
  /** A short flag. Such a setting has no environment variable. */
  readonly short?: string;
  /** Read from the environment only. */
  readonly isVariableOnly?: true;
}

export function value<
  const More extends Omit<Setting, "value" | "help"> = object,
  const Value extends string = string,
>(placeholder: Value, help: string, more?: More): { readonly value: Value; readonly help: string } & More {
  return { value: placeholder, help, ...(more as More) };
}

type ValueOf<S> = S extends { readonly read: (text: string) => infer Value }
  ? Value
  : S extends { readonly choices: readonly (infer Choice)[] }
    ? Choice
    : S extends { readonly value: `${string}...>` }
      ? readonly string[]
      : S extends { readonly value: string }
        ? string
        : boolean;

/** Names of the settings that have a value on each run: required ones, ones with a default, and switches. */
type PresentIn<C> = {
  [Name in keyof C]: C[Name] extends { readonly isRequired: true } | { readonly default: unknown }
    ? Name
    : C[Name] extends { readonly value: string }
      ? never
      : Name;
}[keyof C];

export type ValuesOf<C> = { readonly [Name in PresentIn<C>]: ValueOf<C[Name]> } & {
  readonly [Name in Exclude<keyof C, PresentIn<C>>]?: ValueOf<C[Name]>;
};

/** Settings that several commands have. */
export const DATA_DIR = value("<directory>", "data directory to use");
export const SERVER = value("<address>", "use the running server at this address instead", {
  read: webAddress,
});
export const TOKEN = value("<token>", "token for the server");

/** For commands that work on a data directory or through a server. */
export const TARGET = { dataDir: DATA_DIR, url: SERVER, token: TOKEN } as const;
