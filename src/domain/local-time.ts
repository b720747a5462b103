import { IANAZone } from "luxon";
import { getOrInsert } from "./collections.ts";
import { invalidText } from "./errors.ts";
import { DAY_MS, formatInstant, HOUR_MS, MINUTE_MS, parseInstant, SECOND_MS } from "./instant.ts";

/*
 * A local wall time is represented as "local milliseconds": the epoch milliseconds its calendar fields would have in
 * UTC. Calendar arithmetic on it is plain UTC arithmetic; only `toInstant` and `toLocal` use time zones. A local date
 * is represented as local days: local milliseconds / DAY_MS.
 */

/** Whether `name` is a zone of the tz database, in its exact spelling, that this machine supports (D2). */
export function isTimeZone(name: string): boolean {
  if (found.has(name)) return true;
  const isZone = (listedZones().has(name) || ZONE_ALIASES.has(name)) && IANAZone.isValidZone(name);
  if (isZone) found.add(name);
  return isZone;
}

/** Zones found valid: asking Intl is the slowest part of validating a space. */
const found = new Set<string>();

let listed: ReadonlySet<string> | undefined;

function listedZones(): ReadonlySet<string> {
  listed ??= new Set(Intl.supportedValuesOf("timeZone"));
  return listed;
}

/** @throws HeadcountError `invalid` if `name` is not a zone of the tz database */
export function parseTimeZone(name: string, path: string): string {
  if (!isTimeZone(name))
    throw invalidText(path, name, "a time zone of the tz database, such as Europe/Berlin", name.length);
  return name;
}

/** Days per cached period of a zone's offsets. */
const PERIOD_DAYS = 64;

/** The offset of a zone from an instant on, in ms ahead of UTC. */
interface OffsetChange {
  readonly instant: number;
  readonly offset: number;
}

/**
 * A zone's offsets from UTC. Asking Intl costs microseconds, so the changes are found by bisection once per period of
 * days and cached. A period is probed daily: no zone has ever changed its offset and changed it back within a day.
 */
class ZoneOffsets {
  readonly #zone: IANAZone;
  readonly #periods = new Map<number, readonly OffsetChange[]>();

  constructor(name: string) {
    this.#zone = IANAZone.create(name);
  }

  /** The offset in ms to add to an instant to get local milliseconds. */
  at(instant: number): number {
    const period = this.#period(periodOf(instant));
    let i = period.length - 1;
    while (i > 0 && (period[i] as OffsetChange).instant > instant) i--;
    return (period[i] as OffsetChange).offset;
  }

  /** The offset at the start of a period, and its changes within it. */
  #period(index: number): readonly OffsetChange[] {
    return getOrInsert(this.#periods, index, () => this.#findChanges(index * PERIOD_DAYS * DAY_MS));
  }

  *changes(from: number, to: number): Generator<OffsetChange> {
    let offset = this.at(from);
    for (let index = periodOf(from); index <= periodOf(to); index++) {
      for (const change of this.#period(index)) {
        if (change.instant <= from || change.instant > to || change.offset === offset) continue;
        offset = change.offset;
        yield change;
      }
    }
  }

  #probe(instant: number): number {
    return Math.round(this.#zone.offset(instant) * MINUTE_MS);
  }

  #findChanges(periodStart: number): readonly OffsetChange[] {
    let known = this.#probe(periodStart);
    const changes = [{ instant: periodStart, offset: known }];
    for (let day = 1; day <= PERIOD_DAYS; day++) {
      const end = periodStart + day * DAY_MS;
      const offset = this.#probe(end);
      if (offset === known) continue;
      let before = end - DAY_MS;
      let after = end;
      while (after - before > 1) {
        const middle = Math.floor((before + after) / 2);
        if (this.#probe(middle) === known) before = middle;
        else after = middle;
      }
      changes.push({ instant: after, offset });
      known = offset;
    }
    return changes;
  }
}

function periodOf(instant: number): number {
  return Math.floor(instant / (PERIOD_DAYS * DAY_MS));
}

const zones = new Map<string, ZoneOffsets>();

function offsetsOf(timeZone: string): ZoneOffsets {
  return getOrInsert(zones, timeZone, () => new ZoneOffsets(timeZone));
}

/** The instants in (from, to], in ms, at which the zone's offset changes, ascending. */
export function offsetChanges(timeZone: string, from: number, to: number): OffsetChange[] {
  return [...offsetsOf(timeZone).changes(from, to)];
}

export function toLocal(instant: number, timeZone: string): number {
  return instant + offsetsOf(timeZone).at(instant);
}

/** Formats an instant as local time without an offset: `2024-05-06 07:08:09`. */
export function formatLocalTime(instant: number, timeZone: string): string {
  return formatInstant(toLocal(instant, timeZone)).replace("T", " ").slice(0, "2024-05-06 07:08:09".length);
}

/**
 * Converts a local time to an instant (D2, Temporal's "compatible"): a time that occurs twice means the first
 * occurrence; a time inside a gap moves forward by the length of the gap.
 */
export function toInstant(local: number, timeZone: string): number {
  const offsets = offsetsOf(timeZone);
  // Every offset is under a day and a change at most a day, so these are the offsets before and after any change that
  // could affect this local time.
  const before = offsets.at(local - DAY_MS);
  const after = offsets.at(local + DAY_MS);
  const early = local - before;
  if (before === after || offsets.at(early) === before) return early;
  const late = local - after;
  return offsets.at(late) === after ? late : early;
}

