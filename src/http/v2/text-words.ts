/*
 * Texts as the numbers whose bytes they are, so that they are written four or eight bytes at a time. They are to
 * be of ASCII: eight bytes of other texts could be a number that is not one (NaN), whose bytes may change when it
 * is passed on.
 */

/** How a DataView is to write such numbers: with their bytes in the order that typed arrays have them in. */
export const IS_LITTLE_ENDIAN = new Uint8Array(Int32Array.of(1).buffer)[0] === 1;

/** Bytes of a word of `longWords`. */
export const LONG_WORD_BYTES = Float64Array.BYTES_PER_ELEMENT;

/** A text as 64-bit numbers; the last one ends with zeros. */
export function longWords(text: string): Float64Array {
  const words = new Float64Array(Math.ceil(text.length / LONG_WORD_BYTES));
  new Uint8Array(words.buffer).set(Buffer.from(text, "latin1"));
  return words;
}

/** A text as 32-bit numbers; the last one ends with zeros. */
export function shortWords(text: string): Int32Array {
  const words = new Int32Array(Math.ceil(text.length / Int32Array.BYTES_PER_ELEMENT));
  new Uint8Array(words.buffer).set(Buffer.from(text, "latin1"));
  return words;
}

/** Some text that is written again and again. */
export interface Words {
  readonly words: Float64Array;
  /** Of its bytes; the last word may have more. */
  readonly length: number;
}

export function wordsOf(text: string): Words {
  return { words: longWords(text), length: text.length };
}

/** Writes such a text, and bytes after it up to the end of its last word. @returns where the text ends */
export function putWords(view: DataView, at: number, { words, length }: Words): number {
  let to = at;
  for (let i = 0; i < words.length; i++) {
    view.setFloat64(to, words[i] as number, IS_LITTLE_ENDIAN);
    to += LONG_WORD_BYTES;
  }
  return at + length;
}

/** Writes any text of ASCII. @returns where it ends */
export function putText(view: DataView, at: number, text: string): number {
  for (let i = 0; i < text.length; i++) view.setUint8(at + i, text.charCodeAt(i));
  return at + text.length;
}
