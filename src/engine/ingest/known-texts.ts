import { KNOWN_TEXTS_MAX, SERIAL_LENGTH_MAX } from "../../domain/limits.ts";

/**
 * Slots that are searched for a text. Without a limit, the time for texts chosen to have the same hash would grow with
 * the square of their number.
 */
const SLOTS_TRIED_MAX = 64;

/** The longest cached text, in bytes. */
const TEXT_BYTES_MAX = SERIAL_LENGTH_MAX;

/** A batch whose texts are being found. */
export interface TextBatch {
  readonly number: number;
  /** Its texts, by index; one may have two indexes. */
  readonly texts: string[];
}

/**
 * Texts that are repeated, such as serial numbers, found by their bytes so that no string is made for each repetition.
 * Within a batch each has an index; several batches may be read at a time. It is bounded: when full, it is cleared.
 */
export class KnownTexts {
  /** By hash: the number of a text each, from 1 on; 0 if there is none. */
  readonly #slots = new Int32Array(2 * KNOWN_TEXTS_MAX);
  #texts: string[] = [];
  /** By the numbers of the texts less 1: their bytes, the last batch that has each, and its index there. */
  readonly #bytes = new Uint8Array(KNOWN_TEXTS_MAX * TEXT_BYTES_MAX);
  readonly #lengths = new Uint8Array(KNOWN_TEXTS_MAX);
  readonly #batches = new Float64Array(KNOWN_TEXTS_MAX);
  readonly #indexes = new Int32Array(KNOWN_TEXTS_MAX);
  #lastBatch = 0;

  /** Begins a batch. */
  begin(): TextBatch {
    return { number: ++this.#lastBatch, texts: [] };
  }

  /** The index in a batch of the text of the ASCII bytes from `start` up to, not including, `end`. */
  indexOf({ number, texts }: TextBatch, bytes: Uint8Array, start: number, end: number): number {
    if (end - start > TEXT_BYTES_MAX) return texts.push(textOf(bytes.subarray(start, end))) - 1;
    const known = this.#find(bytes, start, end);
    // If another batch has had the text since, it gets a second index in this one.
    if (this.#batches[known] === number) return this.#indexes[known] as number;
    const index = texts.push(this.#texts[known] as string) - 1;
    this.#batches[known] = number;
    this.#indexes[known] = index;
    return index;
  }

  #find(bytes: Uint8Array, start: number, end: number): number {
    const slots = this.#slots;
    const mask = slots.length - 1;
    const hash = hashOf(bytes, start, end);
    for (let tried = 0; tried < SLOTS_TRIED_MAX; tried++) {
      const slot = (hash + tried) & mask;
      const known = (slots[slot] as number) - 1;
      if (known === -1 && this.#texts.length < KNOWN_TEXTS_MAX)
        return this.#add(slot, bytes.subarray(start, end));
      if (known === -1) break;
      if (this.#isAs(known, bytes, start, end)) return known;
    }
    slots.fill(0);
    this.#texts = [];
    return this.#add(hash & mask, bytes.subarray(start, end));
  }

  #isAs(known: number, bytes: Uint8Array, start: number, end: number): boolean {
    if (this.#lengths[known] !== end - start) return false;
    const own = this.#bytes;
    const from = known * TEXT_BYTES_MAX - start;
    for (let i = start; i < end; i++) if (own[from + i] !== bytes[i]) return false;
    return true;
  }

  #add(slot: number, text: Uint8Array): number {
    const known = this.#texts.push(textOf(text)) - 1;
    this.#slots[slot] = known + 1;
    this.#bytes.set(text, known * TEXT_BYTES_MAX);
    this.#lengths[known] = text.length;
    this.#batches[known] = 0;
    return known;
  }
}

/** FNV-1a, with its high bits folded into the low ones. */
function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0x811c_9dc5;
  for (let i = start; i < end; i++) hash = Math.imul(hash ^ (bytes[i] as number), 0x0100_0193);
  return hash ^ (hash >>> 15);
}

function textOf(ascii: Uint8Array): string {
  return String.fromCharCode(...ascii);
}
