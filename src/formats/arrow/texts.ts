import { isAscii } from "node:buffer";
import { type Data, DataType, Type, Vector } from "apache-arrow";
import { SERIAL_LENGTH_MAX } from "../../domain/limits.ts";

/**
 * Maximum number of bytes read of a text: one more than the longest valid text, so that longer ones are rejected. Rows
 * may share the bytes of one long text, which would otherwise be read for each.
 */
export const TEXT_BYTES_READ_MAX = 4 * SERIAL_LENGTH_MAX + 1;

/** Bytes of a text view, and of the longest inlined text. */
export const VIEW_BYTES = 16;
const VIEW_INLINE_BYTES = 12;

/** Reads a row of a column: its text, or null. */
export type TextReader = (row: number) => string | null;

/** Reader of the texts of a single-chunk column of any type; for a missing column, all texts are null. */
export function textsOf(column: Vector | null): TextReader {
  const data = column?.data[0];
  if (column === null || data === undefined) return () => null;
  if (DataType.isUtf8(column.type)) return plainTexts(data);
  if (column.type.typeId === Type.Utf8View) return viewedTexts(data);
  if (DataType.isDictionary(column.type)) return dictionaryTexts(data);
  return (row) => {
    const value: unknown = column.get(row);
    return value === null || value === undefined ? null : String(value);
  };
}

/** ASCII texts as raw bytes: row i has those from `ends[i]` up to `ends[i + 1]`. */
export interface AsciiTexts {
  readonly bytes: Buffer;
  readonly ends: Int32Array;
  readonly isPresent: (row: number) => boolean;
}

/** A column's texts as raw bytes if all are ASCII without U+0000; else null. */
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

/** Reader of consecutive texts; pure ASCII data is decoded as such, which is several times as fast. */
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

/** Reader of text views; several may point to the same bytes. */
function viewedTexts(data: Data): TextReader {
  const isPresent = presenceOf(data);
  const views = data.values as Uint8Array;
  return (row) => {
    const bytes = isPresent(row) ? viewedBytes(views, data.variadicBuffers, row) : null;
    return bytes && Buffer.from(bytes.subarray(0, TEXT_BYTES_READ_MAX)).toString();
  };
}

/** The bytes of a row's view; null if they are not within a buffer. */
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

/** Reader of dictionary-encoded texts; each value is decoded once. */
function dictionaryTexts(data: Data): TextReader {
  const read = textsOfChunks(data.dictionary as Vector);
  const known: (string | null)[] = [];
  const isPresent = presenceOf(data);
  // `columnOf` makes them 32 bits wide at most.
  const indices = data.values as Int32Array;
  return (row) => {
    if (!isPresent(row)) return null;
    const index = indices[row] as number;
    known[index] ??= read(index);
    return known[index];
  };
}

function textsOfChunks({ data }: Vector): TextReader {
  const chunks = data.map((chunk) => ({ length: chunk.length, read: textsOf(new Vector([chunk])) }));
  return (row) => {
    let left = row;
    for (const { length, read } of chunks) {
      if (left < length) return read(left);
      left -= length;
    }
    return null;
  };
}
