import { LRUCache } from "lru-cache";
import type { BlockPart } from "../../series/run-block.ts";

/** The states of a run's numbers: not read, read, and verified by their checksum. */
const UNREAD = 0;
const READ = 1;
const VERIFIED = 2;

/** Maximum number of bytes read at once, even if fewer are needed: more days take less time than another read. */
const READ_TOGETHER_BYTES = 2 ** 16;

/** The source of a part's runs. */
export interface PartSource<T> {
  /** The position of each run in the part, in numbers; of the number of runs, the end of the last. */
  start(run: number): number;
  /** Fills an array from the file, starting at a number of the part; synchronously if it is small. */
  fill(target: T, first: number): Promise<void> | undefined;
  /**
   * Verifies the numbers of the runs from `from` up to, not including, `to`.
   *
   * @throws DamagedRunFile if they are damaged
   */
  check(numbers: T, from: number, to: number): void;
}

/** The changes or the rows of a block of runs, as far as they have been loaded. */
export class RunPart<T extends Uint32Array | Uint16Array> {
  /** Those of all runs; only verified ones can be used. */
  readonly numbers: T;
  readonly #states: Uint8Array;

  constructor(numbers: T, runs: number) {
    this.numbers = numbers;
    this.#states = new Uint8Array(runs);
  }

  get byteLength(): number {
    return this.numbers.byteLength;
  }

  /** Whether a run has been loaded. */
  has(run: number): boolean {
    return this.#states[run] === VERIFIED;
  }

  /** Loads the runs from `from` up to, not including, `to`, unless they have been loaded. */
  load(source: PartSource<T>, from: number, to: number): Promise<void> | undefined {
    const first = this.#next(UNREAD, from, to);
    if (first === -1) {
      this.#check(source, from, to);
      return undefined;
    }
    const end = this.#readEnd(source, first, to);
    const target = this.numbers.subarray(source.start(first), source.start(end)) as T;
    const filling = source.fill(target, source.start(first));
    const go = () => {
      for (let run = first; run < end; run++) if (this.#states[run] === UNREAD) this.#states[run] = READ;
      return this.load(source, from, to);
    };
    return filling === undefined ? go() : filling.then(go);
  }

  /** The first run of a range that is in a state; -1 if none is. */
  #next(state: number, from: number, to: number): number {
    for (let run = from; run < to; run++) if (this.#states[run] === state) return run;
    return -1;
  }

  /** The end of a read that starts at a run: as far as needed, and as far as it costs little. */
  #readEnd(source: PartSource<T>, first: number, to: number): number {
    const bound = source.start(first) + READ_TOGETHER_BYTES / this.numbers.BYTES_PER_ELEMENT;
    let end = first + 1;
    while (
      end < this.#states.length &&
      this.#states[end] === UNREAD &&
      (end < to || source.start(end + 1) <= bound)
    )
      end++;
    return end;
  }

  #check(source: PartSource<T>, from: number, to: number): void {
    for (let run = this.#next(READ, from, to); run !== -1; run = this.#next(READ, run, to)) {
      let end = run + 1;
      while (end < to && this.#states[end] === READ) end++;
      source.check(this.numbers, run, end);
      this.#states.fill(VERIFIED, run, end);
    }
  }
}

/** Bytes of each buffer. */
export const BUFFER_BYTES = 2 ** 18;

/** Free buffers that are kept. */
const FREE_MAX = 64;

/** Each allocation starts at a multiple of this number of bytes. */
const ALIGNMENT = 8;

/**
 * Memory that one read uses until it releases all of it. Reads use the same buffers one after the other: new ones for
 * each read would keep the garbage collector busy.
 */
export class BufferLease {
  readonly #free: Uint8Array<ArrayBuffer>[];
  readonly #buffers: Uint8Array<ArrayBuffer>[] = [];
  /** Bytes of the last buffer that are in use. */
  #used = 0;

  /** @param free the buffers that no read uses */
  constructor(free: Uint8Array<ArrayBuffer>[]) {
    this.#free = free;
  }

  /** @param bytes BUFFER_BYTES at most */
  allocate(bytes: number): { readonly buffer: ArrayBuffer; readonly byteOffset: number } {
    let last = this.#buffers.at(-1);
    if (last === undefined || this.#used + bytes > BUFFER_BYTES) {
      last = this.#free.pop() ?? new Uint8Array(BUFFER_BYTES);
      this.#buffers.push(last);
      this.#used = 0;
    }
    const { buffer } = last;
    const byteOffset = this.#used;
    this.#used = Math.ceil((byteOffset + bytes) / ALIGNMENT) * ALIGNMENT;
    return { buffer, byteOffset };
  }

  /** Returns all buffers to the free ones. */
  release(): void {
    for (const buffer of this.#buffers) if (this.#free.length < FREE_MAX) this.#free.push(buffer);
  }
}

/** A part larger than this share of the cache is not cached: it would evict too much. */
const PART_SHARE = 1 / 8;

/** The share up to which parts are cached that are seldom needed: the changes of runs with roll-ups. */
const SPARE_SHARE = 1 / 4;

/** Bytes of memory for each part besides its numbers: the array and its entry in the cache. */
const OVERHEAD_BYTES = 200;

/** Keys of requested parts that are remembered: more than a large cache has parts. */
const SEEN_KEYS = 2 ** 16;

/** An entry of the cache: anything made of numbers. */
interface Sized {
  readonly byteLength: number;
}

/** Parts of run files that have been read lately, up to a number of bytes. Files never change, so no entry is outdated. */
export class RunCache {
  readonly #parts: LRUCache<string, Sized>;
  // With `max`, the library would allocate room for all keys at once, which takes 5 ms of each opening.
  readonly #seen = new LRUCache<string, true>({ maxSize: SEEN_KEYS, sizeCalculation: () => 1 });

  /** @param maxBytes 0 caches nothing */
  constructor(maxBytes: number) {
    this.#parts = new LRUCache({
      maxSize: Math.max(1, maxBytes),
      maxEntrySize: Math.max(1, Math.floor(maxBytes * PART_SHARE)),
      sizeCalculation: ({ byteLength }) => byteLength + OVERHEAD_BYTES,
    });
  }

  /**
   * Whether a part is to be cached: if it has been requested before, so that parts that are requested once evict
   * nothing. A seldom needed part is cached only in spare room.
   */
  wants(key: string, byteLength: number, isSeldomNeeded: boolean): boolean {
    if (!this.#seen.has(key)) {
      this.#seen.set(key, true);
      return false;
    }
    const size = byteLength + OVERHEAD_BYTES;
    if (size > this.#parts.maxEntrySize) return false;
    return !isSeldomNeeded || this.#parts.calculatedSize + size <= this.#parts.maxSize * SPARE_SHARE;
  }

  get<T extends Sized>(key: string): T | undefined {
    // The key determines the type of the part.
    return this.#parts.get(key) as T | undefined;
  }

  set(key: string, part: Sized): void {
    this.#parts.set(key, part);
  }
}

/**
 * The key of a part: its file, the position of its space in the file, and its block. Callers keep it, since finding an
 * entry by a new string takes several times as long.
 */
export function partKey(file: number, space: number, block: number, kind: "directory" | BlockPart): string {
  return `${file} ${space} ${block} ${kind}`;
}
