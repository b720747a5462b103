import { DateTime } from "luxon";
import { invalid } from "./errors.ts";
import { INSTANT_MIN } from "./instant.ts";

const UNITS = { d: "days", w: "weeks", M: "months", y: "years" } as const;

/** How long events are kept: so many calendar days, weeks, months or years. */
export interface Keep {
  readonly unit: keyof typeof UNITS;
  readonly amount: number;
}

/** The longest time that events can be kept for, in any unit: beyond all of D1's years. */
const KEEP_AMOUNT_MAX = 9_999;

/**
 * Reads how long events are kept, such as `2y`, `18M`, `26w` or `90d`.
 *
 * @throws HeadcountError `invalid`, naming `path`
 */
export function parseKeep(text: string, path: string): Keep {
  const [, amount, unit] = /^([1-9]\d{0,3})([dwMy])$/.exec(text) ?? [];
  if (amount !== undefined && Number(amount) <= KEEP_AMOUNT_MAX && unit !== undefined)
    return { unit: unit as Keep["unit"], amount: Number(amount) };
  throw invalid(
    path,
    `${JSON.stringify(text.slice(0, 32))} is no length of time; write it as 2y, 18M, 26w or 90d`,
  );
}

/**
 * The start of the UTC day that lies so long before an instant, in ms; at the earliest that of D1's first.
 * Events from before it are older than they need be kept.
 */
export function logStartOf(now: number, { unit, amount }: Keep): number {
  const day = DateTime.fromMillis(now, { zone: "utc" })
    .minus({ [UNITS[unit]]: amount })
    .startOf("day");
  return Math.max(INSTANT_MIN, day.toMillis());
}
