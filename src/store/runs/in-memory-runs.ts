import { type DayRange, getOrInsert, sortedBy } from "../../domain/collections.ts";
import { DAY_MS } from "../../domain/instant.ts";
import type { SpaceChanges } from "../../engine/ports.ts";
import { findChange, packChange } from "../../series/run-block.ts";
import { ALL_DAYS, type RunKey } from "./ports.ts";

const CAPACITY_MIN = 16;

/**
 * The runs that events arrive for, whole and in memory, so that an event needs no derivation. Their versions in run
 * files are out of date until the runs are flushed.
 */
export class InMemoryRuns {
  readonly #bySpace = new Map<bigint, InMemoryRun[]>();
  /** The number of runs, and of the changes in all of them. */
  runs = 0;
  changes = 0;

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
    this.changes += run.length;
    this.runs++;
  }

  /** Adds each change to its run, if that is in memory. */
  add({ length, spaceIds, spaces, timestamps, directions }: SpaceChanges): void {
    // The run of each space's last change: most of the space's other changes belong to it too.
    const last: (InMemoryRun | undefined)[] = [];
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
      this.changes++;
      run.add(packChange(timestamp - day * DAY_MS, directions[i] as number));
    }
  }

  evict({ spaceId, day }: RunKey): void {
    const runs = this.#bySpace.get(spaceId);
    const index = runs?.findIndex((run) => run.day === day) ?? -1;
    if (runs === undefined || index === -1) return;
    const [run] = runs.splice(index, 1);
    this.changes -= run?.length ?? 0;
    this.runs--;
    if (runs.length === 0) this.#bySpace.delete(spaceId);
  }

  /** The runs of a space in a span of days, ascending, as they are now: later changes are not in them. */
  of(spaceId: bigint, { firstDay, lastDay }: DayRange): { day: number; changes: Uint32Array }[] {
    return (this.#bySpace.get(spaceId) ?? [])
      .filter(({ day }) => day >= firstDay && day <= lastDay)
      .sort((a, b) => a.day - b.day)
      .map((run) => ({ day: run.day, changes: run.snapshot() }));
  }

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

export interface RunSnapshot extends RunKey {
  readonly changes: Uint32Array;
}

/** Late changes that a run may keep aside at least, and at most as a share of the others. */
const LATE_CHANGES = 64;
const LATE_SHARE = 1 / 4;

/** A run that grows. A new event comes after those of the same millisecond, since its id is higher (D6). */
class InMemoryRun {
  /** Days since the epoch. */
  readonly day: number;
  #buffer: Uint32Array;
  #filled: number;
  /** How many changes, from the first, a snapshot may share: these must not be moved. */
  #shared: number;
  /** Changes that came after a later one, in order of arrival: they get their places together. */
  readonly #late: number[] = [];

  constructor(day: number, changes: Uint32Array) {
    this.day = day;
    this.#buffer = changes;
    this.#filled = changes.length;
    this.#shared = changes.length;
  }

  get length(): number {
    return this.#filled + this.#late.length;
  }

  add(change: number): void {
    const last = this.#buffer[this.#filled - 1];
    if (last !== undefined && last >>> 1 > change >>> 1) {
      this.#late.push(change);
      if (this.#late.length > LATE_CHANGES + this.#filled * LATE_SHARE) this.#insertLate();
      return;
    }
    if (this.#filled === this.#buffer.length) this.#copy(1);
    this.#buffer[this.#filled++] = change;
  }

  /** Inserts the late changes by their time, in one pass: moving the later ones for each takes too long if there are many. */
  #insertLate(): void {
    if (this.#late.length === 0) return;
    // By millisecond, then in order of arrival.
    const late = sortedBy(this.#late.splice(0), (change) => change >>> 1);
    const first = (late[0] as number) >>> 1;
    const start = findChange(this.#buffer.subarray(0, this.#filled), first + 1);
    if (this.#filled + late.length > this.#buffer.length || start < this.#shared) this.#copy(late.length);
    const buffer = this.#buffer;
    let from = this.#filled - 1;
    let to = this.#filled + late.length - 1;
    for (let i = late.length - 1; i >= 0; to--) {
      const change = late[i] as number;
      if (from >= start && (buffer[from] as number) >>> 1 > change >>> 1)
        buffer[to] = buffer[from--] as number;
      else {
        buffer[to] = change;
        i--;
      }
    }
    this.#filled += late.length;
  }

  snapshot(): Uint32Array {
    this.#insertLate();
    this.#shared = this.#filled;
    return this.#buffer.subarray(0, this.#filled);
  }

  /** Whether it still equals a snapshot of it: changes are added, never removed. */
  isAs(snapshot: Uint32Array): boolean {
    return this.length === snapshot.length && this.#buffer.buffer === snapshot.buffer;
  }

  /** Moves to a buffer with room for a number of further changes. */
  #copy(room: number): void {
    const needed = this.#filled + room;
    const size = needed <= this.#buffer.length ? this.#buffer.length : Math.max(needed, 2 * this.#filled);
    const buffer = new Uint32Array(Math.max(size, CAPACITY_MIN));
    buffer.set(this.#buffer.subarray(0, this.#filled));
    this.#buffer = buffer;
    this.#shared = 0;
  }
}
