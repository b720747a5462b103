import {
  Field,
  Int8,
  makeData,
  RecordBatch,
  Schema,
  Struct,
  Table,
  TimestampMillisecond,
  tableToIPC,
  Utf8,
} from "apache-arrow";

/** What bodies may be written as, by what they are called. */
export const BODY_TYPES = {
  JSON: "application/json",
  NDJSON: "application/x-ndjson",
  Arrow: "application/vnd.apache.arrow.stream",
} as const;
export type BodyFormat = keyof typeof BODY_TYPES;

/** What a body is made of. */
export interface BodyShape {
  readonly rows: number;
  /** Serial numbers run from S1 to this one. */
  readonly sensors: number;
  readonly format: BodyFormat;
}

/** The rows of a request: sensors in turn, at the present, numbered from `first` on. */
export function bodyOf({ rows, sensors, format }: BodyShape, first: number): string | Uint8Array {
  const now = new Date();
  if (format === "Arrow") return arrowBody(rows, sensors, first, now.getTime());
  const timestamp = now.toISOString();
  const parts = Array.from({ length: rows }, (_, row) => {
    const number = first + row;
    return (
      `{"sensor_serial_number":"S${(number % sensors) + 1}","timestamp":"${timestamp}",` +
      `"trajectory":${trajectoryOf(number)},"event_id":"${number}"}`
    );
  });
  return format === "JSON" ? `[${parts.join(",")}]` : parts.join("\n");
}

/** The same rows as an Arrow stream, made of columns: the client is not to be what is measured. */
function arrowBody(rows: number, sensors: number, first: number, now: number): Uint8Array {
  const numbers = Array.from({ length: rows }, (_, row) => first + row);
  const children = {
    sensor_serial_number: textData(numbers.map((number) => `S${(number % sensors) + 1}`)),
    timestamp: makeData({
      type: new TimestampMillisecond(),
      data: new BigInt64Array(rows).fill(BigInt(now)),
    }),
    trajectory: makeData({ type: new Int8(), data: Int8Array.from(numbers, trajectoryOf) }),
    event_id: textData(numbers.map(String)),
  };
  const fields = Object.entries(children).map(([name, { type }]) => new Field(name, type, false));
  const type = new Struct(fields);
  const data = makeData({ type, length: rows, children: Object.values(children) });
  return tableToIPC(new Table(new RecordBatch(new Schema(fields), data)), "stream");
}

function textData(texts: readonly string[]) {
  const valueOffsets = new Int32Array(texts.length + 1);
  for (const [row, text] of texts.entries())
    valueOffsets[row + 1] = (valueOffsets[row] as number) + text.length;
  return makeData({ type: new Utf8(), valueOffsets, data: Buffer.from(texts.join(""), "latin1") });
}

function trajectoryOf(number: number): 1 | -1 {
  return number & 1 ? 1 : -1;
}
