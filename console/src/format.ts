import { DateTime } from "luxon";

const whole = new Intl.NumberFormat(undefined, { maximumFractionDigits: 0 });
const oneDigit = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 });
const percent = new Intl.NumberFormat(undefined, { style: "percent", maximumFractionDigits: 0 });

/** What stands where there is no value. */
export const NOTHING = "–";

/** A number of people or events. */
export function formatCount(value: number | null | undefined): string {
  return value === null || value === undefined ? NOTHING : whole.format(value);
}

/** An average, with one digit behind the point. */
export function formatAverage(value: number | null | undefined): string {
  return value === null || value === undefined ? NOTHING : oneDigit.format(value);
}

/** A share of 1 as a percentage. */
export function formatShare(value: number | null | undefined): string {
  return value === null || value === undefined ? NOTHING : percent.format(value);
}

/** An instant's wall time in a zone, such as `14:05`. @param instant in ms, or as the API writes it */
export function formatTime(instant: number | string, timeZone: string): string {
  return at(instant, timeZone).toFormat("HH:mm");
}

/** An instant's wall time in a zone to the second, such as `14:05:09`. */
export function formatSecond(instant: number | string, timeZone: string): string {
  return at(instant, timeZone).toFormat("HH:mm:ss");
}

/** An instant in a zone with its day, such as `Mon 5 May, 14:05`. */
export function formatMoment(instant: number | string, timeZone: string): string {
  return at(instant, timeZone).toFormat("ccc d LLL, HH:mm");
}

/** A day in a zone, such as `Mon 5 May`. */
export function formatDay(instant: number | string, timeZone: string): string {
  return at(instant, timeZone).toFormat("ccc d LLL");
}

/** An instant in a zone to the second, with its year, such as `5 May 2025, 14:05:33`. */
export function formatInstant(instant: number | string, timeZone: string): string {
  return at(instant, timeZone).toFormat("d LLL yyyy, HH:mm:ss");
}

/** An instant in a zone as a control of the type `datetime-local` has it, to the minute. */
export function formatLocal(instant: number, timeZone: string): string {
  return at(instant, timeZone).toFormat("yyyy-MM-dd'T'HH:mm");
}

/** The zone of the device, for what is in no space. */
export function deviceZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** How long ago an instant was, such as `3 minutes ago`. @param now in ms */
export function formatAgo(instant: number | string, now: number): string {
  const then = at(instant, "utc");
  return then.toRelative({ base: DateTime.fromMillis(now, { zone: "utc" }), locale: "en" }) ?? NOTHING;
}

function at(instant: number | string, zone: string): DateTime {
  return typeof instant === "number"
    ? DateTime.fromMillis(instant, { zone })
    : DateTime.fromISO(instant, { zone });
}
