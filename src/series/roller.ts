import { DAY_MS } from "../domain/instant.ts";
import { type CountMarks, dayPartRows, staysBetween } from "./day-part-rows.ts";
import { type Meter, Replay, type RowCursor, skipChanges } from "./replay.ts";
import { FLOOR, type Origin, planReplay, type ReplayPlan, type ResetHistory } from "./replay-plan.ts";
import {
  DAY_PARTS,
  DAY_PARTS_MAX,
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
  spanAt,
  startAt,
} from "./roll-up.ts";
import {
  type ChangeRun,
  effectOf,
  findChange,
  type PartNumbers,
  type RolledUpRun,
  rolledUpRunBlock,
} from "./run-block.ts";

/** Settings of a space that decide which roll-ups are useful. */
export interface RollUpHints extends CountMarks {
  readonly history: ResetHistory;
  /** The midnights of its zone in a half-open range, ascending, all in ms. */
  midnights(start: number, end: number): readonly number[];
}

/** The hints for a space; null if it is unknown. */
export type RollUpHintsOf = (spaceId: bigint) => RollUpHints | null;

/**
 * Minimum number of changes per row for roll-ups to pay: a row is as large as six or seven changes, and using it takes
 * as long as replaying some.
 */
const CHANGES_A_ROW_MIN = 12;

/** Maximum share of its run's changes in an excerpt: beyond it, the run itself is as cheap to read. */
const EXCERPT_SHARE_MAX = 1 / 2;

/** Length of the range planned at a time, in ms. */
const PLANNED_MS = 16 * DAY_MS;

const NO_PLAN = planReplay({ schedules: [], resets: [] }, 0, 0);
const NO_CHANGES = new Uint32Array(0);
const NO_ROWS = new Uint16Array(0);

/**
 * Rolls up runs as they are stored, with the count before them if it is known: spans in which the count reaches the
 * floor (D7) get floored rows, and the changes of hours in which it changes its band, is unsafe or is reset are copied
 * into an excerpt. A day has rows of all its day parts if they are detailed enough, or none. If settings change later,
 * queries for which these rows are not enough use the changes of the run.
 */
export class Roller {
  readonly #watchOf: RollUpHintsOf;
  #spaceId: bigint | null = null;
  #watch: RollUpHints | null = null;
  /** The count at the end of the previous run and its instant in ms; null if unknown. */
  #before: Origin | null = null;
  /** The plan of several days from an instant on, in ms: planning each day takes longer than replaying it. */
  #planned: ReplayPlan = NO_PLAN;
  #plannedFrom = Number.NaN;
  /** Instants at which queries are likely to cut these days: resets and midnights, in ms. */
  #cuts: readonly number[] = [];
  readonly #quarters = new Uint16Array(dayRowsSize(QUARTERS));
  readonly #hours = new Uint16Array(dayRowsSize(HOURS));
  readonly #dayParts = new Uint16Array(dayRowsSize(DAY_PARTS));

  constructor(watchOf: RollUpHintsOf) {
    this.#watchOf = watchOf;
  }

