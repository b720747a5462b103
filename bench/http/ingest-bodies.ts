/** The media types of request bodies, by the name of the format. */
export const BODY_TYPES = {
  JSON: "application/json",
  NDJSON: "application/x-ndjson",
} as const;
export type BodyFormat = keyof typeof BODY_TYPES;

/** What request bodies have: events, or totals that have risen by some crossings since the ones before. */
export type Content = "events" | { readonly crossings: number };

/** The size and format of request bodies. */
export interface BodyShape {
  readonly rows: number;
  /** The number of sensors; their serial numbers are S1, S2 and so on. */
  readonly sensors: number;
  readonly format: BodyFormat;
}

/** The bodies of one connection. */
export interface BodySource {
  /** Returns the next body with the present as timestamp. A later call reuses its buffer. */
  next(): Buffer;
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
export class Bodies implements BodySource {
  readonly #bodies: readonly Body[];
  #next = 0;

  constructor(shape: BodyShape) {
    this.#bodies = Array.from({ length: BODIES }, (_, index) => {
      const bytes = Buffer.from(bodyOf(shape, index * shape.rows));
      return { bytes, timestamps: offsetsOf(Buffer.from(new Date(PLACEHOLDER).toISOString()), bytes) };
    });
  }

  next(): Buffer {
    const { bytes, timestamps } = this.#bodies[this.#next++ % BODIES] as Body;
    const timestamp = Buffer.from(new Date().toISOString());
    for (const start of timestamps) timestamp.copy(bytes, start);
    return bytes;
  }
}

/** A total in a prepared body, which `next` replaces: it has as many digits as all others. */
const PLACEHOLDER_TOTAL = 1_000_000_000;

/**
 * The bodies of a connection that sends for a share of the sensors, its own, so that their totals arrive in order: row by
 * row one sensor after another, the rows of a sensor 1 ms apart. Events have the same sensors and times.
 */
export class OwnBodies implements BodySource {
  readonly #body: Body;
  readonly #totals: readonly number[];
  readonly #sensors: number;
  readonly #step: number;
  #total = PLACEHOLDER_TOTAL;
  #last = 0;

  constructor(
    content: Content,
    { rows, sensors, connections }: Pick<BodyShape, "rows" | "sensors"> & { readonly connections: number },
    connection: number,
  ) {
    const own = Math.floor(sensors / connections);
    const timestamp = new Date(PLACEHOLDER).toISOString();
    const rowOf = (row: number) => {
      const sensor = `S${connection * own + (row % own) + 1}`;
      return content === "events"
        ? `{"sensor_serial_number":"${sensor}","timestamp":"${timestamp}","trajectory":1,"event_id":"${row}"}`
        : `{"kind":"total","serial_number":"${sensor}","at":"${timestamp}","in_total":${PLACEHOLDER_TOTAL}}`;
    };
    const bytes = Buffer.from(`[${Array.from({ length: rows }, (_, row) => rowOf(row)).join(",")}]`);
    this.#body = { bytes, timestamps: offsetsOf(Buffer.from(timestamp), bytes) };
    this.#totals = offsetsOf(Buffer.from(String(PLACEHOLDER_TOTAL)), bytes);
    this.#sensors = own;
    this.#step = content === "events" ? 0 : content.crossings;
  }

  next(): Buffer {
    const { bytes, timestamps } = this.#body;
    const now = Date.now();
    for (let first = 0; first < timestamps.length; first += this.#sensors) {
      this.#last = Math.max(now, this.#last + 1);
      const timestamp = Buffer.from(new Date(this.#last).toISOString());
      for (const start of timestamps.slice(first, first + this.#sensors)) timestamp.copy(bytes, start);
      if (this.#step === 0) continue;
      this.#total += this.#step;
      const total = Buffer.from(String(this.#total));
      for (const start of this.#totals.slice(first, first + this.#sensors)) total.copy(bytes, start);
    }
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
