/** Bytes that are compared at a time. */
export const WORD_BYTES = 4;

/** A text of at least four bytes as words. The last word ends with the text, and may overlap the one before. */
export interface Words {
  /** In bytes. */
  readonly length: number;
  readonly words: Int32Array;
}

/** The words of an ASCII text. */
export function wordsOf(text: string): Words {
  const { length } = text;
  const view = new DataView(Uint8Array.from(text, (character) => character.charCodeAt(0)).buffer);
  const words = new Int32Array(Math.ceil(length / WORD_BYTES));
  for (const index of words.keys())
    words[index] = view.getInt32(Math.min(WORD_BYTES * index, length - WORD_BYTES));
  return { length, words };
}
