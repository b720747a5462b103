import { DAY_MS } from "../domain/instant.ts";
import { type ChangeRun, findChange } from "./change-run.ts";
import { FLOOR, type Meter, type Origin, Replay, type ReplayPlan, type RowCursor } from "./replay.ts";
import { planReplay, type ResetHistory } from "./replay-plan.ts";
import {
  dayRowsSize,
  ENTRANCES,
  EXITS,
  FALL,
  floorRow,
  HOURS,
  holdsFor,
  lengthAt,
  netAt,
  QUARTER_MS,
  QUARTERS,
  RISE,
  type RollUpLevel,
  rollUp,
  STRETCHES,
  STRETCHES_MAX,
  spanAt,
  startAt,
} from "./roll-up.ts";
import { type PartNumbers, type RolledUpRun, rolledUpRunBlock } from "./run-block.ts";
import { effectOf } from "./run-effect.ts";
import { skipChanges } from "./skipping.ts";
import { type CountMarks, staysBetween, stretchRows } from "./stretch-rows.ts";

/** How a space's counts are looked at. */
export interface RollUpHints extends CountMarks {
  readonly history: ResetHistory;
  /** The midnights of its zone in a half-open range, ascending, all in ms. */
  midnights(start: number, end: number): readonly number[];
}

/** How the counts of a space are looked at; null where nothing is known of it. */
export type RollUpHintsOf = (spaceId: bigint) => RollUpHints | null;

/**
 * A row takes as much room as six changes or seven, and to use it as long as to replay some: where there are not more
 * than so many to a row, the changes are as soon read and replayed.
 */
const CHANGES_A_ROW_MIN = 12;

/** An excerpt has no more than this share of its run's changes: more are as well read from the run itself. */
const EXCERPT_SHARE_MAX = 1 / 2;

/** Days that are planned at a time, in ms. */
const PLANNED_MS = 16 * DAY_MS;

const NO_PLAN = planReplay({ schedules: [], resets: [] }, 0, 0);
const NO_CHANGES = new Uint32Array(0);
const NO_ROWS = new Uint16Array(0);

/**
 * Rolls runs up as they are stored, by the counts that they are known to have then, if they are: rows of spans in
 * which the count meets the floor (D7) are floored, and the changes of hours in which it changes its band, is
 * unsafe or is reset are picked into an excerpt. A day has rows of all its stretches where they say enough, or none. A
 * later question for which that does not hold, as settings have changed, finds all changes in the run.
 */
export class Roller {
  readonly #watchOf: RollUpHintsOf;
  #spaceId: bigint | null = null;
  #watch: RollUpHints | null = null;
  /** The count at the end of the run before, and when that was, in ms; null where it is not known. */
  #before: Origin | null = null;
  /** The replay of some days from an instant on, in ms: to plan that of each takes longer than to do it. */
  #planned: ReplayPlan = NO_PLAN;
  #plannedFrom = Number.NaN;
  /** Where questions for the counts of the same days are likely to cut them: at resets and midnights, in ms. */
  #cuts: readonly number[] = [];
  readonly #quarters = new Uint16Array(dayRowsSize(QUARTERS));
  readonly #hours = new Uint16Array(dayRowsSize(HOURS));
  readonly #stretches = new Uint16Array(dayRowsSize(STRETCHES));

  constructor(watchOf: RollUpHintsOf) {
    this.#watchOf = watchOf;
  }

