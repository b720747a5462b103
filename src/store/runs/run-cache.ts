import { LRUCache } from "lru-cache";
import type { BlockPart } from "../../series/run-block.ts";

/** A part that has more bytes than this share of the cache's is not kept: it would push out too much. */
const PART_SHARE = 1 / 8;

/** The share that is filled with what is seldom needed: all changes, where there are roll-ups. */
const SPARE_SHARE = 1 / 4;

/** What a part costs besides its bytes: the array, and its place in the cache. */
const OVERHEAD_BYTES = 200;

/** Keys of parts that have been asked for: more than there are parts in a large cache. */
const SEEN_KEYS = 2 ** 16;

/** What the cache holds: anything made of numbers. */
interface Sized {
  readonly byteLength: number;
}

/** Parts of run files that have been read lately, up to so many bytes. Files never change, so nothing in it gets old. */
export class RunCache {
  readonly #parts: LRUCache<string, Sized>;
  readonly #seen = new LRUCache<string, true>({ max: SEEN_KEYS });

  /** @param maxBytes 0 keeps nothing */
  constructor(maxBytes: number) {
    this.#parts = new LRUCache({
      maxSize: Math.max(1, maxBytes),
      maxEntrySize: Math.max(1, Math.floor(maxBytes * PART_SHARE)),
      sizeCalculation: ({ byteLength }) => byteLength + OVERHEAD_BYTES,
    });
  }

  /**
   * Whether something is to be kept: where it has been asked for lately, so that what is asked for once does not
   * push out what is asked for often. What is seldom needed is so only where there is room.
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
    // Whoever puts a part under a key says by it what kind it is.
    return this.#parts.get(key) as T | undefined;
  }

  set(key: string, part: Sized): void {
    this.#parts.set(key, part);
  }
}

/**
 * The key of a part: of which file, of which of its spaces, by its place, and which block of runs there. It is
 * found several times as fast where it is kept as where it is made each time.
 */
export function partKey(file: number, space: number, block: number, kind: "directory" | BlockPart): string {
  return `${file} ${space} ${block} ${kind}`;
}
