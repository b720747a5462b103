/** 32-bit words of a row: its mark, and room for a short text. */
const ROW_WORDS = 4;
const ROW_BYTES = 4 * ROW_WORDS;
/** Bytes of a row's mark: the text's length, or one of the marks below. */
const MARK_BYTES = 4;
const SHORT_TEXT_BYTES = ROW_BYTES - MARK_BYTES;

/** Marks a row without a text, and one whose text lies aside. */
const ABSENT = 0;
const ASIDE = 0xffff_ffff;

/**
 * Texts by column, each null where absent: an empty one is none. Short ASCII ones, as most are that come in great numbers, lie in one
 * array, as DuckDB has them: their length in 32 bits, then their characters, then zeros. Whatever else
 * there is lies beside it as strings.
 */
export class TextColumn {
  readonly length: number;
  /** Four a row. */
  readonly #words: Uint32Array;
  /** Texts that are not among the words; the word after their row's mark is an index of these. */
  readonly #aside: readonly string[];

  constructor(words: Uint32Array, aside: readonly string[]) {
    this.length = words.length / ROW_WORDS;
    this.#words = words;
    this.#aside = aside;
  }

  static of(texts: readonly (string | null)[]): TextColumn {
    const builder = new TextColumnBuilder(texts.length);
    for (const [row, text] of texts.entries()) builder.set(row, text);
    return builder.column(texts.length);
  }

  /** So many rows without a text. */
  static without(length: number): TextColumn {
    return new TextColumn(new Uint32Array(ROW_WORDS * length), []);
  }

  at(row: number): string | null {
    const mark = this.#words[ROW_WORDS * row] as number;
    if (mark === ABSENT) return null;
    if (mark === ASIDE) return this.#asideAt(row);
    const { buffer, byteOffset } = this.#words;
    const bytes = new Uint8Array(buffer, byteOffset + ROW_BYTES * row + MARK_BYTES, mark);
    let text = "";
    for (let i = 0; i < mark; i++) text += String.fromCharCode(bytes[i] as number);
    return text;
  }

  /** Whether two rows have the same text, or both none. */
  isSame(row: number, other: number): boolean {
    const words = this.#words;
    const [start, otherStart] = [ROW_WORDS * row, ROW_WORDS * other];
    if (words[start] !== words[otherStart]) return false;
    if (words[start] === ASIDE) return this.#asideAt(row) === this.#asideAt(other);
    for (let i = 1; i < ROW_WORDS; i++) if (words[start + i] !== words[otherStart + i]) return false;
    return true;
  }

