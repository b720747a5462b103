import { DAY_MS } from "../domain/instant.ts";
import type { ChangeRun } from "./change-run.ts";
import { DAY_ROWS_SIZE, effectOf, ROW, rollUp } from "./quarters.ts";

/** What a block's runs hold, which need not be in memory. */
export type BlockPart = "changes" | "rows";

/** What is known of each run of a block, in one element a run. */
export interface RunDirectory {
  /** UTC days since the epoch, ascending. */
  readonly days: Int32Array;
  /** Where each run's changes begin among the block's, and, one element more, where the last ones end. */
  readonly firstChanges: Float64Array;
  /** The same for its roll-ups' rows; a run with changes but without rows is not rolled up. */
  readonly firstRows: Float64Array;
  /** What each run does to the count, as `RunEffect` has it. */
  readonly nets: Int32Array;
  readonly bases: Int32Array;
}

/** Some runs of one space that are kept together; what they hold is there once it has been loaded. */
export interface RunBlock extends RunDirectory {
  readonly spaceId: bigint;
  /** The changes of all runs, one run after another, of which those hold that are loaded; null while none is. */
  readonly changes: Uint32Array | null;
  /** The same for the roll-ups of all runs. */
  readonly rows: Uint16Array | null;
  /** Whether a part of the run at an index is loaded. */
  holds(part: BlockPart, index: number): boolean;
  /**
   * Loads a part of the runs from index `from` (else the first) up to, not including, `to` (else of all);
   * afterwards it is there as long as the block is. Undefined where nothing has to be waited for.
   */
  load(part: BlockPart, from?: number, to?: number): Promise<void> | undefined;
}

/** The runs of a block from index `from` up to, not including, `to`. */
export interface RunPiece {
  readonly block: RunBlock;
  readonly from: number;
  readonly to: number;
}

/** A run of a block whose changes have been loaded. */
export function runAt(block: RunBlock, index: number): ChangeRun {
  const { days, firstChanges, changes } = block;
  if (changes === null || !block.holds("changes", index)) throw new Error("the changes have not been loaded");
  return {
    dayStart: (days[index] as number) * DAY_MS,
    changes: changes.subarray(firstChanges[index], firstChanges[index + 1]),
  };
}

/** A block of one run in memory, which is not rolled up: that would take longer than to replay it once. */
export function blockOf(spaceId: bigint, day: number, changes: Uint32Array): RunBlock {
  const { net, base } = effectOf(changes);
  return {
    spaceId,
    days: Int32Array.of(day),
    firstChanges: Float64Array.of(0, changes.length),
    firstRows: NO_ROWS_OF_ONE,
    nets: Int32Array.of(net),
    bases: Int32Array.of(base),
    changes,
    rows: NO_ROWS,
    holds: () => true,
    load: () => undefined,
  };
}

const NO_ROWS = new Uint16Array(0);
const NO_ROWS_OF_ONE = Float64Array.of(0, 0);

/** A block of several runs in memory with their roll-ups; the runs ascend by day. */
export function rolledUpBlockOf(spaceId: bigint, runs: readonly ChangeRun[]): RunBlock {
  const firstChanges = new Float64Array(runs.length + 1);
  const firstRows = new Float64Array(runs.length + 1);
  const changes = new Uint32Array(runs.reduce((sum, run) => sum + run.changes.length, 0));
  const rows = new Uint16Array(runs.length * DAY_ROWS_SIZE);
  const effects = runs.map((run, index) => {
    const firstChange = firstChanges[index] as number;
    const firstRow = firstRows[index] as number;
    changes.set(run.changes, firstChange);
    firstChanges[index + 1] = firstChange + run.changes.length;
    firstRows[index + 1] = firstRow + Math.max(0, rollUp(run.changes, rows, firstRow * ROW));
    return effectOf(run.changes);
  });
  return {
    spaceId,
    days: Int32Array.from(runs, (run) => run.dayStart / DAY_MS),
    firstChanges,
    firstRows,
    nets: Int32Array.from(effects, ({ net }) => net),
    bases: Int32Array.from(effects, ({ base }) => base),
    changes,
    rows,
    holds: () => true,
    load: () => undefined,
  };
}
