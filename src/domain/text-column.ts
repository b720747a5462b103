/** 32-bit words per row: a header, then an inlined text of up to 12 bytes. */
const ROW_WORDS = 4;
const ROW_BYTES = 4 * ROW_WORDS;
/** Bytes of a row's header: the length of the text, or one of the two values below. */
const HEADER_BYTES = 4;
const SHORT_TEXT_BYTES = ROW_BYTES - HEADER_BYTES;

/** Headers of a row without a text, and of one whose text is in the overflow list. */
const ABSENT = 0;
const OVERFLOW = 0xffff_ffff;

/**
 * A column of nullable texts; an empty text is null. ASCII texts of up to 12 bytes are inlined as in a view of Arrow's
 * `Utf8View` columns: a 32-bit length, the characters, then zeros. All other texts are strings in an overflow list. A
 * store with this layout of its own, such as DuckDB, copies `words`; others read the texts with `at`.
 */
export class TextColumn {
  readonly length: number;
  /** ROW_WORDS per row. */
  readonly #words: Uint32Array;
  /** Texts that are not inlined; the second word of their row is the index. */
  readonly #overflow: readonly string[];

  constructor(words: Uint32Array, overflow: readonly string[]) {
    this.length = words.length / ROW_WORDS;
    this.#words = words;
    this.#overflow = overflow;
  }

  static of(texts: readonly (string | null)[]): TextColumn {
    const builder = new TextColumnBuilder(texts.length);
    for (const [row, text] of texts.entries()) builder.set(row, text);
    return builder.column(texts.length);
  }

  /** A column in which every row is null. */
  static without(length: number): TextColumn {
    return new TextColumn(new Uint32Array(ROW_WORDS * length), []);
  }

  at(row: number): string | null {
    const header = this.#words[ROW_WORDS * row] as number;
    if (header === ABSENT) return null;
    if (header === OVERFLOW) return this.#overflowAt(row);
    const { buffer, byteOffset } = this.#words;
    const bytes = new Uint8Array(buffer, byteOffset + ROW_BYTES * row + HEADER_BYTES, header);
    let text = "";
    for (let i = 0; i < header; i++) text += String.fromCharCode(bytes[i] as number);
    return text;
  }

  /** Whether two rows are equal; null equals null. */
  isSame(row: number, other: number): boolean {
    const words = this.#words;
    const [start, otherStart] = [ROW_WORDS * row, ROW_WORDS * other];
    if (words[start] !== words[otherStart]) return false;
    if (words[start] === OVERFLOW) return this.#overflowAt(row) === this.#overflowAt(other);
    for (let i = 1; i < ROW_WORDS; i++) if (words[start + i] !== words[otherStart + i]) return false;
    return true;
  }

