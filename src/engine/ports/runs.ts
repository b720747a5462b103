import type { ChangeRun } from "../../series/change-run.ts";

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
