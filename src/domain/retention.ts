import { DateTime } from "luxon";
import { invalidText } from "./errors.ts";
import { INSTANT_MIN } from "./instant.ts";

const UNITS = { d: "days", w: "weeks", M: "months", y: "years" } as const;

/** How long events are kept: a number of calendar days, weeks, months or years. */
export interface Keep {
  readonly unit: keyof typeof UNITS;
  readonly amount: number;
}

/**
 * Parses a retention period such as `2y`, `18M`, `26w` or `90d`.
 *
 * @throws HeadcountError `invalid`, naming `path`
 */
export function parseKeep(text: string, path: string): Keep {
  const [, amount, unit] = /^([1-9]\d{0,3})([dwMy])$/.exec(text) ?? [];
  if (unit !== undefined) return { unit: unit as Keep["unit"], amount: Number(amount) };
  throw invalidText(path, text, "a retention period; write it as 2y, 18M, 26w or 90d", 32);
}

export function formatKeep({ unit, amount }: Keep): string {
  return `${amount}${unit}`;
}

/**
 * The log start that a retention period gives: the start of the UTC day that far before `now`, in ms, at the earliest
 * INSTANT_MIN. Older events can be removed.
 */
export function logStartOf(now: number, { unit, amount }: Keep): number {
  const day = DateTime.fromMillis(now, { zone: "utc" })
    .minus({ [UNITS[unit]]: amount })
    .startOf("day");
  return Math.max(INSTANT_MIN, day.toMillis());
}
