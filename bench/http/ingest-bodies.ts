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

/** The media types of request bodies, by the name of the format. */
export const BODY_TYPES = {
  JSON: "application/json",
  NDJSON: "application/x-ndjson",
  Arrow: "application/vnd.apache.arrow.stream",
} as const;
export type BodyFormat = keyof typeof BODY_TYPES;

/** The size and format of request bodies. */
export interface BodyShape {
  readonly rows: number;
  /** The number of sensors; their serial numbers are S1, S2 and so on. */
  readonly sensors: number;
  readonly format: BodyFormat;
}

/** The number of prepared bodies, which is more than the number of simultaneous requests. */
const BODIES = 128;

interface Body {
  readonly bytes: Buffer;
  /** The byte offsets of the timestamps of its rows. */
  readonly timestamps: readonly number[];
}

/** The timestamp in a prepared body, which `next` replaces. */
const PLACEHOLDER = Date.UTC(2001, 1, 3, 4, 5, 6, 789);

/** Request bodies, prepared except for their timestamps, so that the client does not limit the throughput. */
export class Bodies {
  readonly #bodies: readonly Body[];
  readonly #format: BodyFormat;
  #next = 0;

  constructor(shape: BodyShape) {
    this.#format = shape.format;
    this.#bodies = Array.from({ length: BODIES }, (_, index) => {
      const bytes = Buffer.from(bodyOf(shape, index * shape.rows));
      return { bytes, timestamps: offsetsOf(timestampBytes(shape.format, PLACEHOLDER), bytes) };
    });
  }

  /** Returns the next body with the present as timestamp. A later call reuses its buffer after `BODIES` calls. */
  next(): Buffer {
    const { bytes, timestamps } = this.#bodies[this.#next++ % BODIES] as Body;
    const timestamp = timestampBytes(this.#format, Date.now());
    for (const start of timestamps) timestamp.copy(bytes, start);
    return bytes;
  }
}

function timestampBytes(format: BodyFormat, instant: number): Buffer {
  if (format !== "Arrow") return Buffer.from(new Date(instant).toISOString());
  return Buffer.from(BigInt64Array.of(BigInt(instant)).buffer);
}

/** All offsets at which `sought` occurs in `bytes`. */
function offsetsOf(sought: Buffer, bytes: Buffer): number[] {
  const offsets: number[] = [];
  for (let at = bytes.indexOf(sought); at !== -1; at = bytes.indexOf(sought, at + sought.length))
    offsets.push(at);
  return offsets;
}

/** The body of a request: events of one sensor after another, numbered from `first` on. */
function bodyOf({ rows, sensors, format }: BodyShape, first: number): string | Uint8Array {
  if (format === "Arrow") return arrowBody(rows, sensors, first);
  const timestamp = new Date(PLACEHOLDER).toISOString();
  const parts = Array.from({ length: rows }, (_, row) => {
    const number = first + row;
    return (
      `{"sensor_serial_number":"S${(number % sensors) + 1}","timestamp":"${timestamp}",` +
      `"trajectory":${trajectoryOf(number)},"event_id":"${number}"}`
    );
  });
  return format === "JSON" ? `[${parts.join(",")}]` : parts.join("\n");
}

/** The same rows as an Arrow stream. */
function arrowBody(rows: number, sensors: number, first: number): Uint8Array {
  const numbers = Array.from({ length: rows }, (_, row) => first + row);
  const children = {
    sensor_serial_number: textData(numbers.map((number) => `S${(number % sensors) + 1}`)),
    timestamp: makeData({
      type: new TimestampMillisecond(),
      data: new BigInt64Array(rows).fill(BigInt(PLACEHOLDER)),
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
