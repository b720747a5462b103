import { KNOWN_TEXTS_MAX } from "../../domain/limits.ts";

/** Texts that there is room for at first; a power of two. */
const CAPACITY_MIN = 1_024;

/**
 * Slots that are looked at for a text. Texts that are chosen to have the same hash would take a time that grows with
 * the square of their number.
 */
const SLOTS_TRIED_MAX = 64;

/** Bytes of a text that there is room for at first, on average. */
const TEXT_BYTES = 16;

/** A batch whose texts are being found. */
export interface TextBatch {
  readonly number: number;
  /** Its texts, by index; one may have two indexes. */
  readonly texts: string[];
}

/**
 * Texts that come again and again, found by their bytes without being made anew: serial numbers are. Within
 * a batch each has an index; several batches may be under way. It is bounded: where it is full, it is emptied.
 */
export class KnownTexts {
  #capacity = CAPACITY_MIN;
  /** Twice as many as there is room for texts: the number of a text each, from 1 on; 0 where there is none. */
  #slots = new Int32Array(2 * CAPACITY_MIN);
  /** The texts, and by their numbers less 1 their hashes, and where the bytes of each end. */
  #texts: string[] = [];
  #hashes = new Int32Array(CAPACITY_MIN);
  #ends = new Int32Array(CAPACITY_MIN + 1);
  #bytes = new Uint8Array(CAPACITY_MIN * TEXT_BYTES);
  /** The batch that each was met in last, and its index there. */
  #batches = new Float64Array(CAPACITY_MIN);
  #indexes = new Int32Array(CAPACITY_MIN);
  #lastBatch = 0;

  /** Begins a batch. */
  begin(): TextBatch {
    return { number: ++this.#lastBatch, texts: [] };
  }

  /** The index in a batch of a text that bytes of ASCII hold from `start` up to, not including, `end`. */
  indexOf({ number, texts }: TextBatch, bytes: Uint8Array, start: number, end: number): number {
    const known = this.#find(bytes, start, end);
    // Where another batch has met the text since, it gets a second index in this one.
    if (this.#batches[known] === number) return this.#indexes[known] as number;
    const index = texts.length;
    texts.push(this.#texts[known] as string);
    this.#batches[known] = number;
    this.#indexes[known] = index;
    return index;
  }

  #find(bytes: Uint8Array, start: number, end: number): number {
    const hash = hashOf(bytes, start, end);
    const slots = this.#slots;
    const mask = slots.length - 1;
    let left = SLOTS_TRIED_MAX;
    for (let slot = hash & mask; slots[slot] !== 0; slot = (slot + 1) & mask) {
      const known = (slots[slot] as number) - 1;
      if (this.#hashes[known] === hash && this.#isAs(known, bytes, start, end)) return known;
      if (--left === 0) {
        this.#clear();
        break;
      }
    }
    return this.#add(bytes.subarray(start, end), hash);
  }

  #isAs(known: number, bytes: Uint8Array, start: number, end: number): boolean {
    const own = this.#bytes;
    const from = this.#ends[known] as number;
    if ((this.#ends[known + 1] as number) - from !== end - start) return false;
    for (let i = start; i < end; i++) if (own[from + i - start] !== bytes[i]) return false;
    return true;
  }

  #add(text: Uint8Array, hash: number): number {
    if (this.#texts.length === KNOWN_TEXTS_MAX) this.#clear();
    else if (this.#texts.length === this.#capacity) this.#grow();
    const known = this.#texts.length;
    const from = this.#ends[known] as number;
    const to = from + text.length;
    if (to > this.#bytes.length) this.#bytes = grown(this.#bytes, new Uint8Array(2 * to));
    this.#bytes.set(text, from);
    this.#ends[known + 1] = to;
    this.#hashes[known] = hash;
    this.#batches[known] = 0;
    this.#texts.push(String.fromCharCode(...text));
    this.#insert(known, hash);
    return known;
  }

  #insert(known: number, hash: number): void {
    const mask = this.#slots.length - 1;
    let slot = hash & mask;
    while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
    this.#slots[slot] = known + 1;
  }

  #grow(): void {
    const capacity = 2 * this.#capacity;
    this.#capacity = capacity;
    this.#hashes = grown(this.#hashes, new Int32Array(capacity));
    this.#ends = grown(this.#ends, new Int32Array(capacity + 1));
    this.#batches = grown(this.#batches, new Float64Array(capacity));
    this.#indexes = grown(this.#indexes, new Int32Array(capacity));
    this.#slots = new Int32Array(2 * capacity);
    for (let known = 0; known < this.#texts.length; known++)
      this.#insert(known, this.#hashes[known] as number);
  }

  #clear(): void {
    this.#slots.fill(0);
    this.#texts = [];
  }
}

/** FNV-1a, with its high bits folded into the low ones. */
function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0x811c_9dc5;
  for (let i = start; i < end; i++) hash = Math.imul(hash ^ (bytes[i] as number), 0x0100_0193);
  return hash ^ (hash >>> 15);
}

function grown<Numbers extends Float64Array | Int32Array | Uint8Array>(old: Numbers, room: Numbers): Numbers {
  room.set(old);
  return room;
}
