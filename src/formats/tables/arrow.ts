import {
  type DataType,
  Float64,
  Int32,
  Table,
  TimestampMillisecond,
  Utf8,
  vectorFromArray,
} from "apache-arrow";
import type { Column, ColumnKind } from "../../domain/table-columns.ts";
import { ArrowStream } from "../arrow/stream.ts";

const TYPES: Readonly<Record<ColumnKind, () => DataType>> = {
  text: () => new Utf8(),
  instant: () => new TimestampMillisecond("UTC"),
  integer: () => new Int32(),
  real: () => new Float64(),
};

/** Writes rows as an Arrow IPC stream, batch by batch (D29). */
export async function* arrowOf<Row>(
  columns: readonly Column<Row>[],
  batches: AsyncIterable<readonly Row[]>,
): AsyncGenerator<Uint8Array> {
  const stream = new ArrowStream(tableOf(columns, []).schema);
  yield stream.head;
  for await (const rows of batches) {
    if (rows.length > 0) yield stream.batch(tableOf(columns, rows));
  }
  yield stream.end;
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
