import { INSTANT_BYTES, InstantWriter } from "./instant-words.ts";
import { IS_LITTLE_ENDIAN, LONG_WORD_BYTES, longWords, shortWords } from "./text-words.ts";

/** Some text that is written again and again, eight bytes to a number. */
export interface JsonPart {
  readonly words: Float64Array;
  /** Of its bytes; the last word may have more. */
  readonly length: number;
}

/** @param text of ASCII */
export function partOf(text: string): JsonPart {
  return { words: longWords(text), length: text.length };
}

/** Room that any whole number fits into, and the end of a part's last word. */
const SPARE_BYTES = 24;

const ZERO = "0".charCodeAt(0);

/** The digits of each whole number below 1,000, and what is in their word besides. */
const DIGITS = shortWords(Array.from({ length: 1_000 }, (_, n) => String(n).padEnd(4, "0")).join(""));

/**
 * JSON written into one buffer, most of it eight bytes at a time. Strings that are put together piece by piece
 * have to be made one and encoded afterwards, which takes twice as long as all the rest.
 */
export class JsonBytes {
  #bytes: Uint8Array;
  #view: DataView;
  #length = 0;
  readonly #instants = new InstantWriter();

  /** @param expected how many bytes will be written, about */
  constructor(expected: number) {
    this.#bytes = room(expected + SPARE_BYTES);
    this.#view = viewOf(this.#bytes);
  }

  /** Writes any text. */
  text(text: string): void {
    const encoded = Buffer.from(text);
    this.#reserve(encoded.length);
    this.#bytes.set(encoded, this.#length);
    this.#length += encoded.length;
  }

  part({ words, length }: JsonPart): void {
    this.#reserve(length);
    const view = this.#view;
    let at = this.#length;
    for (let i = 0; i < words.length; i++) {
      view.setFloat64(at, words[i] as number, IS_LITTLE_ENDIAN);
      at += LONG_WORD_BYTES;
    }
    this.#length += length;
  }

  /** Writes an instant, in ms (D1). */
  instant(instant: number): void {
    this.#reserve(INSTANT_BYTES);
    this.#instants.write(this.#view, this.#length, instant);
    this.#length += INSTANT_BYTES;
  }

  /** Writes a whole number. */
  integer(value: number): void {
    if (value >= 0 && value < DIGITS.length) {
      this.#reserve(0);
      this.#view.setInt32(this.#length, DIGITS[value] as number, IS_LITTLE_ENDIAN);
      this.#length += value < 10 ? 1 : value < 100 ? 2 : 3;
      return;
    }
    if (!(value >= 0 && value < 2 ** 31)) {
      this.text(String(value));
      return;
    }
    this.#reserve(0);
    let rest = value | 0;
    let end = this.#length + 1;
    for (let power = 10; power <= rest; power *= 10) end++;
    const bytes = this.#bytes;
    for (let at = end - 1; at >= this.#length; at--) {
      const tenth = (rest / 10) | 0;
      bytes[at] = ZERO + rest - tenth * 10;
      rest = tenth;
    }
    this.#length = end;
  }

  /** What has been written. Nothing is to be written afterwards. */
  take(): Buffer {
    return Buffer.from(this.#bytes.buffer, 0, this.#length);
  }

  /** Makes room for so many bytes more, and some to spare. */
  #reserve(more: number): void {
    const needed = this.#length + more + SPARE_BYTES;
    if (needed <= this.#bytes.length) return;
    const larger = room(2 * needed);
    larger.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = larger;
    this.#view = viewOf(larger);
  }
}

/** A buffer of its own, whatever is in it. */
function room(length: number): Uint8Array {
  // Elements of a Buffer are slower to come by.
  return new Uint8Array(Buffer.allocUnsafeSlow(length).buffer);
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}
