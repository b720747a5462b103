import { KNOWN_TEXTS_MAX, SERIAL_LENGTH_MAX } from "../../domain/limits.ts";
import { type TextColumn, TextColumnBuilder } from "../../domain/text-column.ts";
import type { SensorReport } from "../ports.ts";

/**
 * Sensors' reports by column. They are many and short-lived: an object or a string for each would cost more than
 * processing it.
 */
export interface Reports {
  readonly length: number;
  /** The serial numbers of their sensors. */
  readonly serialNumbers: readonly string[];
  /** The sensor of each, as an index of those. */
  readonly sensors: Int32Array;
  /** In ms. */
  readonly timestamps: Float64Array;
  /** +1 or -1 each. */
  readonly trajectories: Int8Array;
  /** The senders' own ids for them, each null if absent; null if none has one (D9). */
  readonly eventIds: TextColumn | null;
}

/** The columns of reports that are added one by one, up to a maximum. */
class ReportColumns {
  length = 0;
  readonly sensors: Int32Array;
  readonly timestamps: Float64Array;
  readonly trajectories: Int8Array;
  readonly eventIds: TextColumnBuilder;

  constructor(capacity: number) {
    this.sensors = new Int32Array(capacity);
    this.timestamps = new Float64Array(capacity);
    this.trajectories = new Int8Array(capacity);
    this.eventIds = new TextColumnBuilder(capacity);
  }

  protected reportsWith(serialNumbers: readonly string[]): Reports {
    const { length, eventIds } = this;
    // Most senders send one event at a time, for which a view of a part costs more than reading the event.
    const isFull = length === this.sensors.length;
    return {
      length,
      serialNumbers,
      sensors: isFull ? this.sensors : this.sensors.subarray(0, length),
      timestamps: isFull ? this.timestamps : this.timestamps.subarray(0, length),
      trajectories: isFull ? this.trajectories : this.trajectories.subarray(0, length),
      eventIds: eventIds.hasTexts ? eventIds.column(length) : null,
    };
  }
}

/** Collects reports one by one, up to a maximum. */
export class ReportsBuilder extends ReportColumns {
  readonly #sensorIndexes = new Map<string, number>();

  add(serialNumber: string, timestamp: number, trajectory: number, eventId: string | null): void {
    const row = this.length++;
    let index = this.#sensorIndexes.get(serialNumber);
    if (index === undefined) {
      index = this.#sensorIndexes.size;
      this.#sensorIndexes.set(serialNumber, index);
    }
    this.sensors[row] = index;
    this.timestamps[row] = timestamp;
    this.trajectories[row] = trajectory;
    this.eventIds.set(row, eventId);
  }

