/**
 * A column of nullable texts; an empty text is null. The texts are UTF-8, one after the other, as in Arrow's `Utf8`
 * columns: they are many and short-lived, and a string for each would cost more than processing it.
 */
export class TextColumn {
  readonly length: number;
  readonly bytes: Uint8Array;
  /** The offset after each text; it begins at that of the row before. */
  readonly ends: Uint32Array;

  constructor(bytes: Uint8Array, ends: Uint32Array) {
    this.length = ends.length;
    this.bytes = bytes;
    this.ends = ends;
  }

  static of(texts: readonly (string | null)[]): TextColumn {
    const builder = new TextColumnBuilder(texts.length);
    for (const text of texts) builder.add(text);
    return builder.column;
  }

  /** A column in which every row is null. */
  static without(length: number): TextColumn {
    return new TextColumn(new Uint8Array(), new Uint32Array(length));
  }

  at(row: number): string | null {
    const [start, end] = [this.start(row), this.ends[row] as number];
    return start === end ? null : DECODER.decode(this.bytes.subarray(start, end));
  }

  start(row: number): number {
    return row === 0 ? 0 : (this.ends[row - 1] as number);
  }

  /** Whether two rows are equal; null equals null. */
  isSame(row: number, other: number): boolean {
    let [at, otherAt] = [this.start(row), this.start(other)];
    const end = this.ends[row] as number;
    if (end - at !== (this.ends[other] as number) - otherAt) return false;
    while (at < end) if (this.bytes[at++] !== this.bytes[otherAt++]) return false;
    return true;
  }

  /** A 32-bit hash of a row; 0 only for null. */
  hash(row: number): number {
    const [start, end] = [this.start(row), this.ends[row] as number];
    return start === end ? 0 : hashOf(this.bytes, start, end) >>> 0 || 1;
  }

  /** The given rows, as a new column; one past the end is null. */
  select(rows: Int32Array): TextColumn {
    const builder = new TextColumnBuilder(rows.length);
    for (let index = 0; index < rows.length; index++) {
      const row = rows[index] as number;
      if (row < this.length) builder.addBytes(this.bytes, this.start(row), this.ends[row] as number);
      else builder.add(null);
    }
    return builder.column;
  }

  /** Concatenates columns; null stands for a column of nulls. */
  static joined(
    columns: readonly { readonly length: number; readonly texts: TextColumn | null }[],
  ): TextColumn {
    const size = columns.reduce((sum, { texts }) => sum + (texts?.bytes.length ?? 0), 0);
    const bytes = new Uint8Array(size);
    const ends = new Uint32Array(columns.reduce((sum, { length }) => sum + length, 0));
    let [row, offset] = [0, 0];
    for (const { length, texts } of columns) {
      if (texts !== null) bytes.set(texts.bytes, offset);
      for (let index = 0; index < length; index++) ends[row++] = offset + (texts?.ends[index] ?? 0);
      offset += texts?.bytes.length ?? 0;
    }
    return new TextColumn(bytes, ends);
  }
}

/** Bytes with a fast conversion to strings, such as a Node Buffer. */
export type AsciiBytes = Uint8Array & { toString(encoding: "latin1", start: number, end: number): string };

/** Bytes of a column for each row, before it has to grow. */
const ROW_BYTES = 16;
/** Bytes of a UTF-16 code unit in UTF-8 at most. */
const UNIT_BYTES = 3;

const ENCODER = new TextEncoder();
/** A byte order mark is a part of the text. */
const DECODER = new TextDecoder("utf-8", { ignoreBOM: true });

export class TextColumnBuilder {
  #bytes: Uint8Array;
  readonly #ends: Uint32Array;
  #length = 0;
  #at = 0;

  /** @param capacity the number of rows at most */
  constructor(capacity: number) {
    this.#bytes = new Uint8Array(ROW_BYTES * capacity);
    this.#ends = new Uint32Array(capacity);
  }

  get hasTexts(): boolean {
    return this.#at > 0;
  }

  add(text: string | null): void {
    if (text !== null && text !== "") {
      this.#makeRoom(UNIT_BYTES * text.length);
      this.#at += ENCODER.encodeInto(text, this.#bytes.subarray(this.#at)).written;
    }
    this.#ends[this.#length++] = this.#at;
  }

  /** Adds a row: UTF-8 from `start` up to, not including, `end`. */
  addBytes(bytes: Uint8Array, start: number, end: number): void {
    this.#makeRoom(end - start);
    const to = this.#bytes;
    let at = this.#at;
    for (let from = start; from < end; from++) to[at++] = bytes[from] as number;
    this.#at = at;
    this.#ends[this.#length++] = at;
  }

  get column(): TextColumn {
    return new TextColumn(this.#bytes.subarray(0, this.#at), this.#ends.subarray(0, this.#length));
  }

  #makeRoom(length: number): void {
    if (this.#at + length <= this.#bytes.length) return;
    const grown = new Uint8Array(2 * (this.#at + length));
    grown.set(this.#bytes.subarray(0, this.#at));
    this.#bytes = grown;
  }
}

/** The first state of a hash: another one in each process, so that no sender can prepare texts of one hash. */
const [SEED = 0] = crypto.getRandomValues(new Int32Array(1));

/** A 32-bit hash of some bytes: FNV-1a from the seed, with its high bits folded into the low ones. */
function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = SEED;
  for (let i = start; i < end; i++) hash = Math.imul(hash ^ (bytes[i] as number), 0x0100_0193);
  return hash ^ (hash >>> 15);
}

/** Texts that are kept; a power of two. */
const SLOTS = 2 ** 13;

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