  /**
   * A number of 53 bits that tells most texts apart: equal texts have equal ones; 0 where there is none, and
   * only there.
   */
  hash(row: number): number {
    const words = this.#words;
    const start = ROW_WORDS * row;
    const mark = words[start] as number;
    if (mark === ABSENT) return 0;
    if (mark === ASIDE) return hashOf(this.#asideAt(row));
    let [low, high] = [mark, mark ^ HIGH_SEED];
    for (let i = start + 1; i < start + ROW_WORDS; i++) {
      low = mixed(low, words[i] as number);
      high = mixed(high + i - start, words[i] as number);
    }
    return combined(low, high);
  }

  /** The words of some rows; those of rows whose text is absent or lies aside are zero. */
  words(start: number, end: number): TextWords {
    const words = this.#words.slice(ROW_WORDS * start, ROW_WORDS * end);
    const present = new Uint8Array(Math.ceil((end - start) / 64) * 8);
    const aside: [row: number, text: string][] = [];
    for (let row = 0; row < end - start; row++) {
      const mark = words[ROW_WORDS * row] as number;
      if (mark === ABSENT) continue;
      present[row >>> 3] = (present[row >>> 3] as number) | (1 << (row & 7));
      if (mark !== ASIDE) continue;
      words[ROW_WORDS * row] = 0;
      words[ROW_WORDS * row + 1] = 0;
      aside.push([row, this.#asideAt(start + row)]);
    }
    return { words, present, aside };
  }

  /** Some of its rows. */
  select(rows: Int32Array): TextColumn {
    const words = new Uint32Array(ROW_WORDS * rows.length);
    let to = 0;
    for (let index = 0; index < rows.length; index++) {
      const start = ROW_WORDS * (rows[index] as number);
      for (let from = start; from < start + ROW_WORDS; from++) words[to++] = this.#words[from] as number;
    }
    return new TextColumn(words, this.#aside);
  }

  /** Some columns, one after the other; in place of null there are as many rows without a text. */
  static joined(
    columns: readonly { readonly length: number; readonly texts: TextColumn | null }[],
  ): TextColumn {
    const length = columns.reduce((sum, each) => sum + each.length, 0);
    const words = new Uint32Array(ROW_WORDS * length);
    const aside: string[] = [];
    let start = 0;
    for (const { length: rows, texts } of columns) {
      if (texts !== null) {
        words.set(texts.#words, ROW_WORDS * start);
        if (texts.#aside.length > 0) moveIndexes(words, start, start + rows, aside.length);
        for (const text of texts.#aside) aside.push(text);
      }
      start += rows;
    }
    return new TextColumn(words, aside);
  }

  #asideAt(row: number): string {
    return this.#aside[this.#words[ROW_WORDS * row + 1] as number] as string;
  }
}

/** Texts as DuckDB has them, by row from 0 on. */
export interface TextWords {
  /** Four a row. */
  readonly words: Uint32Array;
  /** A bit a row, whole words of 64: whether it has a text. */
  readonly present: Uint8Array;
  readonly aside: readonly (readonly [row: number, text: string])[];
}

/** Bytes that come with a fast way of making texts of them, as Node's buffers do. */
export type AsciiBytes = Uint8Array & { toString(encoding: "latin1", start: number, end: number): string };

/** A column that is filled row by row. */
export class TextColumnBuilder {
  readonly #words: Uint32Array;
  readonly #bytes: Uint8Array;
  readonly #aside: string[] = [];
  #hasTexts = false;

  constructor(capacity: number) {
    this.#words = new Uint32Array(ROW_WORDS * capacity);
    this.#bytes = new Uint8Array(this.#words.buffer);
  }

  /** Whether any row has a text. */
  get hasTexts(): boolean {
    return this.#hasTexts;
  }

  /** Sets a row, once; one that is not set has no text. */
  set(row: number, text: string | null): void {
    if (text === null || text === "") return;
    this.#hasTexts = true;
    if (!this.#setShort(row, text)) this.#setAside(row, text);
  }

  /** Sets a row, once, to a text that bytes of ASCII hold from `start` up to, not including, `end`. */
  setAscii(row: number, bytes: AsciiBytes, start: number, end: number): void {
    const length = end - start;
    if (length > 0) this.#hasTexts = true;
    if (length > SHORT_TEXT_BYTES) {
      this.#setAside(row, bytes.toString("latin1", start, end));
      return;
    }
    this.#words[ROW_WORDS * row] = length;
    const to = ROW_BYTES * row + MARK_BYTES;
    for (let i = 0; i < length; i++) this.#bytes[to + i] = bytes[start + i] as number;
  }

  /** The first rows: as many as have been set, or passed over. */
  column(length: number): TextColumn {
    const words = this.#words;
    const isFull = ROW_WORDS * length === words.length;
    return new TextColumn(isFull ? words : words.subarray(0, ROW_WORDS * length), this.#aside);
  }

  #setAside(row: number, text: string): void {
    const start = ROW_WORDS * row;
    this.#words[start] = ASIDE;
    this.#words[start + 1] = this.#aside.length;
    // What was there of a text that turned out not to be ASCII.
    this.#words[start + 2] = 0;
    this.#words[start + 3] = 0;
    this.#aside.push(text);
  }

  #setShort(row: number, text: string): boolean {
    const { length } = text;
    if (length > SHORT_TEXT_BYTES) return false;
    const to = ROW_BYTES * row + MARK_BYTES;
    for (let i = 0; i < length; i++) {
      const code = text.charCodeAt(i);
      if (code > 127) return false;
      this.#bytes[to + i] = code;
    }
    this.#words[ROW_WORDS * row] = length;
    return true;
  }
}

/** Adds to the indexes of texts that lie aside. */
function moveIndexes(words: Uint32Array, start: number, end: number, by: number): void {
  for (let row = start; row < end; row++) {
    const index = ROW_WORDS * row + 1;
    if (words[index - 1] === ASIDE) words[index] = (words[index] as number) + by;
  }
}

const HIGH_SEED = 0x9e37_79b9;

function hashOf(text: string): number {
  let [low, high] = [text.length, text.length ^ HIGH_SEED];
  for (let i = 0; i < text.length; i++) {
    low = mixed(low, text.charCodeAt(i));
    high = mixed(high + i, text.charCodeAt(i));
  }
  return combined(low, high);
}

/** A round of MurmurHash3. */
function mixed(hash: number, word: number): number {
  const scrambled = Math.imul(rotated(Math.imul(word, 0xcc9e_2d51), 15), 0x1b87_3593);
  return Math.imul(rotated(hash ^ scrambled, 13), 5) + 0xe654_6b64;
}

function rotated(word: number, bits: number): number {
  return (word << bits) | (word >>> (32 - bits));
}

function combined(low: number, high: number): number {
  return 2 ** 21 * (low >>> 0) + (high >>> 11) || 1;
}