  /** Rolls up the next run, which can be used until another is. Runs ascend by space, then by day. */
  roll(spaceId: bigint, day: number, changes: Uint32Array): RolledUpRun & PartNumbers {
    if (spaceId !== this.#spaceId) {
      this.#spaceId = spaceId;
      this.#watch = this.#watchOf(spaceId);
      this.#before = null;
      this.#plannedFrom = Number.NaN;
    }
    const hours = rowsOf(changes, HOURS, this.#hours);
    // Their rows are more.
    const quarters = hours.length === 0 ? NO_ROWS : rowsOf(changes, QUARTERS, this.#quarters);
    const run = { spaceId, day, changes, quarters, hours, stretches: NO_ROWS, ...effectOf(changes) };
    const watch = this.#watch;
    if (watch === null) return { ...run, excerpts: NO_CHANGES };
    const start = day * DAY_MS;
    const plan = this.#planOf(watch, start);
    const stretches = this.#stretchesOf(changes, start, plan, watch);
    if (plan === null) return { ...run, stretches, excerpts: NO_CHANGES };
    if (quarters.length > 0) floorRows(run, QUARTERS, plan, watch);
    const flooring = hours.length > 0 ? floorRows(run, HOURS, plan, watch) : null;
    const count = flooring === null ? countAfter(changes, start, plan) : flooring.count;
    this.#before = { instant: start + DAY_MS, count };
    const close = (flooring?.hours ?? 0) | splitHours(plan);
    return { ...run, stretches, excerpts: excerpted(changes, hours, close) };
  }

  /** A replay of a day, from where its counts are known; null where they are not. */
  #planOf({ history, midnights }: RollUpHints, start: number): ReplayPlan | null {
    if (!(start >= this.#plannedFrom && start < this.#plannedFrom + PLANNED_MS)) {
      this.#plannedFrom = start;
      this.#planned = planReplay(history, start, start + PLANNED_MS);
      const cuts = [...this.#planned.resets.instants, ...midnights(start, start + PLANNED_MS)];
      this.#cuts = [...new Set(cuts)].sort((a, b) => a - b);
    }
    const plan = dayOf(this.#planned, start);
    const { origin, resets } = plan;
    if (this.#before !== null) {
      const carried = { instant: start, count: this.#before.count };
      return { ...plan, origin: origin.instant >= this.#before.instant ? origin : carried };
    }
    // A space that is never reset begins with its first events.
    if (origin.instant === start || (origin.instant === -Infinity && resets.instants.length === 0))
      return plan;
    const [instant] = resets.instants;
    return instant === undefined ? null : { ...plan, origin: { instant, count: resets.counts[0] as number } };
  }

  /**
   * The stretches of the day from an instant on; none where they do not pay, are too many, would not all begin with a
   * quarter, or do not say enough.
   */
  #stretchesOf(
    changes: Uint32Array,
    start: number,
    plan: ReplayPlan | null,
    watch: RollUpHints,
  ): Uint16Array {
    const rowsMax = rowsAtMost(changes);
    if (rowsMax === 0) return NO_ROWS;
    const cuts: number[] = [];
    for (const instant of this.#cuts) {
      if (instant >= start + DAY_MS) break;
      if (instant > start) cuts.push(instant - start);
    }
    if (cuts.length >= STRETCHES_MAX || cuts.some((cut) => cut % QUARTER_MS !== 0)) return NO_ROWS;
    const rows = stretchRows(changes, start, plan, cuts, watch, this.#stretches, rowsMax);
    return this.#stretches.subarray(0, rows * STRETCHES.width);
  }
}

/** A run that is to be rolled up another time. */
export function notRolledUp(spaceId: bigint, day: number, changes: Uint32Array): RolledUpRun & PartNumbers {
  return {
    spaceId,
    day,
    changes,
    quarters: NO_ROWS,
    hours: NO_ROWS,
    stretches: NO_ROWS,
    excerpts: NO_CHANGES,
    ...effectOf(changes),
  };
}

function rowsOf(changes: Uint32Array, level: RollUpLevel, target: Uint16Array): Uint16Array {
  const rows = rollUp(changes, level, target, rowsAtMost(changes));
  return rows > 0 ? target.subarray(0, rows * level.width) : NO_ROWS;
}

/** How many rows of a run pay. */
function rowsAtMost(changes: Uint32Array): number {
  return Math.max(0, Math.ceil(changes.length / CHANGES_A_ROW_MIN) - 1);
}

/** The part of a plan that is of the day from an instant on. */
function dayOf({ origin, resets, floor }: ReplayPlan, start: number): ReplayPlan {
  const { instants, counts } = resets;
  let from = 0;
  while ((instants[from] ?? Infinity) <= start) from++;
  let to = from;
  while ((instants[to] ?? Infinity) < start + DAY_MS) to++;
  return {
    origin:
      from === 0 ? origin : { instant: instants[from - 1] as number, count: counts[from - 1] as number },
    resets: { instants: instants.subarray(from, to), counts: counts.subarray(from, to) },
    floor,
  };
}

/** Floors the rows of a level; gives back the count after the run, and which rows have to be seen change by change. */
function floorRows(
  run: RolledUpRun,
  level: RollUpLevel,
  plan: ReplayPlan,
  watch: RollUpHints,
): FlooringMeter {
  const meter = new FlooringMeter(run, level, watch);
  const replay = new Replay(plan, meter, level);
  replay.push({ block: rolledUpRunBlock(run), from: 0, to: 1 });
  return replay.finish();
}

/** The count after a day's changes. */
function countAfter(changes: Uint32Array, start: number, { origin, resets }: ReplayPlan): number {
  const last = resets.instants.length - 1;
  const count = last === -1 ? origin.count : (resets.counts[last] as number);
  const since = last === -1 ? origin.instant : (resets.instants[last] as number);
  const from = findChange(changes, since - start, 0, changes.length);
  return skipChanges(changes, from, changes.length, count, FLOOR);
}

/** The hours of a day within which there is a reset, a bit for each. */
function splitHours({ resets }: ReplayPlan): number {
  let hours = 0;
  for (const instant of resets.instants)
    if (instant % HOURS.unit !== 0) hours |= 1 << hourOf(instant % DAY_MS);
  return hours;
}

/** Which of a UTC day's hours a ms of it lies in. */
function hourOf(millisecondOfDay: number): number {
  return Math.floor(millisecondOfDay / HOURS.unit);
}

/** The changes of some of a run's hours, a bit for each. */
function excerpted(changes: Uint32Array, hours: Uint16Array, wanted: number): Uint32Array {
  if (wanted === 0) return NO_CHANGES;
  const spans: Uint32Array[] = [];
  let from = 0;
  let length = 0;
  for (let row = 0; row < hours.length; row += HOURS.width) {
    const to = from + (hours[row + ENTRANCES] as number) + (hours[row + EXITS] as number);
    if ((wanted >>> spanAt(hours, row)) & 1) {
      spans.push(changes.subarray(from, to));
      length += to - from;
    }
    from = to;
  }
  if (length > changes.length * EXCERPT_SHARE_MAX) return NO_CHANGES;
  const excerpt = new Uint32Array(length);
  let at = 0;
  for (const span of spans) {
    excerpt.set(span, at);
    at += span.length;
  }
  return excerpt;
}

/** Floors the rows of a day that do not hold for the count at their start. */
class FlooringMeter implements Meter {
  nextStop: number;
  done = false;
  readonly idle = false;
  /** The count at the end of the day. */
  count = 0;
  /** The hours that have to be seen change by change nevertheless, a bit for each. */
  hours = 0;
  readonly #rows: Uint16Array;
  readonly #level: RollUpLevel;
  readonly #watch: RollUpHints;
  readonly #end: number;
  /** Where the row begins that was reached last. */
  #at = 0;

  constructor(run: RolledUpRun, level: RollUpLevel, watch: RollUpHints) {
    this.#rows = run[level.part];
    this.#level = level;
    this.#watch = watch;
    this.#end = (run.day + 1) * DAY_MS;
    this.nextStop = this.#end;
  }

  close(instant: number, count: number): void {
    if (instant < this.#end) return;
    this.count = count;
    this.done = true;
  }

  open(): void {}

  consume({ changes }: ChangeRun, from: number, to: number, count: number, floor: number): number {
    if (this.#rows.length > 0) this.#seeClosely(changes, from, to, count);
    return skipChanges(changes, from, to, count, floor);
  }

  leap(cursor: RowCursor, to: number): void {
    const { width } = this.#level;
    for (; cursor.row < to && this.#says(cursor.row * width, cursor.count); cursor.row++)
      cursor.count += netAt(cursor.rows, cursor.row * width);
  }

  /** Floors the row of some changes, if they are all of it, and notes whether that is enough. */
  #seeClosely(changes: Uint32Array, from: number, to: number, count: number): void {
    const rows = this.#rows;
    const level = this.#level;
    const ms = (changes[from] as number) >>> 1;
    while (startAt(level, rows, this.#at) + lengthAt(level, rows, this.#at) <= ms) this.#at += level.width;
    const isWhole = to - from === (rows[this.#at + ENTRANCES] as number) + (rows[this.#at + EXITS] as number);
    if (isWhole && !holdsFor(rows, this.#at, count))
      floorRow(changes, from, level, { rows, at: this.#at, count });
    if (!isWhole || !this.#says(this.#at, count)) this.hours |= 1 << hourOf(ms);
  }

  /** Whether a row says all that is asked of its span, from a count at its start. */
  #says(at: number, count: number): boolean {
    const least = count - (this.#rows[at + FALL] as number);
    const most = count + (this.#rows[at + RISE] as number);
    return holdsFor(this.#rows, at, count) && staysBetween(this.#watch, least, most);
  }
}
