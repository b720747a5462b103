import { DAY_MS } from "../../domain/instant.ts";
import { findChange, packChange } from "../../engine/ports.ts";

/** What an event changes, as far as a space's run shows it. */
export interface RunChange {
  readonly spaceId: bigint;
  /** In ms. */
  readonly timestamp: number;
  readonly direction: number;
}

/** A run by the space and the UTC day (days since the epoch) that it belongs to. */
export interface RunKey {
  readonly spaceId: bigint;
  readonly day: number;
}

/** Changes that a run has room for when it is made. */
const CAPACITY_MIN = 16;

/**
 * The runs of days that events still arrive for, whole and in memory, so that an event costs no derivation.
 * What is stored of them is behind until they are sealed.
 */
export class HotRuns {
  readonly #bySpace = new Map<bigint, Map<number, HotRun>>();
  #changes = 0;

  /** Changes in all runs. */
  get changes(): number {
    return this.#changes;
  }

  get isEmpty(): boolean {
    return this.#bySpace.size === 0;
  }

  has(spaceId: bigint, day: number): boolean {
    return this.#bySpace.get(spaceId)?.has(day) ?? false;
  }

  /** Takes over a run as it is stored. */
  heat({ spaceId, day }: RunKey, changes: Uint32Array): void {
    let days = this.#bySpace.get(spaceId);
    if (days === undefined) {
      days = new Map();
      this.#bySpace.set(spaceId, days);
    }
    this.#changes += changes.length - (days.get(day)?.length ?? 0);
    days.set(day, new HotRun(changes));
  }

  /** Adds a change to its run, if that is here. */
  add({ spaceId, timestamp, direction }: RunChange): void {
    const day = Math.floor(timestamp / DAY_MS);
    const run = this.#bySpace.get(spaceId)?.get(day);
    if (run === undefined) return;
    run.add(timestamp - day * DAY_MS, direction);
    this.#changes++;
  }

  /** Lets go of a run. */
  drop({ spaceId, day }: RunKey): void {
    const days = this.#bySpace.get(spaceId);
    const run = days?.get(day);
    if (days === undefined || run === undefined) return;
    this.#changes -= run.length;
    days.delete(day);
    if (days.size === 0) this.#bySpace.delete(spaceId);
  }

  /** The runs of a space in a range of days, ascending, as they are now: later changes do not show in them. */
  of(spaceId: bigint, firstDay: number, lastDay: number): { day: number; changes: Uint32Array }[] {
    const days = this.#bySpace.get(spaceId);
    if (days === undefined) return [];
    return [...days]
      .filter(([day]) => day >= firstDay && day <= lastDay)
      .sort(([a], [b]) => a - b)
      .map(([day, run]) => ({ day, changes: run.snapshot() }));
  }

  /** The keys of all runs. */
  *keys(): Generator<RunKey> {
    for (const [spaceId, days] of this.#bySpace) for (const day of days.keys()) yield { spaceId, day };
  }
}

/** A run that grows. Events of the same millisecond come after those that are there: their ids are higher (D6). */
class HotRun {
  #buffer: Uint32Array;
  #length: number;
  /** Changes that somebody may be reading: they must stay where they are. */
  #shared: number;

  constructor(changes: Uint32Array) {
    this.#buffer = changes;
    this.#length = changes.length;
    this.#shared = changes.length;
  }

  get length(): number {
    return this.#length;
  }

  add(millisecondOfDay: number, direction: number): void {
    const change = packChange(millisecondOfDay, direction);
    const last = this.#buffer[this.#length - 1];
    const index =
      last === undefined || last >>> 1 <= millisecondOfDay
        ? this.#length
        : findChange(this.#buffer.subarray(0, this.#length), millisecondOfDay + 1);
    if (this.#length === this.#buffer.length || index < this.#shared) this.#copy();
    this.#buffer.copyWithin(index + 1, index, this.#length);
    this.#buffer[index] = change;
    this.#length++;
  }

  snapshot(): Uint32Array {
    this.#shared = this.#length;
    return this.#buffer.subarray(0, this.#length);
  }

  #copy(): void {
    const size = this.#length < this.#buffer.length ? this.#buffer.length : 2 * this.#length;
    const buffer = new Uint32Array(Math.max(size, CAPACITY_MIN));
    buffer.set(this.#buffer.subarray(0, this.#length));
    this.#buffer = buffer;
    this.#shared = 0;
  }
}
