import { Temporal } from "temporal-polyfill";

/* Local time (D2) by Temporal. A local time is held as the ms that its calendar fields would have in UTC. */

export const DAY = 24 * 3_600_000;

/** The ms to add to an instant to get the local time that clocks in the zone show. */
export function offsetAt(timeZone: string, instant: number): number {
  return Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timeZone).offsetNanoseconds / 1e6;
}

/** The local time at an instant. */
export function localAt(timeZone: string, instant: number): number {
  return instant + offsetAt(timeZone, instant);
}

/** The instant of a local time: of two the first; inside a gap that of the time moved on by the gap's length. */
export function instantOf(timeZone: string, local: number): number {
  const fields = Temporal.Instant.fromEpochMilliseconds(local).toZonedDateTimeISO("UTC").toPlainDateTime();
  return fields.toZonedDateTime(timeZone, { disambiguation: "compatible" }).epochMilliseconds;
}

/** The local date, in days since 1 January 1970, at an instant. */
export function dateAt(timeZone: string, instant: number): number {
  return Math.floor(localAt(timeZone, instant) / DAY);
}

/** Whether clocks in the zone have ever shown a local date, given in days since 1 January 1970. */
export function dateExists(timeZone: string, date: number): boolean {
  return dateAt(timeZone, instantOf(timeZone, date * DAY)) === date;
}

/** A wall time `HH:MM` or `HH:MM:SS` as ms since midnight. */
export function wallTime(text: string): number {
  const { hour, minute, second } = Temporal.PlainTime.from(text);
  return ((hour * 60 + minute) * 60 + second) * 1000;
}

/** The instant of a wall time on a local date, or null if the zone skips that date. */
export function onDate(timeZone: string, date: number, text: string): number | null {
  return dateExists(timeZone, date) ? instantOf(timeZone, date * DAY + wallTime(text)) : null;
}
