import { DAY_MS } from "../domain/instant.ts";
import { skipChanges } from "./replay.ts";
import { FLOOR, type Origin, planReplay, type ReplayPlan, type ResetHistory } from "./replay-plan.ts";
import {
  dayRowsSize,
  ENTRANCES,
  EXITS,
  HOURS,
  holdsFor,
  netAt,
  QUARTERS,
  ROW,
  type RollUpLevel,
  rollUp,
  startAt,
  writeRow,
} from "./roll-up.ts";
import { findChange, notRolledUp, type RolledUpRun } from "./run-block.ts";

/** The resets of a space; null if it is unknown. */
export type ResetHistoryOf = (spaceId: bigint) => ResetHistory | null;

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
 * floor (D7) get floored rows. Queries for which these rows are not enough use the changes of the run.
 */
export class Roller {
  readonly #historyOf: ResetHistoryOf;
  #spaceId: bigint | null = null;
  #history: ResetHistory | null = null;
  /** The count at the end of the previous run and its instant in ms; null if unknown. */
  #before: Origin | null = null;
  /** The plan of several days from an instant on, in ms: planning each day takes longer than replaying it. */
  #planned: ReplayPlan = NO_PLAN;
  #plannedFrom = Number.NaN;
  readonly #quarters = new Uint16Array(dayRowsSize(QUARTERS));
  readonly #hours = new Uint16Array(dayRowsSize(HOURS));

  constructor(historyOf: ResetHistoryOf) {
    this.#historyOf = historyOf;
  }

  /** Rolls up the next run. Runs must ascend by space, then by day. */
  roll(spaceId: bigint, day: number, changes: Uint32Array): RolledUpRun {
    if (spaceId !== this.#spaceId) {
      this.#spaceId = spaceId;
      this.#history = this.#historyOf(spaceId);
      this.#before = null;
      this.#plannedFrom = Number.NaN;
    }
    const hours = rowsOf(changes, HOURS, this.#hours);
    // There are more quarters than hours.
    const quarters = hours.length === 0 ? NO_ROWS : rowsOf(changes, QUARTERS, this.#quarters);
    const run = { ...notRolledUp(spaceId, day, changes), quarters, hours };
    const start = day * DAY_MS;
    const plan = this.#history === null ? null : this.#planOf(this.#history, start);
    if (plan === null) return run;
    floorRows(run, QUARTERS, plan);
    floorRows(run, HOURS, plan);
    this.#before = { instant: start + DAY_MS, count: countAfter(run, plan) };
    return run;
  }

  /** The plan of a day from where its count is known; null if it is unknown. */
  #planOf(history: ResetHistory, start: number): ReplayPlan | null {
    if (!(start >= this.#plannedFrom && start < this.#plannedFrom + PLANNED_MS)) {
      this.#plannedFrom = start;
      this.#planned = planReplay(history, start, start + PLANNED_MS);
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
}

function rowsOf(changes: Uint32Array, level: RollUpLevel, target: Uint16Array): Uint16Array {
  const rowsMax = Math.max(0, Math.ceil(changes.length / CHANGES_A_ROW_MIN) - 1);
  const rows = rollUp(changes, level, target, rowsMax);
  return rows > 0 ? target.slice(0, rows * ROW) : NO_ROWS;
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
  for (let at = 0; at < rows.length; at += ROW) {
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
