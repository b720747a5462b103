import {
  DAY_PARTS,
  dayRowsSize,
  HOURS,
  QUARTERS,
  type RollUpLevel,
  rollUp,
} from "../../src/series/roll-up.ts";
import { dayPartRows } from "../../src/series/roller.ts";
import {
  type ChangeRun,
  effectOf,
  type PartNumbers,
  type RunBlock,
  sumsOf,
} from "../../src/series/run-block.ts";

const DAY_MS = 86_400_000;
const NO_MARKS = { bandFloors: [], limit: Infinity };

/**
 * A block of several runs in memory with their roll-ups; the runs ascend by day.
 *
 * @param excerpts of each run
 * @param cuts where each run's day parts end; it has none where that is null
 */
export function rolledUpBlockOf(
  spaceId: bigint,
  runs: readonly ChangeRun[],
  excerpts: readonly Uint32Array[],
  cuts: readonly (readonly number[] | null)[],
): RunBlock {
  const effects = runs.map(({ changes }) => effectOf(changes));
  const changes = joined(runs.map((run) => run.changes));
  const picked = joined(excerpts);
  const [quarters, hours] = [rowsOf(runs, QUARTERS), rowsOf(runs, HOURS)];
  const dayParts = dayPartsOf(runs, cuts);
  const directory = {
    days: Int32Array.from(runs, (run) => run.dayStart / DAY_MS),
    firsts: {
      changes: changes.firsts,
      excerpts: picked.firsts,
      quarters: quarters.firsts,
      hours: hours.firsts,
      dayParts: dayParts.firsts,
    },
    nets: Int32Array.from(effects, ({ net }) => net),
    bases: Int32Array.from(effects, ({ base }) => base),
  };
  const parts: PartNumbers = {
    changes: changes.all,
    excerpts: picked.all,
    quarters: quarters.rows,
    hours: hours.rows,
    dayParts: dayParts.rows,
  };
  return { spaceId, ...directory, numbers: (part) => parts[part], holds: () => true, load: () => undefined };
}

function joined(parts: readonly Uint32Array[]): { readonly all: Uint32Array; readonly firsts: Float64Array } {
  const firsts = sumsOf(parts.map(({ length }) => length));
  const all = new Uint32Array(firsts[parts.length] as number);
  for (const [i, part] of parts.entries()) all.set(part, firsts[i]);
  return { all, firsts };
}

/** Rows of some runs, one run after another, and where each one's begin. */
interface RowsOfRuns {
  readonly rows: Uint16Array;
  readonly firsts: Float64Array;
}

function rowsOf(runs: readonly ChangeRun[], level: RollUpLevel): RowsOfRuns {
  return rolledUp(runs, level, ({ changes }, rows) => rollUp(changes, level, rows));
}

function dayPartsOf(runs: readonly ChangeRun[], cuts: readonly (readonly number[] | null)[]): RowsOfRuns {
  return rolledUp(runs, DAY_PARTS, ({ changes, dayStart }, rows, i) => {
    const ofRun = cuts[i] ?? null;
    return ofRun === null ? 0 : dayPartRows(changes, dayStart, null, ofRun, NO_MARKS, rows, Infinity);
  });
}

/** @param roll writes a run's rows into some room, and gives back how many they are, or less than one */
function rolledUp(
  runs: readonly ChangeRun[],
  level: RollUpLevel,
  roll: (run: ChangeRun, room: Uint16Array, index: number) => number,
): RowsOfRuns {
  const rows = new Uint16Array(runs.length * dayRowsSize(level));
  const firsts = new Float64Array(runs.length + 1);
  for (const [i, run] of runs.entries()) {
    const first = firsts[i] as number;
    firsts[i + 1] = first + Math.max(0, roll(run, rows.subarray(first * level.width), i));
  }
  return { rows, firsts };
}
