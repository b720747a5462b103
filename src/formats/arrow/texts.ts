import { isAscii } from "node:buffer";
import { type Data, DataType, Type, Vector } from "apache-arrow";
import { SERIAL_LENGTH_MAX } from "../../domain/limits.ts";

/**
 * Bytes of a text that are read: a text with one more than the longest valid text is rejected. Many rows can refer
 * to one long text, which would be decoded for each of them.
 */
export const TEXT_BYTES_READ_MAX = 4 * SERIAL_LENGTH_MAX + 1;

/** Bytes of a view of a text, and of the longest text that lies within it. */
export const VIEW_BYTES = 16;
const VIEW_INLINE_BYTES = 12;

/** Reads a column by row: its text, or null where it has none. */
export type TextReader = (row: number) => string | null;

/** The texts of a column in one piece, whatever its type; of no column there are none. */
export function textsOf(column: Vector | null): TextReader {
  const data = column?.data[0];
  if (column === null || data === undefined) return () => null;
  if (DataType.isUtf8(column.type)) return plainTexts(data);
  if (column.type.typeId === Type.Utf8View) return viewedTexts(data);
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
export function asciiTextsOf(column: Vector | undefined): AsciiTexts | null {
  const data = column?.data[0];
  if (data === undefined || !DataType.isUtf8(data.type)) return null;
  const { bytes, ends } = textBytes(data);
  const texts = bytes.subarray(ends[0], ends[data.length]);
  if (!isAscii(texts) || texts.includes(0)) return null;
  return { bytes, ends, isPresent: presenceOf(data) };
}

function textBytes(data: Data): Pick<AsciiTexts, "bytes" | "ends"> {
  const { buffer, byteOffset, byteLength } = data.values as Uint8Array;
  return { bytes: Buffer.from(buffer, byteOffset, byteLength), ends: data.valueOffsets as Int32Array };
}

function presenceOf(data: Data): (row: number) => boolean {
  return data.nullCount === 0 ? () => true : (row) => data.getValid(row);
}

/** Texts one after another; where all are ASCII they are decoded as such, which is several times as fast. */
function plainTexts(data: Data): TextReader {
  const { bytes, ends } = textBytes(data);
  const encoding = isAscii(bytes.subarray(ends[0], ends[data.length])) ? "latin1" : "utf8";
  const isPresent = presenceOf(data);
  return (row) => {
    if (!isPresent(row)) return null;
    const start = ends[row] as number;
    return bytes.toString(encoding, start, Math.min(ends[row + 1] as number, start + TEXT_BYTES_READ_MAX));
  };
}

/** Texts with a view each. Several views can refer to the same bytes. */
function viewedTexts(data: Data): TextReader {
  const isPresent = presenceOf(data);
  const views = data.values as Uint8Array;
  return (row) => {
    const bytes = isPresent(row) ? viewedBytes(views, data.variadicBuffers, row) : null;
    return bytes && Buffer.from(bytes.subarray(0, TEXT_BYTES_READ_MAX)).toString();
  };
}

/** The bytes that a row's view refers to; null where they are not within one of the buffers. */
export function viewedBytes(
  views: Uint8Array,
  buffers: readonly Uint8Array[],
  row: number,
): Uint8Array | null {
  const start = row * VIEW_BYTES;
  const view = new DataView(views.buffer, views.byteOffset + start, VIEW_BYTES);
  const length = view.getInt32(0, true);
  if (length < 0) return null;
  if (length <= VIEW_INLINE_BYTES) return views.subarray(start + 4, start + 4 + length);
  const buffer = buffers[view.getInt32(8, true)];
  const offset = view.getInt32(12, true);
  if (buffer === undefined || offset < 0 || offset + length > buffer.length) return null;
  return buffer.subarray(offset, offset + length);
}

/** Texts of a dictionary. Each is decoded once. */
function dictionaryTexts(column: Vector, data: Data): TextReader {
  const { dictionary, values: indices } = data;
  if (dictionary === undefined || !isNarrow(indices)) return anyTexts(column);
  const read = textsOfPieces(dictionary);
  const known: (string | null)[] = [];
  const isPresent = presenceOf(data);
  return (row) => {
    if (!isPresent(row)) return null;
    const index = indices[row] as number;
    let text = known[index];
    if (text === undefined) {
      text = read(index);
      known[index] = text;
    }
    return text;
  };
}

/** The texts of a column in any number of pieces. */
function textsOfPieces({ data }: Vector): TextReader {
  const pieces = data.map((piece) => ({ length: piece.length, read: textsOf(new Vector([piece])) }));
  return (row) => {
    let left = row;
    for (const { length, read } of pieces) {
      if (left < length) return read(left);
      left -= length;
    }
    return null;
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
