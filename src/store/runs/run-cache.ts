import { LRUCache } from "lru-cache";
import type { BlockPart } from "../../series/run-block.ts";

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
  readonly #seen = new LRUCache<string, true>({ max: SEEN_KEYS });

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