  /** Rolls up the next run. Runs must ascend by space, then by day. The result is valid until the next call. */
  roll(spaceId: bigint, day: number, changes: Uint32Array): RolledUpRun & PartNumbers {
    if (spaceId !== this.#spaceId) {
      this.#spaceId = spaceId;
      this.#watch = this.#watchOf(spaceId);
      this.#before = null;
      this.#plannedFrom = Number.NaN;
    }
    const hours = rowsOf(changes, HOURS, this.#hours);
    // There are more quarters than hours.
    const quarters = hours.length === 0 ? NO_ROWS : rowsOf(changes, QUARTERS, this.#quarters);
    const run = { spaceId, day, changes, quarters, hours, dayParts: NO_ROWS, ...effectOf(changes) };
    const watch = this.#watch;
    if (watch === null) return { ...run, excerpts: NO_CHANGES };
    const start = day * DAY_MS;
    const plan = this.#planOf(watch, start);
    const dayParts = this.#dayPartsOf(changes, start, plan, watch);
    if (plan === null) return { ...run, dayParts, excerpts: NO_CHANGES };
    if (quarters.length > 0) floorRows(run, QUARTERS, plan, watch);
    const flooring = hours.length > 0 ? floorRows(run, HOURS, plan, watch) : null;
    const count = flooring === null ? countAfter(changes, start, plan) : flooring.count;
    this.#before = { instant: start + DAY_MS, count };
    const close = (flooring?.hours ?? 0) | splitHours(plan);
    return { ...run, dayParts, excerpts: excerpted(changes, hours, close) };
  }

  /** The plan of a day from where its count is known; null if it is unknown. */
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
   * The rows of the day's parts from an instant on; none if they do not pay, are too many, would not all begin at a
   * quarter-hour, or are not detailed enough.
   */
  #dayPartsOf(changes: Uint32Array, start: number, plan: ReplayPlan | null, watch: RollUpHints): Uint16Array {
    const rowsMax = rowsAtMost(changes);
    if (rowsMax === 0) return NO_ROWS;
    const cuts: number[] = [];
    for (const instant of this.#cuts) {
      if (instant >= start + DAY_MS) break;
      if (instant > start) cuts.push(instant - start);
    }
    if (cuts.length >= DAY_PARTS_MAX || cuts.some((cut) => cut % QUARTER_MS !== 0)) return NO_ROWS;
    const rows = dayPartRows(changes, start, plan, cuts, watch, this.#dayParts, rowsMax);
    return this.#dayParts.subarray(0, rows * DAY_PARTS.width);
  }
}

/** A run without roll-ups; they are added later. */
export function notRolledUp(spaceId: bigint, day: number, changes: Uint32Array): RolledUpRun & PartNumbers {
  return {
    spaceId,
    day,
    changes,
    quarters: NO_ROWS,
    hours: NO_ROWS,
    dayParts: NO_ROWS,
    excerpts: NO_CHANGES,
    ...effectOf(changes),
  };
}

function rowsOf(changes: Uint32Array, level: RollUpLevel, target: Uint16Array): Uint16Array {
  const rows = rollUp(changes, level, target, rowsAtMost(changes));
  return rows > 0 ? target.subarray(0, rows * level.width) : NO_ROWS;
}

/** Maximum number of rows for which the roll-ups of a run pay. */
function rowsAtMost(changes: Uint32Array): number {
  return Math.max(0, Math.ceil(changes.length / CHANGES_A_ROW_MIN) - 1);
}

/** The part of a plan that concerns the day from an instant on. */
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

/**
 * Floors the rows of a level. Returns the count after the run, and the hours that must be replayed change by change.
 */
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

/** The hours of a day that contain a reset, one bit each. */
function splitHours({ resets }: ReplayPlan): number {
  let hours = 0;
  for (const instant of resets.instants)
    if (instant % HOURS.unit !== 0) hours |= 1 << hourOf(instant % DAY_MS);
  return hours;
}

/** The hour of a UTC day that contains a millisecond of it. */
function hourOf(millisecondOfDay: number): number {
  return Math.floor(millisecondOfDay / HOURS.unit);
}

/** The changes of the wanted hours of a run, one bit each. */
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

/** Floors those rows of a day that are not valid for the count at their start. */
class FlooringMeter implements Meter {
  nextStop: number;
  done = false;
  readonly idle = false;
  /** The count at the end of the day. */
  count = 0;
  /** The hours that must still be replayed change by change, one bit each. */
  hours = 0;
  readonly #rows: Uint16Array;
  readonly #level: RollUpLevel;
  readonly #watch: RollUpHints;
  readonly #end: number;
  /** The start of the last row reached. */
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
    if (this.#rows.length > 0) this.#floorRow(changes, from, to, count);
    return skipChanges(changes, from, to, count, floor);
  }

  leap(cursor: RowCursor, to: number): void {
    const { width } = this.#level;
    for (; cursor.row < to && this.#isEnough(cursor.row * width, cursor.count); cursor.row++)
      cursor.count += netAt(cursor.rows, cursor.row * width);
  }

  /** Floors the row of the changes if they are all of it, and records whether the row is enough. */
  #floorRow(changes: Uint32Array, from: number, to: number, count: number): void {
    const rows = this.#rows;
    const level = this.#level;
    const ms = (changes[from] as number) >>> 1;
    while (startAt(level, rows, this.#at) + lengthAt(level, rows, this.#at) <= ms) this.#at += level.width;
    const isWhole = to - from === (rows[this.#at + ENTRANCES] as number) + (rows[this.#at + EXITS] as number);
    if (isWhole && !holdsFor(rows, this.#at, count))
      floorRow(changes, from, level, { rows, at: this.#at, count });
    if (!isWhole || !this.#isEnough(this.#at, count)) this.hours |= 1 << hourOf(ms);
  }

  /** Whether a row is detailed enough, given the count at its start. */
  #isEnough(at: number, count: number): boolean {
    const least = count - (this.#rows[at + FALL] as number);
    const most = count + (this.#rows[at + RISE] as number);
    return holdsFor(this.#rows, at, count) && staysBetween(this.#watch, least, most);
  }
}
