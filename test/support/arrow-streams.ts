import {
  type DataType,
  DateMillisecond,
  Dictionary,
  Float64,
  Int8,
  Int16,
  Int32,
  Int64,
  LargeUtf8,
  Null,
  RecordBatchStreamWriter,
  Table,
  TimestampMicrosecond,
  TimestampMillisecond,
  TimestampNanosecond,
  TimestampSecond,
  tableToIPC,
  Uint16,
  Utf8,
  type Vector,
  vectorFromArray,
} from "apache-arrow";

/** A row of a stream, as it is meant. */
export interface StreamRow {
  readonly serialNumber: string;
  readonly timestamp: number;
  readonly trajectory: 1 | -1;
  readonly eventId: string | null;
}

/** A valid stream, and the rows that it holds. */
export interface ValidStream {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly rows: readonly StreamRow[];
}

const SECOND = 1_000;
const START = Date.UTC(2024, 4, 6, 7);

const ROWS: readonly StreamRow[] = [
  { serialNumber: "a", timestamp: START, trajectory: 1, eventId: null },
  { serialNumber: "door-2", timestamp: START + SECOND, trajectory: -1, eventId: "e1" },
  { serialNumber: "a", timestamp: START + 61 * SECOND, trajectory: 1, eventId: "e2" },
];

interface Types {
  readonly serial?: DataType;
  readonly time?: DataType;
  readonly trajectory?: DataType;
  /** Null leaves the column out. */
  readonly eventId?: DataType | null;
  readonly rows?: readonly StreamRow[];
}

function tableOf({
  serial = new Utf8(),
  time = new TimestampMillisecond(),
  trajectory = new Int8(),
  eventId = new Utf8(),
  rows = ROWS,
}: Types): Table {
  const column = (type: DataType, values: readonly unknown[]) =>
    vectorFromArray(values as never[], type) as Vector;
  const isWide = trajectory instanceof Int64;
  return new Table({
    sensor_serial_number: column(
      serial,
      rows.map(({ serialNumber }) => serialNumber),
    ),
    timestamp: column(
      time,
      rows.map(({ timestamp }) => timeOf(time, timestamp)),
    ),
    trajectory: column(
      trajectory,
      rows.map((row) => (isWide ? BigInt(row.trajectory) : row.trajectory)),
    ),
    ...(eventId && {
      event_id: column(
        eventId,
        rows.map((row) => row.eventId),
      ),
    }),
  });
}

function timeOf(type: DataType, timestamp: number): unknown {
  if (type instanceof Utf8 || type instanceof LargeUtf8) return new Date(timestamp).toISOString();
  return type instanceof Int64 ? BigInt(timestamp) : timestamp;
}

function stream(name: string, types: Types, rows = types.rows ?? ROWS): ValidStream {
  const expected = types.eventId === null ? rows.map((row) => ({ ...row, eventId: null })) : rows;
  return { name, bytes: tableToIPC(tableOf(types), "stream"), rows: expected };
}

function severalBatches(): ValidStream {
  const writer = new RecordBatchStreamWriter();
  for (const types of [{}, { rows: ROWS.slice(1) }, { rows: ROWS.slice(0, 1) }])
    for (const batch of tableOf(types).batches) writer.write(batch);
  writer.finish();
  const rows = [...ROWS, ...ROWS.slice(1), ...ROWS.slice(0, 1)];
  return { name: "several batches", bytes: writer.toUint8Array(true), rows };
}

/** Ten valid streams, between them with all types of columns that senders use. */
export function validStreams(): ValidStream[] {
  return [
    stream("texts and timestamps in ms", {}),
    stream("large texts", { serial: new LargeUtf8(), eventId: new LargeUtf8() }),
    stream("dictionaries", {
      serial: new Dictionary(new Utf8(), new Int32()),
      time: new TimestampMicrosecond(),
    }),
    stream("dictionaries with small indices", {
      serial: new Dictionary(new Utf8(), new Uint16()),
      eventId: new Dictionary(new Utf8(), new Int8()),
      trajectory: new Int16(),
    }),
    stream("timestamps in s, without event ids", { time: new TimestampSecond(), eventId: null }),
    stream("timestamps in ns, trajectories of 32 bits", {
      time: new TimestampNanosecond(),
      trajectory: new Int32(),
    }),
    stream("integers for times", { time: new Int64(), trajectory: new Int64() }),
    stream("texts for times", { time: new Utf8(), trajectory: new Float64() }),
    stream("dates, and nulls for event ids", { time: new DateMillisecond(), eventId: new Null() }, [
      ...ROWS.map((row) => ({ ...row, eventId: null })),
    ]),
    severalBatches(),
  ];
}
