/*
 * Local time (D2) from nothing but the offsets that Intl shows. A local time is held as the ms that its
 * calendar fields would have in UTC.
 */

const MINUTE = 60_000;
const QUARTER = 15 * MINUTE;
const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** How far around a local time its instant can lie: offsets stay within -12 and +14 hours, changes within a day. */
const REACH_HOURS = 30;

class Memo<K, V> {
  readonly #values = new Map<K, V>();

  get(key: K, make: () => V): V {
    const known = this.#values.get(key);
    if (known !== undefined) return known;
    const value = make();
    this.#values.set(key, value);
    return value;
  }
}

/** What has been asked of Intl, and found out from it, about one zone. */
interface Zone {
  readonly format: Intl.DateTimeFormat;
  readonly quarters: Memo<number, number>;
  readonly instants: Memo<number, number>;
  readonly dates: Memo<number, boolean>;
}

const zones = new Memo<string, Zone>();

function zoneOf(timeZone: string): Zone {
  return zones.get(timeZone, () => ({
    format: new Intl.DateTimeFormat("en-US", {
      timeZone,
      calendar: "gregory",
      numberingSystem: "latn",
      hourCycle: "h23",
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
      second: "2-digit",
    }),
    quarters: new Memo(),
    instants: new Memo(),
    dates: new Memo(),
  }));
}

function askIntl(zone: Zone, instant: number): number {
  const second = Math.floor(instant / 1000) * 1000;
  const fields: Record<string, number> = {};
  for (const { type, value } of zone.format.formatToParts(second)) fields[type] = Number(value);
  const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second: seconds = 0 } = fields;
  return Date.UTC(year, month - 1, day, hour, minute, seconds) - second;
}

/** The ms to add to an instant to get the local time that clocks in the zone show. */
export function offsetAt(timeZone: string, instant: number): number {
  const zone = zoneOf(timeZone);
  const quarter = Math.floor(instant / QUARTER) * QUARTER;
  const ask = (at: number) => zone.quarters.get(at, () => askIntl(zone, at));
  // Nowhere have clocks been changed and changed back within a quarter of an hour.
  const before = ask(quarter);
  return before === ask(quarter + QUARTER) ? before : askIntl(zone, instant);
}

/** The local time at an instant. */
export function localAt(timeZone: string, instant: number): number {
  return instant + offsetAt(timeZone, instant);
}

/** The instant of a local time: of two the first; inside a gap that of the time moved on by the gap's length. */
export function instantOf(timeZone: string, local: number): number {
  return zoneOf(timeZone).instants.get(local, () => {
    const around = hoursAround(local).map((instant) => ({ instant, offset: offsetAt(timeZone, instant) }));
    const offsets = [...new Set(around.map(({ offset }) => offset))];
    const matches = offsets
      .map((offset) => local - offset)
      .filter((instant) => localAt(timeZone, instant) === local);
    return matches.length > 0 ? Math.min(...matches) : instantOf(timeZone, local + gapLength(around, local));
  });
}

function hoursAround(local: number): number[] {
  const hour = Math.floor(local / HOUR) * HOUR;
  return Array.from({ length: 2 * REACH_HOURS + 2 }, (_, i) => hour + (i - REACH_HOURS) * HOUR);
}

/** The length of the gap that a local time lies in: the change of offset across which clocks skip it. */
function gapLength(around: readonly { instant: number; offset: number }[], local: number): number {
  for (const [i, next] of around.entries()) {
    const last = around[i - 1];
    if (last === undefined) continue;
    const skips = last.instant + last.offset < local && next.instant + next.offset > local;
    if (skips && next.offset > last.offset) return next.offset - last.offset;
  }
  throw new Error(`no gap at ${local}`);
}

/** The local date, in days since 1 January 1970, at an instant. */
export function dateAt(timeZone: string, instant: number): number {
  return Math.floor(localAt(timeZone, instant) / DAY);
}

/** Whether clocks in the zone have ever shown a local date, given in days since 1 January 1970. */
export function dateExists(timeZone: string, date: number): boolean {
  return zoneOf(timeZone).dates.get(date, () => {
    const hours = Array.from(
      { length: 24 + 2 * REACH_HOURS },
      (_, i) => date * DAY + (i - REACH_HOURS) * HOUR,
    );
    return hours.some((instant) => dateAt(timeZone, instant) === date);
  });
}

/** A wall time `HH:MM` or `HH:MM:SS` as ms since midnight. */
export function wallTime(text: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = text.split(":").map(Number);
  return hours * HOUR + minutes * MINUTE + seconds * 1000;
}

/** The instant of a wall time on a local date, or null if the zone skips that date. */
export function onDate(timeZone: string, date: number, text: string): number | null {
  return dateExists(timeZone, date) ? instantOf(timeZone, date * DAY + wallTime(text)) : null;
}