/** The instants, in ms, ascending, at which the zone has a local time: none within a gap, two if it occurs twice. */
export function instantsOf(local: number, timeZone: string): number[] {
  const offsets = offsetsOf(timeZone);
  const [before, after] = [offsets.at(local - DAY_MS), offsets.at(local + DAY_MS)];
  const found = [local - before, local - after].filter((instant) => toLocal(instant, timeZone) === local);
  return [...new Set(found)].sort((a, b) => a - b);
}

/** Whether the zone's calendar has a local date; Apia has no 30 December 2011 (D2). */
export function localDateExists(localDay: number, timeZone: string): boolean {
  return localDayOf(toInstant(localDay * DAY_MS, timeZone), timeZone) === localDay;
}

export function localDayOf(instant: number, timeZone: string): number {
  return Math.floor(toLocal(instant, timeZone) / DAY_MS);
}

/**
 * Names in the tz database that are links to other zones, in exact spelling. Intl lists one name per zone and accepts
 * all others in any case, so `US/Pacific` and `us/pacific` can only be distinguished by a list.
 */
const ZONE_ALIASES: ReadonlySet<string> = new Set(
  `
  Africa/Asmara Africa/Timbuktu America/Argentina/Buenos_Aires America/Argentina/Catamarca
  America/Argentina/ComodRivadavia America/Argentina/Cordoba America/Argentina/Jujuy
  America/Argentina/Mendoza America/Atikokan America/Atka America/Ensenada America/Fort_Wayne
  America/Indiana/Indianapolis America/Kentucky/Louisville America/Knox_IN America/Montreal
  America/Nipigon America/Nuuk America/Pangnirtung America/Porto_Acre America/Rainy_River America/Rosario
  America/Santa_Isabel America/Shiprock America/Thunder_Bay America/Virgin America/Yellowknife
  Antarctica/South_Pole Asia/Ashkhabad Asia/Choibalsan Asia/Chongqing Asia/Chungking Asia/Dacca
  Asia/Harbin Asia/Ho_Chi_Minh Asia/Istanbul Asia/Kashgar Asia/Kathmandu Asia/Kolkata Asia/Macao
  Asia/Tel_Aviv Asia/Thimbu Asia/Ujung_Pandang Asia/Ulan_Bator Asia/Yangon Atlantic/Faroe
  Atlantic/Jan_Mayen Australia/ACT Australia/Canberra Australia/Currie Australia/LHI Australia/NSW
  Australia/North Australia/Queensland Australia/South Australia/Tasmania Australia/Victoria
  Australia/West Australia/Yancowinna Brazil/Acre Brazil/DeNoronha Brazil/East Brazil/West CET CST6CDT
  Canada/Atlantic Canada/Central Canada/Eastern Canada/Mountain Canada/Newfoundland Canada/Pacific
  Canada/Saskatchewan Canada/Yukon Chile/Continental Chile/EasterIsland Cuba EET EST EST5EDT Egypt Eire
  Etc/GMT Etc/GMT+0 Etc/GMT+1 Etc/GMT+10 Etc/GMT+11 Etc/GMT+12 Etc/GMT+2 Etc/GMT+3 Etc/GMT+4 Etc/GMT+5
  Etc/GMT+6 Etc/GMT+7 Etc/GMT+8 Etc/GMT+9 Etc/GMT-0 Etc/GMT-1 Etc/GMT-10 Etc/GMT-11 Etc/GMT-12 Etc/GMT-13
  Etc/GMT-14 Etc/GMT-2 Etc/GMT-3 Etc/GMT-4 Etc/GMT-5 Etc/GMT-6 Etc/GMT-7 Etc/GMT-8 Etc/GMT-9 Etc/GMT0
  Etc/Greenwich Etc/UCT Etc/UTC Etc/Universal Etc/Zulu Europe/Belfast Europe/Kyiv Europe/Nicosia
  Europe/Tiraspol Europe/Uzhgorod Europe/Zaporozhye GB GB-Eire GMT GMT+0 GMT-0 GMT0 Greenwich HST
  Hongkong Iceland Iran Israel Jamaica Japan Kwajalein Libya MET MST MST7MDT Mexico/BajaNorte
  Mexico/BajaSur Mexico/General NZ NZ-CHAT Navajo PRC PST8PDT Pacific/Chuuk Pacific/Johnston
  Pacific/Kanton Pacific/Pohnpei Pacific/Samoa Pacific/Yap Poland Portugal ROC ROK Singapore Turkey UCT
  US/Alaska US/Aleutian US/Arizona US/Central US/East-Indiana US/Eastern US/Hawaii US/Indiana-Starke
  US/Michigan US/Mountain US/Pacific US/Samoa UTC Universal W-SU WET Zulu
`
    .trim()
    .split(/\s+/),
);

/** A point in time, or a date alone, which is its midnight in a time zone. */
export interface LocalTime {
  readonly text: string;
  /** In a time zone, in ms. */
  readonly in: (timeZone: string) => number;
}

/** @throws HeadcountError `invalid`, naming `path`, if the text has none of the forms of D1 */
export function parseLocalTime(text: string, path: string): LocalTime {
  const time = parseInstant(text, path);
  return { text, in: (timeZone) => (/^[\d-]{10}$/.test(text) ? toInstant(time, timeZone) : time) };
}

/**
 * Parses a wall time `HH:MM` or `HH:MM:SS`.
 *
 * @returns milliseconds since local midnight, or null if the text is not one
 */
export function readWallTime(text: string): number | null {
  const match = /^([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?$/.exec(text);
  if (match === null) return null;
  return Number(match[1]) * HOUR_MS + Number(match[2]) * MINUTE_MS + Number(match[3] ?? 0) * SECOND_MS;
}
