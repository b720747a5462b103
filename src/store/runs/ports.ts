import type { DayRange } from "../../domain/collections.ts";
import type { SpaceRun } from "../../engine/ports.ts";

/** A run by its space and its UTC day, in days since the epoch. */
export interface RunKey {
  readonly spaceId: bigint;
  readonly day: number;
}

/** The runs of a space, or (null) of all spaces, in a span of days. */
export interface RunSpan extends DayRange {
  readonly spaceId: bigint | null;
}

export const ALL_DAYS: DayRange = { firstDay: -Infinity, lastDay: Infinity };

/** Stale runs that are derived together: all from one to another, ascending by day, then by space. */
export interface StaleSlice {
  readonly first: RunKey;
  readonly last: RunKey;
  readonly runs: number;
  /** An estimate, never below the number of changes that they have. */
  readonly changes: number;
}

/** The changes of a slice, about: a store needs some 200 bytes of memory for each while it derives the slice. */
export const SLICE_CHANGES = 2 ** 20;

/** Runs to be marked as stale: by their keys, or all of a span for which the log may have changes. */
export type StaleMarks = readonly RunKey[] | RunSpan;

/** Changes of the records about runs that are committed together, in this order. */
export interface RunCommit {
  readonly addedFiles?: readonly number[];
  readonly removedFiles?: readonly number[];
  /** A slice whose runs have been derived: they are no longer stale. */
  readonly derived?: StaleSlice;
  /** Runs that are kept in memory from now on, and that an event may change without a stale mark. */
  readonly loaded?: readonly RunKey[];
  /** Runs in memory that a run file has. */
  readonly flushed?: readonly RunKey[];
  readonly stale?: Iterable<StaleMarks>;
}

/** Reads the changes of runs from the log, some runs at a time, ascending by space, then by day. */
export interface ChangeReader {
  /** The runs of a span that have changes. */
  changesIn(span: RunSpan): AsyncIterable<readonly SpaceRun[]>;

  /** The runs of a slice, also those without changes. */
  changesOf(slice: StaleSlice): AsyncIterable<readonly SpaceRun[]>;
}

/** Operations that exclude the storing of events and all other commits about runs. */
export interface RunSection extends ChangeReader {
  /**
   * Takes the runs with stale marks to be derived. A run from before the log start stays as it is, unless its space
   * has been removed. Runs that have been taken are stale again after a restart, until a commit says `derived`.
   *
   * @param changesMax about how many changes a slice has; a run is never split
   * @returns the runs in memory that are among them, which are no longer recorded as such, and the slices in order
   */
  takeStale(
    changesMax: number,
  ): Promise<{ readonly evicted: readonly RunKey[]; readonly slices: readonly StaleSlice[] }>;

  /** Commits some changes, or, if it throws, none of them. */
  commit(changes: RunCommit): Promise<void>;
}

/** The days of a space whose runs cannot be derived, because their events have been removed. */
export interface RetainedDays {
  /** The days that have changes, ascending, since the epoch. */
  readonly days: Int32Array;
  readonly checksums: Uint32Array;
}

/** The record of runs whose events have been removed by retention. */
export interface RetainedSource {
  /** The log start: the start of a UTC day, in ms; 0 if no events have been removed. */
  logStart(): Promise<number>;

  days(spaceId: bigint): Promise<RetainedDays>;

  /** The spaces that have such runs, ascending. */
  spaceIds(): Promise<bigint[]>;
}

/** Dependencies of the derivation of runs on a store: changes from the log, stale marks and the list of run files. */
export interface RunSource extends ChangeReader {
  readonly retained: RetainedSource;

  /**
   * Begins to use the records: runs that an earlier process had in memory or was deriving become stale.
   *
   * @returns the ids of the run files, ascending, and whether any run is stale
   */
  open(): Promise<{ readonly files: readonly number[]; readonly isStale: boolean }>;

  /** The days of a span on which the log has events, ascending, with how many. */
  eventsByDay(span: DayRange): Promise<readonly { readonly day: number; readonly events: number }[]>;

  /** Runs some work while no events are stored and nothing else about runs is committed. */
  exclusive<T>(work: (section: RunSection) => Promise<T>): Promise<T>;
}
