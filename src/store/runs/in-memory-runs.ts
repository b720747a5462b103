import { type DayRange, getOrInsert } from "../../domain/collections.ts";
import { DAY_MS } from "../../domain/instant.ts";
import type { SpaceChanges } from "../../engine/ports.ts";
import { findChange, packChange } from "../../series/run-block.ts";
import { ALL_DAYS, type RunKey } from "./ports.ts";

/** The capacity of a new run, in changes. */
const CAPACITY_MIN = 16;

/**
 * The runs that events arrive for, whole and in memory, so that an event needs no derivation. Their versions in run
 * files are out of date until the runs are flushed.
 */
export class InMemoryRuns {
  readonly #bySpace = new Map<bigint, InMemoryRun[]>();
  #changes = 0;
  #runs = 0;

  /** Changes in all runs. */
  get changes(): number {
    return this.#changes;
  }

  /** How many runs there are. */
  get runs(): number {
    return this.#runs;
  }

  /** The run of a space and day, if it is in memory. */
  find(spaceId: bigint, day: number): InMemoryRun | undefined {
    const runs = this.#bySpace.get(spaceId);
    if (runs === undefined) return undefined;
    for (const run of runs) if (run.day === day) return run;
    return undefined;
  }

  /** Adds a run with its changes, and replaces one that is in memory. */
  load({ spaceId, day }: RunKey, changes: Uint32Array): void {
    this.evict({ spaceId, day });
    const run = new InMemoryRun(day, changes);
    getOrInsert(this.#bySpace, spaceId, () => []).push(run);
    this.#changes += run.length;
    this.#runs++;
  }

  /** Adds each change to its run, if that is in memory. */
  add({ length, spaceIds, spaces, timestamps, directions }: SpaceChanges): void {
    // The run of each space's last change: most of the space's other changes belong to it too.
    const last: (InMemoryRun | undefined)[] = [];
    const late = new Map<InMemoryRun, number[]>();
    for (let i = 0; i < length; i++) {
      const space = spaces[i] as number;
      const timestamp = timestamps[i] as number;
      const day = Math.floor(timestamp / DAY_MS);
      let run = last[space];
      if (run?.day !== day) {
        run = this.find(spaceIds[space] as bigint, day);
        last[space] = run;
      }
      if (run === undefined) continue;
      const change = packChange(timestamp - day * DAY_MS, directions[i] as number);
      this.#changes++;
      if (run.append(change)) continue;
      getOrInsert(late, run, () => []).push(change);
    }
    for (const [run, changes] of late) run.insert(changes);
  }

  /** Removes a run, if it is in memory. */
  evict({ spaceId, day }: RunKey): void {
    const runs = this.#bySpace.get(spaceId);
    const index = runs?.findIndex((run) => run.day === day) ?? -1;
    if (runs === undefined || index === -1) return;
    const [run] = runs.splice(index, 1);
    this.#changes -= run?.length ?? 0;
    this.#runs--;
    if (runs.length === 0) this.#bySpace.delete(spaceId);
  }

  /** The runs of a space in a span of days, ascending, as they are now: later changes are not in them. */
  of(spaceId: bigint, { firstDay, lastDay }: DayRange): { day: number; changes: Uint32Array }[] {
    const runs = this.#bySpace.get(spaceId);
    if (runs === undefined) return [];
    return runs
      .filter(({ day }) => day >= firstDay && day <= lastDay)
      .sort((a, b) => a.day - b.day)
      .map((run) => ({ day: run.day, changes: run.snapshot() }));
  }

  /** The ids of the spaces that have runs in memory. */
  spaceIds(): Iterable<bigint> {
    return this.#bySpace.keys();
  }

  /** Some runs as they are now, ascending by space, then by day. */
  snapshots(isWanted: (key: RunKey) => boolean): RunSnapshot[] {
    const snapshots: RunSnapshot[] = [];
    for (const spaceId of [...this.#bySpace.keys()].sort((a, b) => (a < b ? -1 : 1))) {
      for (const { day, changes } of this.of(spaceId, ALL_DAYS)) {
        if (isWanted({ spaceId, day })) snapshots.push({ spaceId, day, changes });
      }
    }
    return snapshots;
  }

  /** Whether a run is in memory and has not changed since a snapshot of it. */
  isUnchanged({ spaceId, day, changes }: RunSnapshot): boolean {
    return this.find(spaceId, day)?.isAs(changes) ?? false;
  }
}

/** A run as it was at a point in time. */
export interface RunSnapshot extends RunKey {
  readonly changes: Uint32Array;
}

/** A run that grows. A new event comes after those of the same millisecond, since its id is higher (D6). */
class InMemoryRun {
  /** Days since the epoch. */
  readonly day: number;
  #buffer: Uint32Array;
  #length: number;
  /** How many changes, from the first, a snapshot may share: these must not be moved. */
  #shared: number;

  constructor(day: number, changes: Uint32Array) {
    this.day = day;
    this.#buffer = changes;
    this.#length = changes.length;
    this.#shared = changes.length;
  }

  get length(): number {
    return this.#length;
  }

  /** Adds a change, unless the run has a later one; returns whether it did. */
  append(change: number): boolean {
    const last = this.#buffer[this.#length - 1];
    if (last !== undefined && last >>> 1 > change >>> 1) return false;
    if (this.#length === this.#buffer.length) this.#copy(1);
    this.#buffer[this.#length++] = change;
    return true;
  }

  /** Inserts changes by their time, in one pass: moving the later ones for each takes too long if there are many. */
  insert(changes: readonly number[]): void {
    // By millisecond, then in order of arrival, since sorting is stable.
    const sorted = changes.toSorted((a, b) => (a >>> 1) - (b >>> 1));
    const first = (sorted[0] as number) >>> 1;
    const start = findChange(this.#buffer.subarray(0, this.#length), first + 1);
    if (this.#length + changes.length > this.#buffer.length || start < this.#shared)
      this.#copy(changes.length);
    const buffer = this.#buffer;
    let from = this.#length - 1;
    let to = this.#length + changes.length - 1;
    for (let i = changes.length - 1; i >= 0; to--) {
      const change = sorted[i] as number;
      if (from >= start && (buffer[from] as number) >>> 1 > change >>> 1)
        buffer[to] = buffer[from--] as number;
      else {
        buffer[to] = change;
        i--;
      }
    }
    this.#length += changes.length;
  }

  snapshot(): Uint32Array {
    this.#shared = this.#length;
    return this.#buffer.subarray(0, this.#length);
  }

  /** Whether it still equals a snapshot of it: changes are added, never removed. */
  isAs(snapshot: Uint32Array): boolean {
    return this.#length === snapshot.length && this.#buffer.buffer === snapshot.buffer;
  }

  /** Moves to a buffer with room for a number of further changes. */
  #copy(room: number): void {
    const needed = this.#length + room;
    const size = needed <= this.#buffer.length ? this.#buffer.length : Math.max(needed, 2 * this.#length);
    const buffer = new Uint32Array(Math.max(size, CAPACITY_MIN));
    buffer.set(this.#buffer.subarray(0, this.#length));
    this.#buffer = buffer;
    this.#shared = 0;
  }
}
