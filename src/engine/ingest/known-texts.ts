import { KNOWN_TEXTS_MAX } from "../../domain/limits.ts";

/** Slots for each text that is known at most, a power of two. */
const SLOTS = 2 * 2 ** Math.ceil(Math.log2(KNOWN_TEXTS_MAX));

/**
 * Texts that come again and again, found by their bytes without being made anew: serial numbers are. Within
 * a batch each has a place. It is bounded: where it is full, it begins anew.
 */
export class KnownTexts {
  /** The index of a text each, from 1 on; 0 where there is none. */
  readonly #slots = new Int32Array(SLOTS);
  readonly #hashes = new Int32Array(KNOWN_TEXTS_MAX);
  /** The bytes of all texts, and where each ends. */
  #bytes = new Uint8Array(1_024);
  readonly #ends = new Int32Array(KNOWN_TEXTS_MAX + 1);
  #texts: string[] = [];
  /** The batch that each was met in last, and its place there. */
  readonly #batches = new Float64Array(KNOWN_TEXTS_MAX);
  readonly #places = new Int32Array(KNOWN_TEXTS_MAX);
  #batch = 0;
  /** The texts of the batch under way, by place. */
  #met: string[] = [];

  /** Begins a batch, and gives back where its texts will be, by place. */
  begin(): readonly string[] {
    this.#batch++;
    this.#met = [];
    return this.#met;
  }

  /** The place in the batch of a text that bytes of ASCII hold from `start` up to, not including, `end`. */
  placeOf(bytes: Uint8Array, start: number, end: number): number {
    const known = this.#find(bytes, start, end);
    if (this.#batches[known] === this.#batch) return this.#places[known] as number;
    const place = this.#met.length;
    this.#met.push(this.#texts[known] as string);
    this.#batches[known] = this.#batch;
    this.#places[known] = place;
    return place;
  }

  #find(bytes: Uint8Array, start: number, end: number): number {
    let hash = end - start;
    for (let i = start; i < end; i++) hash = Math.imul(hash ^ (bytes[i] as number), 0x0100_0193);
    hash ^= hash >>> 15;
    for (let slot = hash & (SLOTS - 1); ; slot = (slot + 1) & (SLOTS - 1)) {
      const known = (this.#slots[slot] as number) - 1;
      if (known === -1) return this.#add(bytes, start, end, hash);
      if (this.#hashes[known] === hash && this.#isAs(known, bytes, start, end)) return known;
    }
  }

  #isAs(known: number, bytes: Uint8Array, start: number, end: number): boolean {
    const from = this.#ends[known] as number;
    if ((this.#ends[known + 1] as number) - from !== end - start) return false;
    for (let i = start; i < end; i++) if (this.#bytes[from + i - start] !== bytes[i]) return false;
    return true;
  }

  #add(bytes: Uint8Array, start: number, end: number, hash: number): number {
    if (this.#texts.length === KNOWN_TEXTS_MAX) this.#clear();
    const known = this.#texts.length;
    const from = this.#ends[known] as number;
    const to = from + end - start;
    if (to > this.#bytes.length) {
      const grown = new Uint8Array(2 * to);
      grown.set(this.#bytes);
      this.#bytes = grown;
    }
    this.#bytes.set(bytes.subarray(start, end), from);
    this.#ends[known + 1] = to;
    this.#hashes[known] = hash;
    this.#texts.push(String.fromCharCode(...bytes.subarray(start, end)));
    let slot = hash & (SLOTS - 1);
    while (this.#slots[slot] !== 0) slot = (slot + 1) & (SLOTS - 1);
    this.#slots[slot] = known + 1;
    return known;
  }

  #clear(): void {
    this.#slots.fill(0);
    this.#batches.fill(0);
    this.#texts = [];
  }
}
