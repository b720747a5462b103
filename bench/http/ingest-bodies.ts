/** The media types of request bodies, by the name of the format. */
export const BODY_TYPES = {
  JSON: "application/json",
  NDJSON: "application/x-ndjson",
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
  #next = 0;

  constructor(shape: BodyShape) {
    this.#bodies = Array.from({ length: BODIES }, (_, index) => {
      const bytes = Buffer.from(bodyOf(shape, index * shape.rows));
      return { bytes, timestamps: offsetsOf(Buffer.from(new Date(PLACEHOLDER).toISOString()), bytes) };
    });
  }

  /** Returns the next body with the present as timestamp. A later call reuses its buffer after `BODIES` calls. */
  next(): Buffer {
    const { bytes, timestamps } = this.#bodies[this.#next++ % BODIES] as Body;
    const timestamp = Buffer.from(new Date().toISOString());
    for (const start of timestamps) timestamp.copy(bytes, start);
    return bytes;
  }
}

/** All offsets at which `sought` occurs in `bytes`. */
function offsetsOf(sought: Buffer, bytes: Buffer): number[] {
  const offsets: number[] = [];
  for (let at = bytes.indexOf(sought); at !== -1; at = bytes.indexOf(sought, at + sought.length))
    offsets.push(at);
  return offsets;
}

/** The body of a request: events of one sensor after another, numbered from `first` on. */
function bodyOf({ rows, sensors, format }: BodyShape, first: number): string {
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

function trajectoryOf(number: number): 1 | -1 {
  return number & 1 ? 1 : -1;
}
