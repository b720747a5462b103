import { IANAZone } from "luxon";
import { invalid } from "./errors.ts";
import { DAY_MS, MINUTE_MS } from "./instant.ts";
import { ZONE_ALIASES } from "./zone-aliases.ts";

/*
 * A local wall time is held as "local milliseconds": the epoch milliseconds its calendar fields would
 * have in UTC. Calendar arithmetic on it is plain UTC arithmetic, and only `toInstant` and `toLocal`
 * know about zones. A local date is held as local days: local milliseconds / DAY_MS.
 */

/** Whether `name` is a zone of the tz database, in its own spelling, that this machine knows (D2). */
export function isTimeZone(name: string): boolean {
  if (found.has(name)) return true;
  const isZone = (listedZones().has(name) || ZONE_ALIASES.has(name)) && IANAZone.isValidZone(name);
  if (isZone) found.add(name);
  return isZone;
}

/** Zones that Intl has been asked about, which takes longer than all else that is checked of a space. */
const found = new Set<string>();

let listed: ReadonlySet<string> | undefined;

/** The zones by the names Intl goes by. */
function listedZones(): ReadonlySet<string> {
  listed ??= new Set(Intl.supportedValuesOf("timeZone"));
  return listed;
}

/** @throws HeadcountError `invalid` where `name` is not a zone of the tz database */
export function parseTimeZone(name: string, path: string): string {
  if (!isTimeZone(name)) {
    throw invalid(
      path,
      `${JSON.stringify(name)} is not a time zone of the tz database, such as Europe/Berlin`,
    );
  }
  return name;
}

/** Days of one cached block of a zone's offsets. */
const BLOCK_DAYS = 64;

/** From an instant on, clocks in a zone are this many ms ahead of UTC. */
export interface OffsetChange {
  readonly instant: number;
  readonly offset: number;
}

/** The offset changes within one block: from `starts[i]` on, the offset is `offsets[i]` ms. */
interface OffsetBlock {
  readonly starts: readonly number[];
  readonly offsets: readonly number[];
}

/**
 * A zone's offsets from UTC. Asking Intl costs microseconds, so the changes are found once per block of
 * days by bisection and kept. A block is probed daily: no zone has ever changed its offset and changed
 * it back within a day.
 */
class ZoneOffsets {
  readonly #zone: IANAZone;
  readonly #blocks = new Map<number, OffsetBlock>();

  /** The zone of spaces that name none: it needs no looking up. */
  readonly #isUtc: boolean;

  constructor(name: string) {
    this.#zone = IANAZone.create(name);
    this.#isUtc = name === "UTC";
  }

  /** The offset in ms to add to the instant to get local milliseconds. */
  at(instant: number): number {
    if (this.#isUtc) return 0;
    const block = this.#block(blockOf(instant));
    let i = block.starts.length - 1;
    while (i > 0 && (block.starts[i] as number) > instant) i--;
    return block.offsets[i] as number;
  }

  #block(index: number): OffsetBlock {
    let block = this.#blocks.get(index);
    if (block === undefined) {
      block = this.#findChanges(index * BLOCK_DAYS * DAY_MS);
      this.#blocks.set(index, block);
    }
    return block;
  }

  /** The instants in (from, to] at which the offset changes, ascending, with the offset from there on. */
  *changes(from: number, to: number): Generator<OffsetChange> {
    if (this.#isUtc) return;
    let offset = this.at(from);
    for (let index = blockOf(from); index <= blockOf(to); index++) {
      const { starts, offsets } = this.#block(index);
      for (const [i, instant] of starts.entries()) {
        if (instant <= from || instant > to || offsets[i] === offset) continue;
        offset = offsets[i] as number;
        yield { instant, offset };
      }
    }
  }

  #probe(instant: number): number {
    return Math.round(this.#zone.offset(instant) * MINUTE_MS);
  }

  #findChanges(blockStart: number): OffsetBlock {
    const starts = [blockStart];
    let known = this.#probe(blockStart);
    const offsets = [known];
    for (let day = 1; day <= BLOCK_DAYS; day++) {
      const end = blockStart + day * DAY_MS;
      const offset = this.#probe(end);
      if (offset === known) continue;
      let before = end - DAY_MS;
      let after = end;
      while (after - before > 1) {
        const middle = Math.floor((before + after) / 2);
        if (this.#probe(middle) === known) before = middle;
        else after = middle;
      }
      starts.push(after);
      offsets.push(offset);
      known = offset;
    }
    return { starts, offsets };
  }
}

/** The block that an instant lies in. */
function blockOf(instant: number): number {
  return Math.floor(instant / (BLOCK_DAYS * DAY_MS));
}

const zones = new Map<string, ZoneOffsets>();

function offsetsOf(timeZone: string): ZoneOffsets {
  let offsets = zones.get(timeZone);
  if (offsets === undefined) {
    offsets = new ZoneOffsets(timeZone);
    zones.set(timeZone, offsets);
  }
  return offsets;
}

/** The instants in (from, to], in ms, at which the zone's offset changes, ascending. */
export function offsetChanges(timeZone: string, from: number, to: number): OffsetChange[] {
  return [...offsetsOf(timeZone).changes(from, to)];
}

/** The local milliseconds that clocks in the zone show at an instant. */
export function toLocal(instant: number, timeZone: string): number {
  return instant + offsetsOf(timeZone).at(instant);
}

/**
 * The instant at which clocks in the zone show a local time (D2, Temporal's "compatible"): a time that
 * occurs twice means the first occurrence; one inside a gap moves forward by the length of the gap.
 */
export function toInstant(local: number, timeZone: string): number {
  const offsets = offsetsOf(timeZone);
  // No offset reaches a day and no change exceeds one, so these are the offsets before and after any
  // change that could touch this local time.
  const before = offsets.at(local - DAY_MS);
  const after = offsets.at(local + DAY_MS);
  const early = local - before;
  if (before === after || offsets.at(early) === before) return early;
  const late = local - after;
  return offsets.at(late) === after ? late : early;
}

/** Whether the zone's calendar has the local date; Apia has no 30 December 2011 (D2). */
export function localDateExists(localDay: number, timeZone: string): boolean {
  const midnight = localDay * DAY_MS;
  return Math.floor(toLocal(toInstant(midnight, timeZone), timeZone) / DAY_MS) === localDay;
}

/** The local date, in local days, that clocks in the zone show at an instant. */
export function localDayOf(instant: number, timeZone: string): number {
  return Math.floor(toLocal(instant, timeZone) / DAY_MS);
}

/** Whether an instant is the first of a local date. */
export function isLocalMidnight(instant: number, timeZone: string): boolean {
  return toInstant(localDayOf(instant, timeZone) * DAY_MS, timeZone) === instant;
}

/** The instants in [start, end) at which local dates begin, in ms, ascending. */
export function localMidnights(timeZone: string, start: number, end: number): number[] {
  const midnights = new Set<number>();
  for (let day = localDayOf(start, timeZone); day <= localDayOf(end, timeZone); day++)
    midnights.add(toInstant(day * DAY_MS, timeZone));
  return [...midnights].filter((midnight) => midnight >= start && midnight < end);
}
