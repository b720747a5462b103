import { invalid } from "./errors.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "./instant.ts";
import { INTERVAL_DAYS_MAX, INTERVAL_MONTHS_MAX } from "./limits.ts";

/** The length of intervals (D10): a number of milliseconds, or of calendar days or months in the space's time zone. */
export type Interval =
  | { readonly unit: "millisecond"; readonly amount: number }
  | { readonly unit: "day"; readonly amount: number }
  | { readonly unit: "month"; readonly amount: number };

/** Accepted intervals: the documented ones, or any up to ten years (D11). */
export type IntervalPolicy = "supported" | "any";

const SUPPORTED_MS = new Set([1, 5, 10, 15, 60].map((minutes) => minutes * MINUTE_MS))
  .add(DAY_MS)
  .add(7 * DAY_MS);

const UNITS: Readonly<Record<string, Interval>> = {
  s: { unit: "millisecond", amount: SECOND_MS },
  m: { unit: "millisecond", amount: MINUTE_MS },
  h: { unit: "millisecond", amount: HOUR_MS },
  d: { unit: "day", amount: 1 },
  w: { unit: "day", amount: 7 },
  M: { unit: "month", amount: 1 },
  mo: { unit: "month", amount: 1 },
};

/**
 * Parses an interval such as `1h`, `60m` or `1M` (D11).
 *
 * @throws HeadcountError `invalid`, naming `path` and listing the supported intervals
 */
export function parseInterval(text: string, path: string, policy: IntervalPolicy = "supported"): Interval {
  const match = /^(\d{1,12})(s|m|h|d|w|mo|M)$/.exec(text);
  const unit = match === null ? undefined : UNITS[match[2] as string];
  if (match !== null && unit !== undefined) {
    const interval = { ...unit, amount: unit.amount * Number(match[1]) };
    if (policy === "any" ? isWithinTenYears(interval) : isSupported(interval)) return interval;
  }
  const choices =
    policy === "any"
      ? "a whole number followed by s, m, h, d, w or M (months), from 1s to 10 years"
      : "1m, 5m, 10m, 15m, 1h, 1d, 1w, 1M (month), or the same length in another unit";
  throw invalid(path, `${JSON.stringify(text.slice(0, 32))} is not a supported interval; use ${choices}`);
}

function isSupported(interval: Interval): boolean {
  if (interval.unit === "month") return interval.amount === 1;
  return SUPPORTED_MS.has(interval.unit === "day" ? interval.amount * DAY_MS : interval.amount);
}

function isWithinTenYears({ unit, amount }: Interval): boolean {
  if (amount < 1) return false;
  if (unit === "month") return amount <= INTERVAL_MONTHS_MAX;
  return amount <= (unit === "day" ? INTERVAL_DAYS_MAX : INTERVAL_DAYS_MAX * DAY_MS);
}
