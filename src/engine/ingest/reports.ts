import { type AsciiBytes, type TextColumn, TextColumnBuilder } from "../../domain/text-column.ts";
import type { SensorReport } from "../ports.ts";
import type { KnownTexts, TextBatch } from "./known-texts.ts";

/**
 * Sensors' reports by column. They are many and short-lived: an object or a string for each would cost more
 * than all that is done with it.
 */
export interface Reports {
  readonly length: number;
  /** The serial numbers of their sensors. */
  readonly serialNumbers: readonly string[];
  /** Whose each is: an index of those. */
  readonly sensors: Int32Array;
  /** In ms. */
  readonly timestamps: Float64Array;
  /** +1 or -1 each. */
  readonly trajectories: Int8Array;
  /** The senders' own ids for them, each null where absent; null where none has any (D9). */
  readonly eventIds: TextColumn | null;
}

/** The columns of reports that are being taken, one after the other, up to so many. */
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

  reports(serialNumbers: readonly string[]): Reports {
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

/** Takes reports one after the other, up to so many. */
export class ReportsBuilder {
  readonly #columns: ReportColumns;
  readonly #sensorIndexes = new Map<string, number>();

  constructor(capacity: number) {
    this.#columns = new ReportColumns(capacity);
  }

  add(serialNumber: string, timestamp: number, trajectory: number, eventId: string | null): void {
    const columns = this.#columns;
    const row = columns.length++;
    let index = this.#sensorIndexes.get(serialNumber);
    if (index === undefined) {
      index = this.#sensorIndexes.size;
      this.#sensorIndexes.set(serialNumber, index);
    }
    columns.sensors[row] = index;
    columns.timestamps[row] = timestamp;
    columns.trajectories[row] = trajectory;
    columns.eventIds.set(row, eventId);
  }

  get reports(): Reports {
    return this.#columns.reports([...this.#sensorIndexes.keys()]);
  }
}

/** Takes reports whose texts are ASCII, as the bytes that hold them, field by field in any order. */
export class AsciiReportsBuilder {
  readonly #columns: ReportColumns;
  readonly #known: KnownTexts;
  readonly #serialNumbers: TextBatch;

  constructor(capacity: number, known: KnownTexts) {
    this.#columns = new ReportColumns(capacity);
    this.#known = known;
    this.#serialNumbers = known.begin();
  }

  /** Sets the serial number that lies in some bytes from `start` up to, not including, `end`. */
  setSerialNumber(bytes: Uint8Array, start: number, end: number): void {
    this.#columns.sensors[this.#columns.length] = this.#known.indexOf(this.#serialNumbers, bytes, start, end);
  }

  /** Sets the timestamp, in ms. */
  setTimestamp(timestamp: number): void {
    this.#columns.timestamps[this.#columns.length] = timestamp;
  }

  setTrajectory(trajectory: 1 | -1): void {
    this.#columns.trajectories[this.#columns.length] = trajectory;
  }

  /** Sets the event's id, which may be missing, as `setSerialNumber` does. */
  setEventId(bytes: AsciiBytes, start: number, end: number): void {
    this.#columns.eventIds.setAscii(this.#columns.length, bytes, start, end);
  }

  /** Ends a report. */
  next(): void {
    this.#columns.length++;
  }

  get reports(): Reports {
    return this.#columns.reports(this.#serialNumbers.texts);
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

/** Some of some reports, with the serial numbers of their sensors alone. */
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