  /** A 53-bit hash of a row; 0 only for null. */
  hash(row: number): number {
    const words = this.#words;
    const start = ROW_WORDS * row;
    const header = words[start] as number;
    if (header === ABSENT) return 0;
    if (header === OVERFLOW) return hashOf(this.#overflowAt(row));
    let [low, high] = [header, header ^ HIGH_SEED];
    for (let i = start + 1; i < start + ROW_WORDS; i++) {
      low = mixed(low, words[i] as number);
      high = mixed(high + i - start, words[i] as number);
    }
    return combined(low, high);
  }

  /** The words of a range of rows; those of null and overflow rows are zero. */
  words(start: number, end: number): TextWords {
    const words = this.#words.slice(ROW_WORDS * start, ROW_WORDS * end);
    const present = new Uint8Array(Math.ceil((end - start) / 64) * 8);
    const overflow: [row: number, text: string][] = [];
    for (let row = 0; row < end - start; row++) {
      const header = words[ROW_WORDS * row] as number;
      if (header === ABSENT) continue;
      present[row >>> 3] = (present[row >>> 3] as number) | (1 << (row & 7));
      if (header !== OVERFLOW) continue;
      words[ROW_WORDS * row] = 0;
      words[ROW_WORDS * row + 1] = 0;
      overflow.push([row, this.#overflowAt(start + row)]);
    }
    return { words, present, overflow };
  }

  /** The given rows, as a new column; one past the end is null. */
  select(rows: Int32Array): TextColumn {
    const words = new Uint32Array(ROW_WORDS * rows.length);
    let to = 0;
    for (let index = 0; index < rows.length; index++) {
      const start = ROW_WORDS * (rows[index] as number);
      for (let from = start; from < start + ROW_WORDS; from++) words[to++] = this.#words[from] as number;
    }
    return new TextColumn(words, this.#overflow);
  }

  /** Concatenates columns; null stands for a column of nulls. */
  static joined(
    columns: readonly { readonly length: number; readonly texts: TextColumn | null }[],
  ): TextColumn {
    const length = columns.reduce((sum, each) => sum + each.length, 0);
    const words = new Uint32Array(ROW_WORDS * length);
    const overflow: string[] = [];
    let start = 0;
    for (const { length: rows, texts } of columns) {
      if (texts !== null) {
        words.set(texts.#words, ROW_WORDS * start);
        if (texts.#overflow.length > 0) moveIndexes(words, start, start + rows, overflow.length);
        for (const text of texts.#overflow) overflow.push(text);
      }
      start += rows;
    }
    return new TextColumn(words, overflow);
  }

  #overflowAt(row: number): string {
    return this.#overflow[this.#words[ROW_WORDS * row + 1] as number] as string;
  }
}

/** The inlined texts of a range, of which row 0 is the first, with the others as strings. */
export interface TextWords {
  /** ROW_WORDS per row. */
  readonly words: Uint32Array;
  /** Arrow's validity bitmap, in whole 64-bit words: a bit per row, set if it has a text. */
  readonly present: Uint8Array;
  readonly overflow: readonly (readonly [row: number, text: string])[];
}

/** Bytes with a fast conversion to strings, such as a Node Buffer. */
export type AsciiBytes = Uint8Array & { toString(encoding: "latin1", start: number, end: number): string };

/** Builds a column row by row. */
export class TextColumnBuilder {
  readonly #words: Uint32Array;
  readonly #bytes: Uint8Array;
  readonly #overflow: string[] = [];
  #hasTexts = false;

  constructor(capacity: number) {
    this.#words = new Uint32Array(ROW_WORDS * capacity);
    this.#bytes = new Uint8Array(this.#words.buffer);
  }

  /** Whether any row has a text. */
  get hasTexts(): boolean {
    return this.#hasTexts;
  }

  /** Sets a row, at most once; unset rows are null. */
  set(row: number, text: string | null): void {
    if (text === null || text === "") return;
    this.#hasTexts = true;
    if (!this.#setShort(row, text)) this.#setOverflow(row, text);
  }

  /** Sets a row, at most once, to the ASCII bytes from `start` up to, not including, `end`. */
  setAscii(row: number, bytes: AsciiBytes, start: number, end: number): void {
    const length = end - start;
    if (length > 0) this.#hasTexts = true;
    if (length > SHORT_TEXT_BYTES) {
      this.#setOverflow(row, bytes.toString("latin1", start, end));
      return;
    }
    this.#words[ROW_WORDS * row] = length;
    const to = ROW_BYTES * row + HEADER_BYTES;
    for (let i = 0; i < length; i++) this.#bytes[to + i] = bytes[start + i] as number;
  }

  /** The first `length` rows. */
  column(length: number): TextColumn {
    const words = this.#words;
    const isFull = ROW_WORDS * length === words.length;
    return new TextColumn(isFull ? words : words.subarray(0, ROW_WORDS * length), this.#overflow);
  }

  #setOverflow(row: number, text: string): void {
    const start = ROW_WORDS * row;
    this.#words[start] = OVERFLOW;
    this.#words[start + 1] = this.#overflow.length;
    // Clears the bytes of a text that turned out not to be ASCII.
    this.#words[start + 2] = 0;
    this.#words[start + 3] = 0;
    this.#overflow.push(text);
  }

  #setShort(row: number, text: string): boolean {
    const { length } = text;
    if (length > SHORT_TEXT_BYTES) return false;
    const to = ROW_BYTES * row + HEADER_BYTES;
    for (let i = 0; i < length; i++) {
      const code = text.charCodeAt(i);
      if (code > 127) return false;
      this.#bytes[to + i] = code;
    }
    this.#words[ROW_WORDS * row] = length;
    return true;
  }
}

/** Adds to the overflow indexes of a range of rows. */
function moveIndexes(words: Uint32Array, start: number, end: number, by: number): void {
  for (let row = start; row < end; row++) {
    const index = ROW_WORDS * row + 1;
    if (words[index - 1] === OVERFLOW) words[index] = (words[index] as number) + by;
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
