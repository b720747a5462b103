import { isAscii, isUtf8 } from "node:buffer";
import {
  Bool,
  type Data,
  type DataType,
  Date_,
  DateUnit,
  Decimal,
  Dictionary,
  Float,
  Int,
  Int32,
  Int64,
  makeData,
  Null,
  Timestamp,
  Type,
  Utf8,
  Utf8View,
  Vector,
} from "apache-arrow";
import { type FlatTable, MalformedArrow } from "./flatbuffer.ts";
import type { ArrowField, DictionaryEncoding } from "./messages.ts";
import { TEXT_BYTES_READ_MAX, VIEW_BYTES, viewedBytes } from "./texts.ts";

/** Maximum size of the texts of a column in a batch, in bytes: the offsets are converted to 32 bits. */
const TEXTS_BYTES_MAX = 2 ** 31 - 1;

const INT_WIDTHS = [8, 16, 32, 64];
const DECIMAL_WIDTHS = [32, 64, 128, 256];
const FLOAT_BITS = [16, 32, 64];
const TIME_UNITS = 4;

/** A column of a batch: its buffers, each within the batch's body. */
export interface RawColumn {
  readonly field: ArrowField;
  readonly rows: number;
  readonly nulls: number;
  readonly buffers: readonly Uint8Array[];
}

/**
 * Validates a column, so that its values can be read by row: each buffer is long enough for the rows, offsets ascend
 * within their data, texts are UTF-8, indices are within their dictionary, and the number of nulls is that of the
 * metadata.
 *
 * @param dictionary of an encoded column, if it has come
 * @throws MalformedArrow if it is invalid, or a field of a report cannot have its type
 */
export function columnOf(column: RawColumn, dictionary: Vector | undefined): Vector {
  return new Vector([column.field.dictionary ? encodedData(column, dictionary) : valuesOf(column)]);
}

/** The values of a column or dictionary that are not dictionary-encoded. */
export function valuesOf(column: RawColumn): Data {
  const { field } = column;
  if (field.type === Type.Utf8) return textData(column, offsetsOf(column, 4));
  if (field.type === Type.LargeUtf8) return textData(column, offsetsOf(column, 8));
  if (field.type === Type.Utf8View) return viewData(column);
  const fixed = fixedType(field);
  if (fixed === null)
    throw new MalformedArrow(`the column ${field.name} has an unsupported type: ${Type[field.type]}`);
  const { type, bits } = fixed;
  if (bits === 0) return makeData({ type: new Null(), length: column.rows });
  return makeData({ type: type as Int, ...nullsOf(column), data: dataOf(column, bits) as never });
}

interface FixedType {
  readonly type: DataType;
  /** Bits per value; 0 for nulls. */
  readonly bits: number;
}

/** The type of a column; null if a field of a report cannot have it. */
function fixedType({ type, details }: ArrowField): FixedType | null {
  if (type === Type.Null) return { type: new Null(), bits: 0 };
  if (type === Type.Bool) return { type: new Bool(), bits: 1 };
  if (details === null) return null;
  switch (type) {
    case Type.Int:
      return intType(details);
    case Type.Float: {
      const precision = details.short(0);
      const bits = FLOAT_BITS[precision];
      return bits === undefined ? null : { type: new Float(precision), bits };
    }
    case Type.Date: {
      const unit = details.short(0, DateUnit.MILLISECOND);
      if (unit === DateUnit.DAY) return { type: new Date_(unit), bits: 32 };
      // The library throws for dates in ms that a JavaScript Date cannot represent exactly.
      return unit === DateUnit.MILLISECOND ? { type: new Int64(), bits: 64 } : null;
    }
    case Type.Timestamp: {
      const unit = details.short(0);
      return unit >= 0 && unit < TIME_UNITS ? { type: new Timestamp(unit), bits: 64 } : null;
    }
    case Type.Decimal: {
      const bits = details.int(2, 128);
      if (!DECIMAL_WIDTHS.includes(bits)) return null;
      return { type: new Decimal(details.int(1), details.int(0), bits), bits };
    }
    default:
      return null;
  }
}

function intType(details: FlatTable): FixedType | null {
  const bits = details.int(0);
  if (!INT_WIDTHS.includes(bits)) return null;
  return { type: new Int(details.byte(1) !== 0, bits as Int["bitWidth"]), bits };
}

/** The number of rows and the validity bitmap, as the library expects them. */
function nullsOf({ field, rows, nulls, buffers: [bits = EMPTY] }: RawColumn): {
  readonly length: number;
  readonly nullCount: number;
  readonly nullBitmap?: Uint8Array;
} {
  if (nulls === 0) return { length: rows, nullCount: 0 };
  if (8 * bits.length < rows) throw tooShort(field, bits.length, rows);
  const found = rows - onesIn(bits, rows);
  if (found !== nulls)
    throw new MalformedArrow(`the column ${field.name} has ${found} nulls instead of ${nulls}`);
  return { length: rows, nullCount: nulls, nullBitmap: bits };
}

const EMPTY = new Uint8Array();

function onesIn(bytes: Uint8Array, bits: number): number {
  let ones = 0;
  for (let i = 0; i < bits >>> 3; i++) ones += onesInByte(bytes[i] as number);
  const rest = bits & 7;
  return rest === 0 ? ones : ones + onesInByte((bytes[bits >>> 3] as number) & ((1 << rest) - 1));
}

