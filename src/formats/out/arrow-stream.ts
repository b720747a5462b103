import {
  type DataType,
  Field,
  Float64,
  Int32,
  RecordBatch,
  RecordBatchFileWriter,
  Schema,
  Table,
  TimestampMillisecond,
  tableToIPC,
  Utf8,
  vectorFromArray,
} from "apache-arrow";
import type { Column, ColumnKind } from "../../domain/table-columns.ts";

/** The end of an IPC stream: a continuation marker and a length of 0. */
const END_BYTES = 8;

/**
 * Writes an Arrow IPC stream batch by batch. The library's own writer buffers output that has not been read yet, so
 * each batch is written as a complete stream, from which the schema and the end are cut off.
 */
export function arrowStream(schema: Schema) {
  const empty = tableToIPC(new Table(schema), "stream");
  // The length of the first message: marker, length, and metadata.
  const length = 8 + new DataView(empty.buffer, empty.byteOffset).getInt32(4, true);
  return {
    /** The start of the stream: the schema. */
    head: empty.subarray(0, length),
    end: empty.subarray(-END_BYTES),
    batch: (table: Table) => tableToIPC(table, "stream").subarray(length, -END_BYTES),
  };
}

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
  const stream = arrowStream(tableOf(columns, []).schema);
  yield stream.head;
  for await (const rows of batches) if (rows.length > 0) yield stream.batch(tableOf(columns, rows));
  yield stream.end;
}

export async function* arrowFileOf<Row>(
  columns: readonly Column<Row>[],
  batches: AsyncIterable<readonly Row[]>,
): AsyncGenerator<Uint8Array> {
  const writer = new FileWriter();
  writer.reset(undefined, tableOf(columns, []).schema);
  for await (const rows of batches) {
    for (const batch of rows.length > 0 ? tableOf(columns, rows).batches : []) writer.write(batch);
    yield* writer.take();
  }
  writer.finish();
  yield* writer.take();
}

/** The library's writer, whose own queue of bytes has no bound. */
class FileWriter extends RecordBatchFileWriter {
  #written: Uint8Array[] = [];

  protected override _write(chunk: ArrayBufferView): this {
    this.#written.push(new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.byteLength));
    this._position += chunk.byteLength;
    return this;
  }

  /** The bytes that have been written since the last call. */
  take(): readonly Uint8Array[] {
    return this.#written.splice(0);
  }
}

function tableOf<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): Table {
  return arrowTable(
    columns.map(({ name, kind, read }) => ({ name, type: TYPES[kind](), values: rows.map(read) })),
  );
}

/**
 * A table of columns, of which two may have one name. Its schema is the same for all rows: the library would derive from
 * them which columns have nulls.
 */
export function arrowTable(
  columns: readonly { readonly name: string; readonly type: DataType; readonly values: readonly unknown[] }[],
): Table {
  const schema = new Schema(columns.map(({ name, type }) => new Field(name, type, true)));
  const vectors = columns.map(({ type, values }, index) => [index, vectorFromArray(values, type)]);
  const { batches } = new Table(Object.fromEntries(vectors));
  return new Table(
    schema,
    batches.map(({ data }) => new RecordBatch(schema, data)),
  );
}
