import { LRUCache } from "lru-cache";
import { IS_LITTLE_ENDIAN, LONG_WORD_BYTES, putText } from "./text-words.ts";

/** Whole numbers below this have their texts kept. */
export const KEPT_NUMBERS = 1_024;

/** Numbers that there is room for at first. */
const NUMBERS_MIN = 64;

/**
 * What is written of small whole numbers, each text made when it is first wanted. All take the same number of
 * words, whatever their length: to write a few bytes too many, over which the next text is written, is faster
 * than to count.
 */
export class NumberTexts {
  readonly #write: (value: number) => string;
  /** Words that each takes. */
  readonly #width: number;
  #words = new Float64Array(0);
  /** By number, in bytes; 0 where the text has not been made. */
  #lengths = new Uint8Array(0);

  /**
   * @param write gives the text of a number, in ASCII
   * @param longest the length of the longest text that is kept
   */
  constructor(write: (value: number) => string, longest = write(KEPT_NUMBERS - 1).length) {
    this.#write = write;
    this.#width = Math.ceil(longest / LONG_WORD_BYTES);
  }

  /** Writes the text of a number, and bytes after it up to its width. @returns where the text ends */
  put(view: DataView, at: number, value: number): number {
    const length = this.#lengths[value];
    if (length === undefined || length === 0) return this.#putOther(view, at, value);
    const words = this.#words;
    let from = value * this.#width;
    const end = at + LONG_WORD_BYTES * this.#width;
    for (let to = at; to < end; to += LONG_WORD_BYTES)
      view.setFloat64(to, words[from++] as number, IS_LITTLE_ENDIAN);
    return at + length;
  }

  #putOther(view: DataView, at: number, value: number): number {
    const text = this.#write(value);
    if (value >= 0 && value < KEPT_NUMBERS && text.length <= LONG_WORD_BYTES * this.#width)
      this.#keep(value, text);
    return putText(view, at, text);
  }

  #keep(value: number, text: string): void {
    const numbers = this.#lengths.length;
    if (value >= numbers) this.#grow(Math.max(NUMBERS_MIN, 2 ** Math.ceil(Math.log2(value + 1))));
    const words = new Uint8Array(this.#words.buffer);
    words.set(Buffer.from(text, "latin1"), LONG_WORD_BYTES * this.#width * value);
    this.#lengths[value] = text.length;
  }

  #grow(numbers: number): void {
    const [words, lengths] = [this.#words, this.#lengths];
    this.#words = new Float64Array(this.#width * numbers);
    this.#words.set(words);
    this.#lengths = new Uint8Array(numbers);
    this.#lengths.set(lengths);
  }
}

/** Those of different capacities and lengths of time that were wanted last: some MiB at most. */
const KEPT_TABLES = 64;

/** Texts that were made for other answers too. */
export class NumberTextsCache {
  readonly #tables = new LRUCache<string, NumberTexts>({ max: KEPT_TABLES });

  /** @param key stands for what `write` writes; @param longest as of `NumberTexts` */
  get(key: string, write: (value: number) => string, longest: number): NumberTexts {
    let table = this.#tables.get(key);
    if (table === undefined) {
      table = new NumberTexts(write, longest);
      this.#tables.set(key, table);
    }
    return table;
  }
}
