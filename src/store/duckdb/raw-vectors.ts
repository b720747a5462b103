import duckdb from "@duckdb/node-bindings";
import { TextColumn } from "../../domain/text-column.ts";
import type { DuckDBDataChunk } from "./duckdb-api.ts";

/*
 * The one place that reaches below @duckdb/node-api: its own vectors copy every element into or out of a
 * JavaScript value, which costs more than everything done with them here.
 */

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

/** Reads an `INTEGER` column without nulls of a chunk. The caller may change the array. */
export function readIntegers(chunk: DuckDBDataChunk, columnIndex: number): Int32Array {
  const rows = chunk.rowCount;
  const vector = duckdb.data_chunk_get_vector(chunk.chunk, columnIndex);
  const bytes = duckdb.vector_get_data(vector, rows * 4);
  return new Int32Array(bytes.buffer, bytes.byteOffset, rows);
}

/** Copies numbers, which are as wide as the column's, into a column of a chunk. */
export function copyColumn(
  chunk: DuckDBDataChunk,
  columnIndex: number,
  numbers: BigInt64Array | Int32Array | Int8Array,
): void {
  const vector = duckdb.data_chunk_get_vector(chunk.chunk, columnIndex);
  const { buffer, byteOffset, byteLength } = numbers;
  duckdb.copy_data_to_vector(vector, 0, buffer as ArrayBuffer, byteOffset, byteLength);
}

/** Whole numbers, from -2^53 up to 2^53, in the form of a BIGINT column, without creating bigints. */
export function wholeNumbers(length: number, numberAt: (row: number) => number): BigInt64Array {
  const numbers = new BigInt64Array(length);
  const halves = new Uint32Array(numbers.buffer);
  for (let row = 0; row < length; row++) {
    const number = numberAt(row);
    // Higher bits than 32 are cut off.
    halves[2 * row] = number;
    halves[2 * row + 1] = Math.floor(number / 2 ** 32);
  }
  return numbers;
}

/** Copies texts into a VARCHAR column of a chunk. */
export function copyTexts(
  chunk: DuckDBDataChunk,
  columnIndex: number,
  texts: readonly (string | null)[],
): void {
  const words = TextColumn.of(texts).words(0, texts.length);
  const { present } = words;
  // A `TextColumn` treats an empty text as null.
  for (const [row, text] of texts.entries())
    if (text === "") present[row >>> 3] = (present[row >>> 3] as number) | (1 << (row & 7));
  copyWords(chunk, columnIndex, words);
}

/** Copies a range of a column of texts into a VARCHAR column of a chunk. */
export function copyWords(
  chunk: DuckDBDataChunk,
  columnIndex: number,
  { words, present, overflow }: ReturnType<TextColumn["words"]>,
): void {
  const vector = duckdb.data_chunk_get_vector(chunk.chunk, columnIndex);
  duckdb.copy_data_to_vector(vector, 0, words.buffer as ArrayBuffer, words.byteOffset, words.byteLength);
  for (const [row, text] of overflow) duckdb.vector_assign_string_element(vector, row, text);
  duckdb.vector_ensure_validity_writable(vector);
  duckdb.copy_data_to_vector_validity(vector, 0, present.buffer as ArrayBuffer, 0, present.byteLength);
}
