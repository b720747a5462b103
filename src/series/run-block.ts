import { DAY_MS } from "../domain/instant.ts";
import type { ChangeRun } from "./change-run.ts";
import { HOURS, QUARTERS, STRETCHES } from "./roll-up.ts";
import { effectOf } from "./run-effect.ts";

/** What a block's runs hold, each kind in an array of its own; it need not be in memory. */
export interface PartNumbers {
  /** All changes of a run. */
  readonly changes: Uint32Array;
  /** Those of its hours that had best be seen change by change, when the run was stored; all of an hour's or none. */
  readonly excerpts: Uint32Array;
  /** The rows of its roll-ups. */
  readonly quarters: Uint16Array;
  readonly hours: Uint16Array;
  readonly stretches: Uint16Array;
}

export type BlockPart = keyof PartNumbers;

export const BLOCK_PARTS = ["changes", "excerpts", "quarters", "hours", "stretches"] as const;

/** How many numbers make up one element of a part: a change, or a row. */
export const ELEMENT_WIDTHS: Readonly<Record<BlockPart, number>> = {
  changes: 1,
  excerpts: 1,
  quarters: QUARTERS.width,
  hours: HOURS.width,
  stretches: STRETCHES.width,
};

/** What is known of each run of a block, in one element a run. */
export interface RunDirectory {
  /** UTC days since the epoch, ascending. */
  readonly days: Int32Array;
  /**
   * Of each part, at which element each run's begin among the block's, and, one number more, where the last ones
   * end. A run with changes but without rows is not rolled up.
   */
  readonly firsts: Readonly<Record<BlockPart, Float64Array>>;
  /** What each run does to the count, as `RunEffect` has it. */
  readonly nets: Int32Array;
  readonly bases: Int32Array;
}

/** Some runs of one space that are kept together; what they hold is there once it has been loaded. */
export interface RunBlock extends RunDirectory {
  readonly spaceId: bigint;
  /** A part of all runs, one run after another, of which those hold that are loaded; null while none is. */
  numbers<P extends BlockPart>(part: P): PartNumbers[P] | null;
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
  const { days, firsts } = block;
  const changes = block.numbers("changes");
  if (changes === null || !block.holds("changes", index)) throw new Error("the changes have not been loaded");
  return {
    dayStart: (days[index] as number) * DAY_MS,
    changes: changes.subarray(firsts.changes[index], firsts.changes[index + 1]),
  };
}

const NO_CHANGES = new Uint32Array(0);
const NO_ROWS = new Uint16Array(0);

/** A run with its roll-ups, and what it does to the count, as `RunEffect` has it. */
export interface RolledUpRun extends Omit<PartNumbers, "excerpts"> {
  readonly spaceId: bigint;
  /** A UTC day, since the epoch. */
  readonly day: number;
  readonly net: number;
  readonly base: number;
}

/** A block of one run in memory, which is not rolled up: that would take longer than to replay it once. */
export function blockOf(spaceId: bigint, day: number, changes: Uint32Array): RunBlock {
  const { net, base } = effectOf(changes);
  const rows = { quarters: NO_ROWS, hours: NO_ROWS, stretches: NO_ROWS };
  return rolledUpRunBlock({ spaceId, day, changes, ...rows, net, base });
}

/** A block of one run in memory, rolled up as it is. */
export function rolledUpRunBlock(run: RolledUpRun, excerpts: Uint32Array = NO_CHANGES): RunBlock {
  const { changes, quarters, hours, stretches } = run;
  const parts = { changes, excerpts, quarters, hours, stretches };
  const elements = (part: BlockPart) => Float64Array.of(0, parts[part].length / ELEMENT_WIDTHS[part]);
  const directory = {
    days: Int32Array.of(run.day),
    firsts: {
      changes: elements("changes"),
      excerpts: elements("excerpts"),
      quarters: elements("quarters"),
      hours: elements("hours"),
      stretches: elements("stretches"),
    },
    nets: Int32Array.of(run.net),
    bases: Int32Array.of(run.base),
  };
  return new MemoryBlock(run.spaceId, directory, parts);
}

/** A block whose parts are all in memory. */
class MemoryBlock implements RunBlock {
  readonly spaceId: bigint;
  readonly days: Int32Array;
  readonly firsts: RunDirectory["firsts"];
  readonly nets: Int32Array;
  readonly bases: Int32Array;
  readonly #parts: PartNumbers;

  constructor(spaceId: bigint, { days, firsts, nets, bases }: RunDirectory, parts: PartNumbers) {
    this.spaceId = spaceId;
    this.days = days;
    this.firsts = firsts;
    this.nets = nets;
    this.bases = bases;
    this.#parts = parts;
  }

  numbers<P extends BlockPart>(part: P): PartNumbers[P] {
    return this.#parts[part];
  }

  holds(): boolean {
    return true;
  }

  load(): undefined {}
}

/** The sum of all counts before each one, and of all. */
export function sumsOf(counts: ArrayLike<number>): Float64Array {
  const sums = new Float64Array(counts.length + 1);
  for (let i = 0; i < counts.length; i++) sums[i + 1] = (sums[i] as number) + (counts[i] as number);
  return sums;
}
