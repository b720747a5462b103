import { setImmediate } from "node:timers/promises";
import {
  BIGINT,
  DuckDBDataChunk,
  type DuckDBEnumType,
  type DuckDBType,
  type DuckDBValue,
  INTEGER,
  type TINYINT,
  VARCHAR,
} from "@duckdb/node-api";
import duckdb from "@duckdb/node-bindings";
import type { StoredRows } from "../domain/stored-readings.ts";
import { TextColumn } from "../domain/text-column.ts";

/*
 * Rows to append, by column, and columns of results. The one place that reaches below @duckdb/node-api: its own vectors
 * copy every element into or out of a JavaScript value, which costs more than everything done with them here.
 */

/** Values of one column, all rows of it. */
export interface ColumnData {
  readonly type: DuckDBType;
  /** A `TextColumn` is for VARCHAR. An array of numbers has the column's width, and is copied as is. */
  readonly values: readonly DuckDBValue[] | NumberColumn | TextColumn;
  /** The rows of an array of numbers that are null; none without it. */
  readonly isNull?: (row: number) => boolean;
}

export function column<Row>(
  type: DuckDBType,
  rows: readonly Row[],
  read: (row: Row) => DuckDBValue,
): ColumnData {
  return { type, values: rows.map((row) => read(row)) };
}

/**
 * The types of columns of numbers; BIGINT has whole numbers from -2^53 up to 2^53, and an enumeration the places of its
 * values.
 */
export type NumberType = typeof BIGINT | typeof INTEGER | typeof TINYINT | DuckDBEnumType;

/** A column of numbers at equal distances in a list, from the one at `start` on; NaN in place of null. */
export function numberColumn(
  type: NumberType,
  { numbers, start, distance, length }: ReturnType<StoredRows["numbersOf"]>,
): ColumnData {
  const values = new (type === BIGINT ? BigInt64Array : type === INTEGER ? Int32Array : Int8Array)(length);
  const halves = type === BIGINT ? new Uint32Array(values.buffer) : null;
  let hasNull = false;
  for (let row = 0; row < length; row++) {
    const value = numbers[start + distance * row] as number;
    if (Number.isNaN(value)) hasNull = true;
    if (halves === null) values[row] = value;
    else writeHalves(halves, row, value);
  }
  const isNull = (row: number) => Number.isNaN(numbers[start + distance * row]);
  return { type, values, ...(hasNull && { isNull }) };
}

type NumberColumn = BigInt64Array | Float64Array | Int32Array | Int8Array;

const CHUNK_ROWS = 2048;

/** Splits items into chunks, and yields to other work in between. */
export async function* slicesOf<T>(items: readonly T[]): AsyncGenerator<readonly T[]> {
  for (let start = 0; start < items.length; start += CHUNK_ROWS) {
    if (start > 0) await setImmediate();
    yield items.slice(start, start + CHUNK_ROWS);
  }
}

/** The rows of some columns, chunk by chunk; other work of the event loop runs in between. */
export async function* chunksOf(columns: readonly ColumnData[]): AsyncGenerator<DuckDBDataChunk> {
  const rows = columns[0]?.values.length ?? 0;
  const types = columns.map((column) => column.type);
  for (let start = 0; start < rows; start += CHUNK_ROWS) {
    if (start > 0) await setImmediate();
    const end = Math.min(start + CHUNK_ROWS, rows);
    const chunk = DuckDBDataChunk.create(types, end - start);
    for (const [index, { type, values, isNull }] of columns.entries()) {
      // Most events have no id of their senders.
      if (values instanceof TextColumn && values.bytes.length === 0)
        copyValidity(chunk, index, end - start, () => false);
      else if (values instanceof TextColumn) copyTexts(chunk, index, values, start, end);
      else if (ArrayBuffer.isView(values)) {
        copyColumn(chunk, index, values.subarray(start, end));
        if (isNull !== undefined) copyValidity(chunk, index, end - start, (row) => !isNull(start + row));
      } else if (type === VARCHAR) copyStrings(chunk, index, values.slice(start, end) as (string | null)[]);
      else chunk.setColumnValues(index, values.slice(start, end) as DuckDBValue[]);
    }
    yield chunk;
  }
}

/** Bytes of a list's entry: its offset and its length, 64 bits each. */
const ENTRY_BYTES = 16;

