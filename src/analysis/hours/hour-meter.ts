import { nextLocalHour, toLocal } from "../../domain/local-time.ts";
import type { Meter, RowCursor } from "../../series/replay.ts";
import type { ChangeRun } from "../../series/run-block.ts";

/** The count of a space in one of its local hours; instants in ms, counts in people. */
export interface HourRow {
  readonly spaceId: bigint;
  readonly start: number;
  readonly end: number;
  /** The offset of its clocks from UTC, in ms. */
  readonly offset: number;
  /** The count at the start before its events. */
  readonly opening: number;
  /** N(start). */
  readonly count: number;
  readonly min: number;
  readonly max: number;
  readonly entrances: number;
  readonly exits: number;
  /** ∫ count dt, in people × ms. */
  readonly integral: number;
}

/** The lists that measured hours are added to. */
export interface HourSink {
  readonly ended: HourRow[];
  /** For the last one, if it has not ended yet. */
  readonly running: HourRow[];
}

export interface MeteredHours {
  readonly spaceId: bigint;
  readonly timeZone: string;
  /** The start of the first hour, and the end of the meter, in ms. */
  readonly start: number;
  readonly end: number;
}

/** Measures a replayed count by local hours: for each the values of an interval (D12), and ∫ count dt. */
export class HourMeter implements Meter {
  nextStop: number;
  done = false;
  idle = true;

  readonly #hours: MeteredHours;
  readonly #sink: HourSink;
  /** The end of the current hour, which can be after the end of the meter. */
  #boundary: number;
  /** The current hour, so far. */
  #row: { -readonly [Field in keyof HourRow]: HourRow[Field] };
  /** The instant up to which it has been measured. */
  #time = 0;

  constructor(hours: MeteredHours, sink: HourSink) {
    this.#hours = hours;
    this.#sink = sink;
    this.#boundary = hours.start;
    this.nextStop = hours.start;
    this.done = hours.start >= hours.end;
    this.#row = this.#begin(hours.start, 0);
  }

  close(instant: number, count: number): void {
    if (this.idle) return;
    this.#elapse(instant, count);
    if (instant < this.nextStop) return;
    const { ended, running } = this.#sink;
    this.#row.end = instant;
    (instant === this.#boundary ? ended : running).push(this.#row);
    this.done = instant >= this.#hours.end;
  }

  open(instant: number, count: number): void {
    if (this.done || (this.idle && instant < this.nextStop)) return;
    if (instant < this.nextStop) {
      this.#see(count);
      return;
    }
    const { timeZone, end } = this.#hours;
    this.idle = false;
    this.#time = instant;
    this.#row = this.#begin(instant, count);
    this.#boundary = nextLocalHour(instant, timeZone);
    this.nextStop = Math.min(this.#boundary, end);
  }

  consume(run: ChangeRun, from: number, to: number, initial: number, floor: number): number {
    const { changes, dayStart } = run;
    const row = this.#row;
    let count = initial;
    for (let i = from; i < to; i++) {
      const change = changes[i] as number;
      const instant = dayStart + (change >>> 1);
      this.#elapse(instant, count);
      const direction = ((change & 1) << 1) - 1;
      count = Math.max(floor, count + direction);
      this.#see(count);
      if (instant === row.start) row.count = count;
      if (direction > 0) row.entrances++;
      else row.exits++;
    }
    return count;
  }

  /** Hours need not consist of quarters of UTC's, so each change is examined. */
  leap(_cursor: RowCursor): void {}

  #elapse(instant: number, count: number): void {
    this.#row.integral += count * (instant - this.#time);
    this.#time = instant;
  }

  #see(count: number): void {
    if (count < this.#row.min) this.#row.min = count;
    if (count > this.#row.max) this.#row.max = count;
  }

  #begin(start: number, opening: number): HourRow {
    const { spaceId, timeZone } = this.#hours;
    const offset = toLocal(start, timeZone) - start;
    const totals = { entrances: 0, exits: 0, integral: 0 };
    return {
      spaceId,
      start,
      end: start,
      offset,
      opening,
      count: opening,
      min: opening,
      max: opening,
      ...totals,
    };
  }
}
