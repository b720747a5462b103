import {
  type DataType,
  Float64,
  Int32,
  Table,
  TimestampMillisecond,
  tableToIPC,
  Utf8,
  vectorFromArray,
} from "apache-arrow";
import type { Column, ColumnKind } from "../../domain/table-columns.ts";

const TYPES: Readonly<Record<ColumnKind, () => DataType>> = {
  text: () => new Utf8(),
  instant: () => new TimestampMillisecond("UTC"),
  integer: () => new Int32(),
  real: () => new Float64(),
};

/** What ends an IPC stream: a continuation mark and a length of 0. */
const END_BYTES = 8;

/**
 * Rows as an Arrow IPC stream, piece by piece (D29). The library's own writer holds whatever a slow reader
 * has not taken yet, so each batch is written as a stream of its own, of which the schema is kept from the
 * first alone and the end from the last.
 */
export async function* arrowOf<Row>(
  columns: readonly Column<Row>[],
  batches: AsyncIterable<readonly Row[]>,
): AsyncGenerator<Uint8Array> {
  const empty = tableToIPC(tableOf(columns, []).slice(0, 0), "stream");
  const schemaBytes = schemaLength(empty);
  yield empty.subarray(0, schemaBytes);
  for await (const rows of batches) {
    if (rows.length === 0) continue;
    const ipc = tableToIPC(tableOf(columns, rows), "stream");
    yield ipc.subarray(schemaBytes, ipc.length - END_BYTES);
  }
  yield empty.subarray(empty.length - END_BYTES);
}

/** Bytes of the message that an IPC stream begins with: a mark, its length, and what that says. */
function schemaLength(ipc: Uint8Array): number {
  return 8 + new DataView(ipc.buffer, ipc.byteOffset).getInt32(4, true);
}

function tableOf<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): Table {
  return new Table(
    Object.fromEntries(
      columns.map(({ name, kind, read }) => {
        const values = rows.map(read);
        return [name, vectorFromArray(values, TYPES[kind]())];
      }),
    ),
  );
}
