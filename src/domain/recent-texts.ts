import { type AsciiBytes, hashOf } from "./text-column.ts";

/** Texts that are kept; a power of two. */
const SLOTS = 2 ** 13;

/** A batch of rows, and the texts that have been found for it, by index. */
export interface TextBatch {
  readonly number: number;
  readonly texts: string[];
}

/**
 * Short texts that occur again and again, such as serial numbers, found by their bytes: making a string of each
 * occurrence takes longer. A text has one slot, by its hash. If another text has taken its slot, its string is made again.
 */
export class RecentTexts {
  readonly #texts = new Array<string>(SLOTS).fill("");
  /** By slot: the last batch that has the text, and the index there. */
  readonly #batches = new Float64Array(SLOTS);
  readonly #indexes = new Int32Array(SLOTS);
  #lastBatch = 0;

  begin(): TextBatch {
    return { number: ++this.#lastBatch, texts: [] };
  }

  /**
   * The index in a batch of the text of the ASCII bytes from `start` up to, not including, `end`. A text may have
   * several indexes.
   */
  indexOf({ number, texts }: TextBatch, bytes: AsciiBytes, start: number, end: number): number {
    const slot = hashOf(bytes, start, end) & (SLOTS - 1);
    if (!isSame(this.#texts[slot] as string, bytes, start, end)) {
      this.#texts[slot] = bytes.toString("latin1", start, end);
      this.#batches[slot] = 0;
    }
    if (this.#batches[slot] !== number) {
      this.#batches[slot] = number;
      this.#indexes[slot] = texts.push(this.#texts[slot] as string) - 1;
    }
    return this.#indexes[slot] as number;
  }
}

function isSame(text: string, bytes: Uint8Array, start: number, end: number): boolean {
  if (text.length !== end - start) return false;
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) !== bytes[start + i]) return false;
  return true;
}