  get reports(): Reports {
    return this.reportsWith([...this.#sensorIndexes.keys()]);
  }
}

/**
 * Collects reports with ASCII texts, as bytes. A reader sets the fields of row `length` in any order, then increments
 * `length`.
 */
export class AsciiReportsBuilder extends ReportColumns {
  readonly #known: KnownTexts;
  readonly #serialNumbers: TextBatch;

  constructor(capacity: number, known: KnownTexts) {
    super(capacity);
    this.#known = known;
    this.#serialNumbers = known.begin();
  }

  /** Sets the serial number to the bytes from `start` up to, not including, `end`. */
  setSerialNumber(bytes: Uint8Array, start: number, end: number): void {
    this.sensors[this.length] = this.#known.indexOf(this.#serialNumbers, bytes, start, end);
  }

  get reports(): Reports {
    return this.reportsWith(this.#serialNumbers.texts);
  }
}

/** Fills a column with some rows of another. */
export function select<Column extends Float64Array | Int32Array | Int8Array>(
  column: Column,
  rows: Int32Array,
  selected: Column,
): Column {
  for (let index = 0; index < rows.length; index++) selected[index] = column[rows[index] as number] as number;
  return selected;
}

/** The given rows of reports, with the serial numbers of their sensors only. */
export function selectReports(reports: Reports, rows: Int32Array): Reports {
  const { serialNumbers, sensors, timestamps, trajectories, eventIds } = reports;
  const kept: string[] = [];
  const indexes = new Int32Array(serialNumbers.length).fill(-1);
  const indexOf = (sensor: number) => {
    if (indexes[sensor] === -1) indexes[sensor] = kept.push(serialNumbers[sensor] as string) - 1;
    return indexes[sensor] as number;
  };
  return {
    length: rows.length,
    sensors: select(sensors, rows, new Int32Array(rows.length)).map(indexOf),
    timestamps: select(timestamps, rows, new Float64Array(rows.length)),
    trajectories: select(trajectories, rows, new Int8Array(rows.length)),
    eventIds: eventIds?.select(rows) ?? null,
    serialNumbers: kept,
  };
}

/** The columns of some reports. */
export function reportsOf(reports: readonly SensorReport[]): Reports {
  const builder = new ReportsBuilder(reports.length);
  for (const { serialNumber, timestamp, trajectory, eventId } of reports)
    builder.add(serialNumber, timestamp, trajectory, eventId);
  return builder.reports;
}

/**
 * Slots that are searched for a text. Without a limit, the time for texts chosen to have the same hash would grow with
 * the square of their number.
 */
const SLOTS_TRIED_MAX = 64;

/** The longest cached text, in bytes. */
const TEXT_BYTES_MAX = SERIAL_LENGTH_MAX;

/** A batch whose texts are being found. */
export interface TextBatch {
  readonly number: number;
  /** Its texts, by index; one may have two indexes. */
  readonly texts: string[];
}

/**
 * Texts that are repeated, such as serial numbers, found by their bytes so that no string is made for each repetition.
 * Within a batch each has an index; several batches may be read at a time. It is bounded: when full, it is cleared.
 */
export class KnownTexts {
  /** By hash: the number of a text each, from 1 on; 0 if there is none. */
  readonly #slots = new Int32Array(2 * KNOWN_TEXTS_MAX);
  #texts: string[] = [];
  /** By the numbers of the texts less 1: their bytes, the last batch that has each, and its index there. */
  readonly #bytes = new Uint8Array(KNOWN_TEXTS_MAX * TEXT_BYTES_MAX);
  readonly #lengths = new Uint8Array(KNOWN_TEXTS_MAX);
  readonly #batches = new Float64Array(KNOWN_TEXTS_MAX);
  readonly #indexes = new Int32Array(KNOWN_TEXTS_MAX);
  #lastBatch = 0;

  /** Begins a batch. */
  begin(): TextBatch {
    return { number: ++this.#lastBatch, texts: [] };
  }

  /** The index in a batch of the text of the ASCII bytes from `start` up to, not including, `end`. */
  indexOf({ number, texts }: TextBatch, bytes: Uint8Array, start: number, end: number): number {
    if (end - start > TEXT_BYTES_MAX) return texts.push(textOf(bytes.subarray(start, end))) - 1;
    const known = this.#find(bytes, start, end);
    // If another batch has had the text since, it gets a second index in this one.
    if (this.#batches[known] === number) return this.#indexes[known] as number;
    const index = texts.push(this.#texts[known] as string) - 1;
    this.#batches[known] = number;
    this.#indexes[known] = index;
    return index;
  }

  #find(bytes: Uint8Array, start: number, end: number): number {
    const slots = this.#slots;
    const mask = slots.length - 1;
    const hash = hashOf(bytes, start, end);
    for (let tried = 0; tried < SLOTS_TRIED_MAX; tried++) {
      const slot = (hash + tried) & mask;
      const known = (slots[slot] as number) - 1;
      if (known === -1 && this.#texts.length < KNOWN_TEXTS_MAX)
        return this.#add(slot, bytes.subarray(start, end));
      if (known === -1) break;
      if (this.#isAs(known, bytes, start, end)) return known;
    }
    slots.fill(0);
    this.#texts = [];
    return this.#add(hash & mask, bytes.subarray(start, end));
  }

  #isAs(known: number, bytes: Uint8Array, start: number, end: number): boolean {
    if (this.#lengths[known] !== end - start) return false;
    const own = this.#bytes;
    const from = known * TEXT_BYTES_MAX - start;
    for (let i = start; i < end; i++) if (own[from + i] !== bytes[i]) return false;
    return true;
  }

  #add(slot: number, text: Uint8Array): number {
    const known = this.#texts.push(textOf(text)) - 1;
    this.#slots[slot] = known + 1;
    this.#bytes.set(text, known * TEXT_BYTES_MAX);
    this.#lengths[known] = text.length;
    this.#batches[known] = 0;
    return known;
  }
}

/** FNV-1a, with its high bits folded into the low ones. */
function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0x811c_9dc5;
  for (let i = start; i < end; i++) hash = Math.imul(hash ^ (bytes[i] as number), 0x0100_0193);
  return hash ^ (hash >>> 15);
}

function textOf(ascii: Uint8Array): string {
  return String.fromCharCode(...ascii);
}
