import { isAscii } from "node:buffer";
import { type Data, DataType, type Vector } from "apache-arrow";

/** Reads a column by row: its text, or null where it has none. */
export type TextReader = (row: number) => string | null;

/** The texts of a batch's column, whatever its type; of no column there are none. */
export function textsOf(column: Vector | null): TextReader {
  const data = column?.data[0];
  if (column === null || data === undefined) return () => null;
  if (DataType.isUtf8(column.type)) return plainTexts(column, data);
  if (DataType.isDictionary(column.type)) return dictionaryTexts(column, data);
  return anyTexts(column);
}

function anyTexts(column: Vector): TextReader {
  return (row) => {
    const value: unknown = column.get(row);
    return value === null || value === undefined ? null : String(value);
  };
}

/** Texts that are all ASCII, as the bytes that hold them: row i has those from `ends[i]` up to `ends[i + 1]`. */
export interface AsciiTexts {
  readonly bytes: Buffer;
  readonly ends: Int32Array;
  /** Whether a row has a text. */
  readonly isPresent: (row: number) => boolean;
}

/** A column's texts as their bytes, where all of these are ASCII and none is U+0000; else null. */
export function asciiTextsOf(column: Vector): AsciiTexts | null {
  const data = column.data[0];
  if (data === undefined || !DataType.isUtf8(column.type)) return null;
  const texts = asciiTexts(column, data);
  if (texts === null || !areInOrder(texts.ends, column.length)) return null;
  const { bytes, ends } = texts;
  if (bytes.subarray(ends[0], ends[column.length]).includes(0)) return null;
  const isPresent = data.nullCount === 0 ? () => true : (row: number) => data.getValid(row);
  return { bytes, ends, isPresent };
}

/** Whether each of the texts in a column ends no earlier than the one before it. */
function areInOrder(ends: Int32Array, rows: number): boolean {
  for (let row = 0; row < rows; row++) if ((ends[row + 1] as number) < (ends[row] as number)) return false;
  return true;
}

function asciiTexts(column: Vector, data: Data): Pick<AsciiTexts, "bytes" | "ends"> | null {
  const ends: unknown = data.valueOffsets;
  const values: unknown = data.values;
  if (!(ends instanceof Int32Array && values instanceof Uint8Array)) return null;
  const bytes = Buffer.from(values.buffer, values.byteOffset, values.byteLength);
  const [first = 0, last = 0] = [ends[0], ends[column.length]];
  if (first < 0 || last < first || last > bytes.length || !isAscii(bytes.subarray(first, last))) return null;
  return { bytes, ends };
}

/** Texts that are all ASCII are taken from their bytes, each a text of its own: that is several times as fast. */
function plainTexts(column: Vector, data: Data): TextReader {
  const texts = asciiTexts(column, data);
  if (texts === null) return anyTexts(column);
  const { bytes, ends } = texts;
  const isWhole = data.nullCount === 0;
  return (row) => (isWhole || data.getValid(row) ? bytes.toString("latin1", ends[row], ends[row + 1]) : null);
}

/** Texts of a dictionary, each of which is read once. */
function dictionaryTexts(column: Vector, data: Data): TextReader {
  const { dictionary, values: indices } = data;
  if (dictionary === undefined || !isNarrow(indices)) return anyTexts(column);
  const read = anyTexts(dictionary);
  const known: (string | null)[] = [];
  const isWhole = data.nullCount === 0;
  return (row) => {
    if (!isWhole && !data.getValid(row)) return null;
    const index = indices[row] as number;
    let text = known[index];
    if (text === undefined) {
      text = read(index);
      known[index] = text;
    }
    return text;
  };
}

/** Whether values are integers that JavaScript has as numbers. */
export function isNarrow(
  values: unknown,
): values is Int8Array | Int16Array | Int32Array | Uint8Array | Uint16Array | Uint32Array {
  return (
    values instanceof Int8Array ||
    values instanceof Int16Array ||
    values instanceof Int32Array ||
    values instanceof Uint8Array ||
    values instanceof Uint16Array ||
    values instanceof Uint32Array
  );
}