function onesInByte(byte: number): number {
  const pairs = byte - ((byte >>> 1) & 0x55);
  const nibbles = (pairs & 0x33) + ((pairs >>> 2) & 0x33);
  return (nibbles + (nibbles >>> 4)) & 0x0f;
}

/** The data buffer, validated for the given bits per value. */
function dataOf({ field, rows, buffers: [, data = EMPTY] }: RawColumn, bits: number): Uint8Array {
  if (8 * data.length < rows * bits) throw tooShort(field, data.length, rows);
  return data.subarray(0, Math.ceil((rows * bits) / 8));
}

/** The offsets of the texts, in 32 bits. */
function offsetsOf(column: RawColumn, bytes: 4 | 8): Int32Array {
  const { field, rows, buffers } = column;
  const stored = buffers[1] ?? EMPTY;
  // Some writers omit the offset of an empty column.
  if (rows === 0 && stored.length === 0) return new Int32Array(1);
  if (stored.length < (rows + 1) * bytes) throw tooShort(field, stored.length, rows);
  if (bytes === 4) return new Int32Array(stored.buffer, stored.byteOffset, rows + 1);
  const wide = new BigInt64Array(stored.buffer, stored.byteOffset, rows + 1);
  return Int32Array.from(wide, (offset) => {
    if (offset < 0n || offset > TEXTS_BYTES_MAX)
      throw new MalformedArrow(
        `the column ${field.name} has a text offset of ${offset}, outside the range 0 to ${TEXTS_BYTES_MAX}`,
      );
    return Number(offset);
  });
}

function textData(column: RawColumn, valueOffsets: Int32Array): Data {
  const { field, rows, buffers } = column;
  const data = buffers[2] ?? EMPTY;
  let last = valueOffsets[0] as number;
  if (last < 0) throw outOfOrder(field);
  for (let row = 1; row <= rows; row++) {
    const offset = valueOffsets[row] as number;
    if (offset < last) throw outOfOrder(field);
    last = offset;
  }
  if (last > data.length)
    throw new MalformedArrow(
      `the texts of the column ${field.name} need ${last} bytes, but there are only ${data.length}`,
    );
  requireUtf8(field, data, valueOffsets);
  return makeData({ type: new Utf8(), ...nullsOf(column), valueOffsets, data });
}

/** Requires consecutive texts to be UTF-8, each beginning at the start of a character. */
function requireUtf8(field: ArrowField, data: Uint8Array, offsets: Int32Array): void {
  const texts = data.subarray(offsets[0], offsets[offsets.length - 1]);
  if (isAscii(texts)) return;
  if (!isUtf8(texts)) throw notUtf8(field);
  for (const offset of offsets.subarray(0, -1))
    if (((data[offset] ?? 0) & 0xc0) === 0x80) throw notUtf8(field);
}

function viewData(column: RawColumn): Data {
  const { field, rows, buffers } = column;
  const [, views = EMPTY, ...variadicBuffers] = buffers;
  if (views.length < rows * VIEW_BYTES) throw tooShort(field, views.length, rows);
  const nulls = nullsOf(column);
  const data = makeData({ type: new Utf8View(), ...nulls, views, variadicBuffers });
  for (let row = 0; row < rows; row++) {
    if (nulls.nullCount > 0 && !data.getValid(row)) continue;
    const text = viewedBytes(views, variadicBuffers, row);
    if (text === null) throw new MalformedArrow(`a text of the column ${field.name} is not within a buffer`);
    if (!isUtf8(text.subarray(0, TEXT_BYTES_READ_MAX)) && text.length <= TEXT_BYTES_READ_MAX)
      throw notUtf8(field);
  }
  return data;
}

/** The indices into a dictionary, in at most 32 bits: the library does not support wider ones. */
function encodedData(column: RawColumn, dictionary: Vector | undefined): Data {
  const { field, rows } = column;
  const { indices } = field.dictionary as DictionaryEncoding;
  const length = dictionary?.length ?? 0;
  const index = indices === null ? { type: new Int32(), bits: 32 } : intType(indices);
  if (index === null) throw new MalformedArrow(`the column ${field.name} has indices of an unknown type`);
  const nulls = nullsOf(column);
  const stored = makeData({ type: index.type as Int, ...nulls, data: dataOf(column, index.bits) as never });
  const values = stored.values;
  for (let row = 0; row < rows; row++) {
    if (nulls.nullCount > 0 && !stored.getValid(row)) continue;
    const value = values[row] as number | bigint;
    if (value < 0 || value >= length)
      throw new MalformedArrow(
        `the column ${field.name} refers to value ${value} of a dictionary of ${length}`,
      );
  }
  const isWide = index.bits === 64;
  return makeData({
    type: new Dictionary(dictionary?.type ?? new Utf8(), isWide ? new Int32() : (index.type as Int32)),
    ...nulls,
    data: isWide ? Int32Array.from(values as BigInt64Array, Number) : (values as Int32Array),
    dictionary: dictionary ?? new Vector([makeData({ type: new Utf8() })]),
  });
}

function tooShort(field: ArrowField, bytes: number, rows: number): MalformedArrow {
  return new MalformedArrow(`the column ${field.name} has a buffer of ${bytes} bytes for ${rows} rows`);
}

function outOfOrder(field: ArrowField): MalformedArrow {
  return new MalformedArrow(`the offsets of the column ${field.name} are out of order`);
}

function notUtf8(field: ArrowField): MalformedArrow {
  return new MalformedArrow(`the column ${field.name} has a text that is not UTF-8`);
}
