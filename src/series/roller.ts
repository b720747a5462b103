import { DAY_MS } from "../domain/instant.ts";
import { skipChanges } from "./replay.ts";
import { FLOOR, type Origin, planReplay, type ReplayPlan, type ResetHistory } from "./replay-plan.ts";
import {
  DAY_PARTS,
  DAY_PARTS_MAX,
  type DaySpan,
  dayRowsSize,
  ENTRANCES,
  EXITS,
  FALL,
  HOURS,
  holdsFor,
  NO_COUNT,
  netAt,
  QUARTER_MS,
  QUARTERS,
  RISE,
  type RollUpLevel,
  rollUp,
  startAt,
  writeRow,
} from "./roll-up.ts";
import { findChange, notRolledUp, type RolledUpRun } from "./run-block.ts";

/** Settings of a space that decide which roll-ups are useful. */
export interface RollUpHints extends CountThresholds {
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

/** Length of the range planned at a time, in ms. */
const PLANNED_MS = 16 * DAY_MS;

const NO_PLAN = planReplay({ schedules: [], resets: [] }, 0, 0);
const NO_ROWS = new Uint16Array(0);

/**
 * Rolls up runs as they are stored, with the count before them if it is known: spans in which the count reaches the
 * floor (D7) get floored rows. A day has rows of all its day parts if they are detailed enough, or none. Queries for
 * which these rows are not enough use the changes of the run.
 */
export class Roller {
  readonly #hintsOf: RollUpHintsOf;
  #spaceId: bigint | null = null;
  #hints: RollUpHints | null = null;
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

  constructor(hintsOf: RollUpHintsOf) {
    this.#hintsOf = hintsOf;
  }