/** Reads a `UINTEGER[] NOT NULL` column of a chunk. The caller may change the arrays: the binding returns copies. */
export function readUintegerLists(chunk: DuckDBDataChunk, columnIndex: number): Uint32Array[] {
  const rows = chunk.rowCount;
  const vector = duckdb.data_chunk_get_vector(chunk.chunk, columnIndex);
  const size = duckdb.list_vector_get_size(vector);
  const entryBytes = duckdb.vector_get_data(vector, rows * ENTRY_BYTES);
  const entries = new Uint32Array(entryBytes.buffer, entryBytes.byteOffset, rows * 4);
  const elementBytes = duckdb.vector_get_data(duckdb.list_vector_get_child(vector), size * 4);
  const elements = new Uint32Array(elementBytes.buffer, elementBytes.byteOffset, size);
  return Array.from({ length: rows }, (_, row) => {
    const start = entries[row * 4] as number;
    return elements.subarray(start, start + (entries[row * 4 + 2] as number));
  });
}

/** Copies numbers, which are as wide as the column's, into a column of a chunk. */
function copyColumn(chunk: DuckDBDataChunk, columnIndex: number, numbers: NumberColumn): void {
  const vector = duckdb.data_chunk_get_vector(chunk.chunk, columnIndex);
  const { buffer, byteOffset, byteLength } = numbers;
  duckdb.copy_data_to_vector(vector, 0, buffer as ArrayBuffer, byteOffset, byteLength);
}

function copyValidity(
  chunk: DuckDBDataChunk,
  columnIndex: number,
  rows: number,
  isValid: (row: number) => boolean,
): void {
  const validity = new Uint8Array(Math.ceil(rows / 64) * 8);
  for (let row = 0; row < rows; row++)
    if (isValid(row)) validity[row >>> 3] = (validity[row >>> 3] as number) | (1 << (row & 7));
  const vector = duckdb.data_chunk_get_vector(chunk.chunk, columnIndex);
  duckdb.vector_ensure_validity_writable(vector);
  duckdb.copy_data_to_vector_validity(vector, 0, validity.buffer, 0, validity.byteLength);
}

/** Whole numbers, from -2^53 up to 2^53, in the form of a BIGINT column, without creating bigints. */
export function wholeNumbers(length: number, numberAt: (row: number) => number): BigInt64Array {
  const numbers = new BigInt64Array(length);
  const halves = new Uint32Array(numbers.buffer);
  for (let row = 0; row < length; row++) writeHalves(halves, row, numberAt(row));
  return numbers;
}

/** Writes a whole number as the two halves of 64 bits; of no number, 0. */
function writeHalves(halves: Uint32Array, row: number, number: number): void {
  // Higher bits than 32 are cut off.
  halves[2 * row] = number;
  halves[2 * row + 1] = Math.floor(number / 2 ** 32);
}

/** Bytes of a text in a vector of DuckDB: a 32-bit length, then a text of up to 12 bytes, or a reference. */
const TEXT_BYTES = 16;
const LENGTH_BYTES = 4;
const SHORT_BYTES = TEXT_BYTES - LENGTH_BYTES;

/** Copies the rows of a column of texts from `start` up to `end` into a VARCHAR column of a chunk. */
function copyTexts(
  chunk: DuckDBDataChunk,
  columnIndex: number,
  texts: TextColumn,
  start: number,
  end: number,
  isPresent = (_row: number) => false,
): void {
  const { bytes, ends } = texts;
  const rows = end - start;
  const vector = duckdb.data_chunk_get_vector(chunk.chunk, columnIndex);
  const data = new Uint8Array(TEXT_BYTES * rows);
  const lengths = new Uint32Array(data.buffer);
  const long: number[] = [];
  for (let row = 0; row < rows; row++) {
    const from = texts.start(start + row);
    const length = (ends[start + row] as number) - from;
    if (length > SHORT_BYTES) long.push(row);
    else {
      lengths[(row * TEXT_BYTES) / LENGTH_BYTES] = length;
      const to = row * TEXT_BYTES + LENGTH_BYTES;
      for (let i = 0; i < length; i++) data[to + i] = bytes[from + i] as number;
    }
  }
  duckdb.copy_data_to_vector(vector, 0, data.buffer, 0, data.byteLength);
  for (const row of long) {
    const text = bytes.subarray(texts.start(start + row), ends[start + row]);
    duckdb.vector_assign_string_element_len(vector, row, text);
  }
  copyValidity(
    chunk,
    columnIndex,
    rows,
    (row) => (ends[start + row] as number) > texts.start(start + row) || isPresent(row),
  );
}

/** Copies strings into a VARCHAR column of a chunk; a `TextColumn` treats an empty one as null. */
function copyStrings(chunk: DuckDBDataChunk, columnIndex: number, strings: readonly (string | null)[]): void {
  const texts = TextColumn.of(strings);
  copyTexts(chunk, columnIndex, texts, 0, strings.length, (row) => strings[row] === "");
}
