import {
  Dictionary,
  Field,
  Int8,
  Int32,
  MessageReader,
  makeData,
  RecordBatch,
  RecordBatchStreamWriter,
  Schema,
  Struct,
  Table,
  tableToIPC,
  Utf8,
  type Vector,
  vectorFromArray,
} from "apache-arrow";
import { describe, expect, it } from "vitest";
import { ARROW_DELTAS_MAX, ARROW_FIELD_DEPTH_MAX, ARROW_FIELDS_MAX } from "../../src/domain/limits.ts";
import { ReportBatches } from "../../src/formats/arrow/report-batches.ts";

function open(bytes: Uint8Array): Promise<ReportBatches> {
  const read = (position: number, length: number) => bytes.subarray(position, position + length);
  return ReportBatches.open({ size: bytes.length, read });
}

/** A stream of a schema alone. */
function streamOf(fields: readonly Field[]): Uint8Array {
  return tableToIPC(new Table(new Schema([...fields])), "stream");
}

describe("D22: the schema of an Arrow stream", () => {
  it(`has up to ${ARROW_FIELDS_MAX} fields, those within others counted`, async () => {
    const fields = (count: number) =>
      Array.from({ length: count }, (_, index) => new Field(`f${index}`, new Int8()));
    const outer = (count: number) => new Field("outer", new Struct(fields(count)));
    expect((await open(streamOf(fields(ARROW_FIELDS_MAX)))).names).toHaveLength(ARROW_FIELDS_MAX);
    expect((await open(streamOf([outer(ARROW_FIELDS_MAX - 1)]))).names).toEqual(["outer"]);
    for (const many of [fields(ARROW_FIELDS_MAX + 1), [outer(ARROW_FIELDS_MAX)]])
      await expect(open(streamOf(many))).rejects.toThrow(`more than ${ARROW_FIELDS_MAX} fields`);
  });

  it(`has fields up to ${ARROW_FIELD_DEPTH_MAX} levels deep`, async () => {
    const nested = (depth: number): Field =>
      depth === 1 ? new Field("f", new Int8()) : new Field("f", new Struct([nested(depth - 1)]));
    expect((await open(streamOf([nested(ARROW_FIELD_DEPTH_MAX)]))).names).toEqual(["f"]);
    await expect(open(streamOf([nested(ARROW_FIELD_DEPTH_MAX + 1)]))).rejects.toThrow(
      `more than ${ARROW_FIELD_DEPTH_MAX} levels deep`,
    );
  });
});

/** A stream whose dictionary comes in several pieces, with one row that needs the last of them. */
function inDeltas(pieces: number): Uint8Array {
  const type = new Dictionary(new Utf8(), new Int32());
  const first = vectorFromArray(["a"], new Utf8());
  const batch = (dictionary: Vector<Utf8>, index: number) =>
    new RecordBatch({ serial: makeData({ type, length: 1, data: Int32Array.of(index), dictionary }) });
  const writer = new RecordBatchStreamWriter();
  writer.write(batch(first, 0));
  writer.write(batch(first.concat(vectorFromArray(["b"], new Utf8())), pieces - 1));
  writer.finish();
  const [schema, whole, , delta, row] = messagesOf(writer.toUint8Array(true)) as Uint8Array[];
  return Buffer.concat([schema, whole, ...Array(pieces - 1).fill(delta), row] as Uint8Array[]);
}

/** The messages of a stream, without the mark that ends it. */
function messagesOf(stream: Uint8Array): Uint8Array[] {
  const reader = new MessageReader(stream);
  const view = new DataView(stream.buffer, stream.byteOffset, stream.byteLength);
  const messages: Uint8Array[] = [];
  let at = 0;
  for (let message = reader.readMessage(); message !== null; message = reader.readMessage()) {
    reader.readMessageBody(message.bodyLength);
    const end = at + 8 + view.getInt32(at + 4, true) + message.bodyLength;
    messages.push(stream.subarray(at, end));
    at = end;
  }
  return messages;
}

it(`D22: a dictionary of an Arrow stream has up to ${ARROW_DELTAS_MAX} batches`, async () => {
  const read = async (bytes: Uint8Array) => {
    const serials: unknown[] = [];
    const batches = (await open(bytes)).batches({ sensor_serial_number: "serial" }, () => undefined);
    for await (const { columns } of batches) serials.push(columns.sensor_serial_number?.get(0));
    return serials;
  };
  expect(await read(inDeltas(2))).toEqual(["b"]);
  expect(await read(inDeltas(ARROW_DELTAS_MAX))).toEqual(["b"]);
  await expect(read(inDeltas(ARROW_DELTAS_MAX + 1))).rejects.toThrow(`more than ${ARROW_DELTAS_MAX} batches`);
});
