import type { ChangeRun, RunSlice } from "../../series/run-block.ts";

/** A run and the space it belongs to. */
export interface SpaceRun extends ChangeRun {
  readonly spaceId: bigint;
}

/** Reads the derived runs; they are up to date with everything acknowledged before the call. */
export interface RunReader {
  /**
   * The runs of some spaces from day `fromDay` up to, not including, `toDay` (days since the epoch;
   * either may be infinite), ascending by space, then by day.
   */
  runs(spaceIds: readonly bigint[], fromDay: number, toDay: number): AsyncIterable<SpaceRun>;

  /**
   * Has some work done over one space's runs of such days, in pieces that ascend by day. What is loaded of
   * them can be used until the work is done.
   */
  read<T>(
    spaceId: bigint,
    fromDay: number,
    toDay: number,
    work: (pieces: readonly RunSlice[]) => Promise<T>,
  ): Promise<T>;
}

export interface RebuildRange {
  readonly spaceId: bigint | null;
  readonly from: number;
  readonly to: number;
  /** Compare only; store nothing. */
  readonly verify: boolean;
}

/** What deriving again from the log amounted to. */
export interface RebuildResult {
  readonly runs: number;
  readonly events: number;
  /** With `verify`: runs that differ from what the log says. */
  readonly differences: readonly { readonly spaceId: bigint; readonly day: number }[];
}
