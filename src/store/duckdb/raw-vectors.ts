import type { DuckDBDataChunk } from "@duckdb/node-api";
import duckdb from "@duckdb/node-bindings";

/*
 * The one place that reaches below @duckdb/node-api: its own vectors copy every element into or out of a
 * JavaScript value, which costs more than everything done with them here.
 */

/**
 * The lists of a `UINTEGER[] NOT NULL` column in a chunk: row i has the elements from `starts[i]` up to, not
 * including, `ends[i]`.
 */
export interface UintegerLists {
  readonly elements: Uint32Array;
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
}

/** Bytes of a list's entry: its offset and its length, 64 bits each. */
const ENTRY_BYTES = 16;

/** Reads a `UINTEGER[] NOT NULL` column of a chunk. The arrays are the caller's: the binding gives copies. */
export function readUintegerLists(chunk: DuckDBDataChunk, columnIndex: number): UintegerLists {
  const rows = chunk.rowCount;
  const vector = duckdb.data_chunk_get_vector(chunk.chunk, columnIndex);
  const size = duckdb.list_vector_get_size(vector);
  const entryBytes = duckdb.vector_get_data(vector, rows * ENTRY_BYTES);
  const entries = new Uint32Array(entryBytes.buffer, entryBytes.byteOffset, rows * 4);
  const elementBytes = duckdb.vector_get_data(duckdb.list_vector_get_child(vector), size * 4);
  const elements = new Uint32Array(elementBytes.buffer, elementBytes.byteOffset, size);
  const starts = new Uint32Array(rows);
  const ends = new Uint32Array(rows);
  for (let row = 0; row < rows; row++) {
    const start = entries[row * 4] as number;
    starts[row] = start;
    ends[row] = start + (entries[row * 4 + 2] as number);
  }
  return { elements, starts, ends };
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
