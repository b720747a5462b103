import { firstIndex } from "../domain/collections.ts";
import { DAY_MS } from "../domain/instant.ts";
import { ROW } from "./roll-up.ts";

/** The parts of a block's runs, each in an array of its own. */
export interface PartNumbers {
  readonly changes: Uint32Array;
  /** The rows of its roll-ups. */
  readonly quarters: Uint16Array;
  readonly hours: Uint16Array;
}

export type BlockPart = keyof PartNumbers;

export const BLOCK_PARTS = ["changes", "quarters", "hours"] as const;

export const ELEMENT_WIDTHS: Readonly<Record<BlockPart, number>> = {
  changes: 1,
  quarters: ROW,
  hours: ROW,
};

/** Runs of one space that are stored together. Their parts are loaded when they are first needed. */
export interface RunBlock {
  readonly spaceId: bigint;
  /** UTC days since the epoch, ascending. */
  readonly days: Int32Array;
  /**
   * For each part, the index of each run's first element and, last, the total number of elements. A run with changes
   * but without rows is not rolled up.
   */
  readonly firsts: Readonly<Record<BlockPart, Float64Array>>;
  /** The effect of each run, as `effectOf` defines it. */
  readonly nets: Int32Array;
  readonly bases: Int32Array;
  /**
   * A part of all runs, one run after another, of which at least that of the run at an index is loaded. It stays loaded
   * as long as the block exists.
   *
   * @throws the store's error if the run cannot be read
   */
  load<P extends BlockPart>(part: P, index: number): PartNumbers[P];
}

/** The runs of a block from index `from` up to, not including, `to`. */
export interface RunSlice<B extends RunBlock = RunBlock> {
  readonly block: B;
  readonly from: number;
  readonly to: number;
}

export function runAt(block: RunBlock, index: number): ChangeRun {
  const { days, firsts } = block;
  const changes = block.load("changes", index);
  return {
    dayStart: (days[index] as number) * DAY_MS,
    changes: changes.subarray(firsts.changes[index], firsts.changes[index + 1]),
  };
}

/** The instant of the first change of some runs, in ms; null if they have none. */
export function firstChangeOf(slices: readonly RunSlice[]): number | null {
  for (const { block, from, to } of slices) {
    const { changes } = block.firsts;
    for (let run = from; run < to; run++) {
      if (changes[run] === changes[run + 1]) continue;
      return (block.days[run] as number) * DAY_MS + ((runAt(block, run).changes[0] as number) >>> 1);
    }
  }
  return null;
}

const NO_ROWS = new Uint16Array(0);

type RunEffect = ReturnType<typeof effectOf>;

export interface RolledUpRun extends PartNumbers, RunEffect {
  readonly spaceId: bigint;
  /** A UTC day, since the epoch. */
  readonly day: number;
}

/** A block of one run in memory, without roll-ups, since replaying it once is faster than rolling it up. */
export function blockOf(spaceId: bigint, day: number, changes: Uint32Array): RunBlock {
  return rolledUpRunBlock(notRolledUp(spaceId, day, changes));
}

export function rolledUpRunBlock(run: RolledUpRun): RunBlock {
  const elements = (part: BlockPart) => Float64Array.of(0, run[part].length / ELEMENT_WIDTHS[part]);
  return {
    spaceId: run.spaceId,
    days: Int32Array.of(run.day),
    firsts: {
      changes: elements("changes"),
      quarters: elements("quarters"),
      hours: elements("hours"),
    },
    nets: Int32Array.of(run.net),
    bases: Int32Array.of(run.base),
    load: (part) => run[part],
  };
}

/** Running totals: the sum of the counts before each one, and of all. */
export function sumsOf(counts: ArrayLike<number>): Float64Array {
  const sums = new Float64Array(counts.length + 1);
  for (let i = 0; i < counts.length; i++) sums[i + 1] = (sums[i] as number) + (counts[i] as number);
  return sums;
}

/**
 * The changes of one space's count on one UTC day, in the order in which they apply (D6).
 *
 * A change is an unsigned 32-bit number: the milliseconds since the day's start, shifted left by one, with the lowest
 * bit set for an entrance and clear for an exit. Changes of the same millisecond are ordered by event id, so the
 * numbers need not ascend.
 */
export interface ChangeRun {
  /** Midnight UTC, in ms since the Unix epoch. */
  readonly dayStart: number;
  readonly changes: Uint32Array;
}

/** Packs a change: `millisecondOfDay` from 0 to DAY_MS - 1, `direction` +1 or -1 (D4). */
export function packChange(millisecondOfDay: number, direction: number): number {
  return (millisecondOfDay << 1) | (direction > 0 ? 1 : 0);
}

/**
 * Bisects for the first change at or after `millisecondOfDay`, among those from index `from` up to, not including,
 * `end`.
 *
 * @returns its index; `end` if there is none
 */
export function findChange(
  changes: Uint32Array,
  millisecondOfDay: number,
  from = 0,
  end = changes.length,
): number {
  if (millisecondOfDay <= 0) return from;
  if (millisecondOfDay >= DAY_MS) return end;
  return firstIndex(from, end, (index) => (changes[index] as number) >>> 1 >= millisecondOfDay);
}

/** The effect of a run on any count c ≥ 0 before it: max(c + net, base), with the floor at 0 (D7). */
export function effectOf(changes: Uint32Array) {
  let net = 0;
  let base = 0;
  for (let i = 0; i < changes.length; i++) {
    const step = (((changes[i] as number) & 1) << 1) - 1;
    net += step;
    // Before the first change, base stands for a count so low that any change leaves 0.
    base = i === 0 ? 0 : Math.max(0, base + step);
  }
  return { net, base };
}

/** A run without roll-ups; they are added later. */
export function notRolledUp(spaceId: bigint, day: number, changes: Uint32Array): RolledUpRun {
  return {
    spaceId,
    day,
    changes,
    quarters: NO_ROWS,
    hours: NO_ROWS,
    ...effectOf(changes),
  };
}
