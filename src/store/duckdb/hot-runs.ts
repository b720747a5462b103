import { DAY_MS } from "../../domain/instant.ts";
import { findChange, packChange, type SpaceChanges } from "../../engine/ports.ts";
import type { RunKey } from "./run-keys.ts";

/** Changes that a run has room for when it is made. */
const CAPACITY_MIN = 16;

/** Late changes of a run from which on they are merged into it, and not put in their places one by one. */
const MERGED_MIN = 64;

/**
 * The runs of days that events still arrive for, whole and in memory, so that an event costs no derivation.
 * What is stored of them is behind until they are flushed.
 */
export class HotRuns {
  readonly #bySpace = new Map<bigint, HotRun[]>();
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

  get isEmpty(): boolean {
    return this.#bySpace.size === 0;
  }

  /** The run of a space and day, if it is here. */
  find(spaceId: bigint, day: number): HotRun | undefined {
    const runs = this.#bySpace.get(spaceId);
    if (runs === undefined) return undefined;
    for (const run of runs) if (run.day === day) return run;
    return undefined;
  }

  /** Whether a space has runs here of a day or earlier. */
  reachesBack(spaceId: bigint, day: number): boolean {
    return this.#bySpace.get(spaceId)?.some((run) => run.day <= day) ?? false;
  }

  /** Takes over a run as it is stored. */
  load({ spaceId, day }: RunKey, changes: Uint32Array): void {
    this.drop({ spaceId, day });
    const run = new HotRun(day, changes);
    const runs = this.#bySpace.get(spaceId);
    if (runs === undefined) this.#bySpace.set(spaceId, [run]);
    else runs.push(run);
    this.#changes += run.length;
    this.#runs++;
  }

  /** Adds each change to its run, if that is here. */
  add({ length, spaceIds, spaces, timestamps, directions }: SpaceChanges): void {
    // The run that each space's last change went into: most of its others go there too.
    const last: (HotRun | undefined)[] = [];
    const late = new Map<HotRun, number[]>();
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
      const others = late.get(run);
      if (others === undefined) late.set(run, [change]);
      else others.push(change);
    }
    for (const [run, changes] of late) run.insert(changes);
  }

  /** Lets go of a run. */
  drop({ spaceId, day }: RunKey): void {
    const runs = this.#bySpace.get(spaceId);
    const index = runs?.findIndex((run) => run.day === day) ?? -1;
    if (runs === undefined || index === -1) return;
    const [run] = runs.splice(index, 1);
    this.#changes -= run?.length ?? 0;
    this.#runs--;
    if (runs.length === 0) this.#bySpace.delete(spaceId);
  }

  /** The runs of a space in a range of days, ascending, as they are now: later changes do not show in them. */
  of(spaceId: bigint, firstDay: number, lastDay: number): { day: number; changes: Uint32Array }[] {
    const runs = this.#bySpace.get(spaceId);
    if (runs === undefined) return [];
    return runs
      .filter(({ day }) => day >= firstDay && day <= lastDay)
      .sort((a, b) => a.day - b.day)
      .map((run) => ({ day: run.day, changes: run.snapshot() }));
  }

  /** The ids of the spaces that have runs here. */
  spaceIds(): Iterable<bigint> {
    return this.#bySpace.keys();
  }

  /** Some runs as they are now, ascending by space, then by day. */
  snapshots(isWanted: (key: RunKey) => boolean): RunSnapshot[] {
    const snapshots: RunSnapshot[] = [];
    for (const spaceId of [...this.#bySpace.keys()].sort((a, b) => (a < b ? -1 : 1))) {
      for (const { day, changes } of this.of(spaceId, -Infinity, Infinity)) {
        if (isWanted({ spaceId, day })) snapshots.push({ spaceId, day, changes });
      }
    }
    return snapshots;
  }

  /** Whether a run is here and has not changed since a snapshot of it. */
  isUnchanged({ spaceId, day, changes }: RunSnapshot): boolean {
    return this.find(spaceId, day)?.isAs(changes) ?? false;
  }
}

/** A run as it was at some time. */
export interface RunSnapshot extends RunKey {
  readonly changes: Uint32Array;
}

/** A run that grows. Events of the same millisecond come after those that are there: their ids are higher (D6). */
class HotRun {
  /** Days since the epoch. */
  readonly day: number;
  #buffer: Uint32Array;
  #length: number;
  /** Changes that somebody may be reading: they must stay where they are. */
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

  /** Adds a change where none that is here is later; else answers false. */
  append(change: number): boolean {
    const last = this.#buffer[this.#length - 1];
    if (last !== undefined && last >>> 1 > change >>> 1) return false;
    if (this.#length === this.#buffer.length) this.#copy(1);
    this.#buffer[this.#length++] = change;
    return true;
  }

  /** Adds changes in their places. */
  insert(changes: readonly number[]): void {
    if (changes.length >= MERGED_MIN) this.#merge(changes);
    else for (const change of changes) this.#insertOne(change);
  }

  #insertOne(change: number): void {
    const index = findChange(this.#buffer.subarray(0, this.#length), (change >>> 1) + 1);
    if (this.#length === this.#buffer.length || index < this.#shared) this.#copy(1);
    this.#buffer.copyWithin(index + 1, index, this.#length);
    this.#buffer[index] = change;
    this.#length++;
  }

  /** Adds changes all in one go: to move those after it for each takes too long where they are many. */
  #merge(changes: readonly number[]): void {
    const first = changes.reduce((least, change) => Math.min(least, change >>> 1), Infinity);
    const start = findChange(this.#buffer.subarray(0, this.#length), first + 1);
    if (this.#length + changes.length > this.#buffer.length || start < this.#shared)
      this.#copy(changes.length);
    const buffer = this.#buffer;
    // By millisecond, then as they came.
    const order = Float64Array.from(changes, (change, place) => (change >>> 1) * changes.length + place);
    order.sort();
    let from = this.#length - 1;
    let to = this.#length + changes.length - 1;
    for (let i = changes.length - 1; i >= 0; to--) {
      const change = changes[(order[i] as number) % changes.length] as number;
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

  /** Whether it is as a snapshot of it was: changes are added, never taken away. */
  isAs(snapshot: Uint32Array): boolean {
    return this.#length === snapshot.length && this.#buffer.buffer === snapshot.buffer;
  }

  /** Takes another buffer, which has room for so many more changes. */
  #copy(room: number): void {
    const needed = this.#length + room;
    const size = needed <= this.#buffer.length ? this.#buffer.length : Math.max(needed, 2 * this.#length);
    const buffer = new Uint32Array(Math.max(size, CAPACITY_MIN));
    buffer.set(this.#buffer.subarray(0, this.#length));
    this.#buffer = buffer;
    this.#shared = 0;
  }
}