  /** Rolls up the next run. Runs must ascend by space, then by day. */
  roll(spaceId: bigint, day: number, changes: Uint32Array): RolledUpRun {
    if (spaceId !== this.#spaceId) {
      this.#spaceId = spaceId;
      this.#hints = this.#hintsOf(spaceId);
      this.#before = null;
      this.#plannedFrom = Number.NaN;
    }
    const hours = rowsOf(changes, HOURS, this.#hours);
    // There are more quarters than hours.
    const quarters = hours.length === 0 ? NO_ROWS : rowsOf(changes, QUARTERS, this.#quarters);
    const run = { ...notRolledUp(spaceId, day, changes), quarters, hours };
    const hints = this.#hints;
    if (hints === null) return run;
    const start = day * DAY_MS;
    const plan = this.#planOf(hints, start);
    const dayParts = this.#dayPartsOf(changes, start, plan, hints);
    if (plan === null) return { ...run, dayParts };
    floorRows(run, QUARTERS, plan);
    floorRows(run, HOURS, plan);
    this.#before = { instant: start + DAY_MS, count: countAfter(run, plan) };
    return { ...run, dayParts };
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
  #dayPartsOf(changes: Uint32Array, start: number, plan: ReplayPlan | null, hints: RollUpHints): Uint16Array {
    const rowsMax = rowsAtMost(changes);
    if (rowsMax === 0) return NO_ROWS;
    const cuts: number[] = [];
    for (const instant of this.#cuts) {
      if (instant >= start + DAY_MS) break;
      if (instant > start) cuts.push(instant - start);
    }
    if (cuts.length >= DAY_PARTS_MAX || cuts.some((cut) => cut % QUARTER_MS !== 0)) return NO_ROWS;
    const rows = dayPartRows(changes, start, plan, cuts, hints, this.#dayParts, rowsMax);
    return this.#dayParts.slice(0, rows * DAY_PARTS.width);
  }
}

function rowsOf(changes: Uint32Array, level: RollUpLevel, target: Uint16Array): Uint16Array {
  const rows = rollUp(changes, level, target, rowsAtMost(changes));
  return rows > 0 ? target.slice(0, rows * level.width) : NO_ROWS;
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

/** Floors those rows of a level that are not valid for the count at their start. */
function floorRows(
  run: RolledUpRun,
  level: RollUpLevel,
  { origin, resets: { instants, counts } }: ReplayPlan,
): void {
  const { changes } = run;
  const rows = run[level.part];
  const dayStart = run.day * DAY_MS;
  let count = origin.instant <= dayStart ? origin.count : null;
  let nextReset = 0;
  let first = 0;
  for (let at = 0; at < rows.length; at += level.width) {
    const start = startAt(level, rows, at);
    const end = start + level.unit;
    const from = first;
    const last = from + (rows[at + ENTRANCES] as number) + (rows[at + EXITS] as number);
    let since = start;
    for (; (instants[nextReset] ?? Infinity) < dayStart + end; nextReset++) {
      since = Math.max(start, (instants[nextReset] as number) - dayStart);
      count = counts[nextReset] as number;
    }
    first = last;
    if (count === null) continue;
    const isWhole = since === start;
    if (isWhole && !holdsFor(rows, at, count))
      writeRow(changes, from, level, { start, end }, { rows, at, count });
    count =
      isWhole && holdsFor(rows, at, count)
        ? count + netAt(rows, at)
        : skipChanges(changes, findChange(changes, since, from, last), last, count, FLOOR);
  }
}

function countAfter(
  { changes, day, net, base }: RolledUpRun,
  { origin, resets: { instants, counts } }: ReplayPlan,
): number {
  const last = instants.length - 1;
  if (last === -1) return Math.max(origin.count + net, base);
  const from = findChange(changes, (instants[last] as number) - day * DAY_MS);
  return skipChanges(changes, from, changes.length, counts[last] as number, FLOOR);
}

/** The counts that queries need crossing times of, which a row does not have. */
interface CountThresholds {
  /** The lower bounds of all bands but the first, ascending. */
  readonly bandFloors: readonly number[];
  /** The count above which it is unsafe; Infinity without a limit. */
  readonly limit: number;
}

/** Whether a count between a least and a most keeps its band and is safe. */
function staysBetween({ bandFloors, limit }: CountThresholds, least: number, most: number): boolean {
  return most <= limit && !bandFloors.some((bandFloor) => least < bandFloor && most >= bandFloor);
}

/**
 * Rolls up a day by its parts, each from the count known at its start.
 *
 * @param start of the day, in ms
 * @param plan its resets, each at the start of a part; null if no count is known
 * @param cuts the boundaries of the parts, in ms of the day: starts of quarters, ascending, less than DAY_PARTS_MAX of
 * them
 * @param target receives the rows
 * @param rowsMax maximum number of rows
 * @returns the number of rows; 0 if there would be more than `rowsMax`, or one would not be enough, since it has too
 * many changes, or crosses a threshold, or the floor removes too many exits: a day has all rows or none
 */
export function dayPartRows(
  changes: Uint32Array,
  start: number,
  plan: ReplayPlan | null,
  cuts: readonly number[],
  thresholds: CountThresholds,
  target: Uint16Array,
  rowsMax: number,
): number {
  const instants = plan?.resets.instants ?? [];
  let count = plan !== null && plan.origin.instant <= start ? plan.origin.count : NO_COUNT;
  let nextReset = 0;
  let rows = 0;
  for (let i = 0; i < changes.length; rows++) {
    if (rows === rowsMax) return 0;
    const span = dayPartOf((changes[i] as number) >>> 1, cuts);
    for (; (instants[nextReset] ?? Infinity) <= start + span.start; nextReset++)
      count = plan?.resets.counts[nextReset] as number;
    const at = rows * DAY_PARTS.width;
    i = writeRow(changes, i, DAY_PARTS, span, { rows: target, at, count });
    if (i === -1) return 0;
    if (count === NO_COUNT) continue;
    const least = count - (target[at + FALL] as number);
    const most = count + (target[at + RISE] as number);
    if (!staysBetween(thresholds, least, most)) return 0;
    count += netAt(target, at);
  }
  return rows;
}

function dayPartOf(ms: number, cuts: readonly number[]): DaySpan {
  const next = cuts.findIndex((cut) => cut > ms);
  const before = next === -1 ? cuts.length - 1 : next - 1;
  return { start: cuts[before] ?? 0, end: cuts[before + 1] ?? DAY_MS };
}
