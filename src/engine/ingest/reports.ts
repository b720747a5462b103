import { invalid } from "../../domain/errors.ts";
import { readInstant } from "../../domain/instant.ts";
import { INGEST_ERRORS_LISTED_MAX, INGEST_ROWS_MAX } from "../../domain/limits.ts";
import {
  type AcceptedTimes,
  type AheadBySensor,
  type AheadReports,
  noteAhead,
  REPORT_PROBLEMS,
  type ReportProblem,
  reportProblem,
  timeProblem,
} from "../../domain/sensor-report.ts";
import { type TextColumn, TextColumnBuilder } from "../../domain/text-column.ts";
import type { SensorReport } from "../ports.ts";
import type { KnownTexts, TextBatch } from "./known-texts.ts";

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
class ReportsBuilder extends ReportColumns {
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
function selectReports(reports: Reports, rows: Int32Array): Reports {
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

/** The error of a row, by its index in the batch. */
export interface RowError {
  readonly index: number;
  readonly message: string;
}

/** A batch whose rows have been checked. */
export class CheckedReports {
  /** The rows that are reports. */
  readonly reports: Reports;
  readonly rejected: number;
  /** The errors of the first rejected rows. */
  readonly errors: readonly RowError[];
  /** The rejected rows that are too far ahead. */
  readonly ahead: ReadonlyMap<string, AheadReports>;

  constructor(
    reports: Reports,
    rejected = 0,
    errors: readonly RowError[] = [],
    ahead: ReadonlyMap<string, AheadReports> = new Map(),
  ) {
    this.reports = reports;
    this.rejected = rejected;
    this.errors = errors;
    this.ahead = ahead;
  }
}

/**
 * Rejects a batch that is too long; to be called before its rows are read.
 *
 * @throws HeadcountError `invalid`
 */
export function checkRowCount(rows: number): void {
  if (rows > INGEST_ROWS_MAX)
    throw invalid("body", `has more than ${INGEST_ROWS_MAX} rows, the limit of one request`);
}

/** Checks the rows of a batch, and keeps those that are reports; a rejected row does not affect the others (D22). */
export class ReportReader {
  readonly #errors: RowError[] = [];
  #rejected = 0;
  readonly #builder: ReportsBuilder;
  readonly #ahead: AheadBySensor = new Map();
  readonly #times: AcceptedTimes;
  #index = 0;

  constructor(rows: number, times: AcceptedTimes) {
    this.#builder = new ReportsBuilder(rows);
    this.#times = times;
  }

  /** The rows so far. */
  get checked(): CheckedReports {
    return new CheckedReports(this.#builder.reports, this.#rejected, this.#errors, this.#ahead);
  }

  /** Rejects the next row. */
  reject(problem: ReportProblem): void {
    const index = this.#index++;
    if (this.#rejected++ < INGEST_ERRORS_LISTED_MAX)
      this.#errors.push({ index, message: REPORT_PROBLEMS[problem] });
  }

  /** Reads the next row as JSON has it. */
  readRow(row: unknown): void {
    if (typeof row !== "object" || row === null || Array.isArray(row)) {
      this.reject("not-an-object");
      return;
    }
    const { sensor_serial_number, timestamp, trajectory, event_id } = row as Record<string, unknown>;
    const instant = typeof timestamp === "string" ? readInstant(timestamp) : null;
    this.read(sensor_serial_number, instant, trajectory, event_id);
  }

  /**
   * Reads the next row.
   *
   * @param instant in ms; null if the row has none of the accepted forms
   */
  read(serialNumber: unknown, instant: number | null, trajectory: unknown, eventId: unknown): void {
    const id = eventId === undefined || eventId === "" ? null : eventId;
    const problem = reportProblem({ serialNumber, timestamp: instant, trajectory, eventId: id }, this.#times);
    if (problem !== null) {
      if (problem === "future-timestamp") noteAhead(this.#ahead, serialNumber as string, instant as number);
      this.reject(problem);
      return;
    }
    this.#index++;
    // A report without a problem has fields of these types.
    this.#builder.add(serialNumber as string, instant as number, trajectory as number, id as string | null);
  }
}

/**
 * Checks rows as JSON has them.
 *
 * @throws HeadcountError `invalid` if there are too many
 */
export function checkRows(rows: readonly unknown[], times: AcceptedTimes): CheckedReports {
  checkRowCount(rows.length);
  const reader = new ReportReader(rows.length, times);
  for (let index = 0; index < rows.length; index++) reader.readRow(rows[index]);
  return reader.checked;
}

/** Checks the timestamps of reports that are valid otherwise. */
export function checkTimes(reports: Reports, times: AcceptedTimes): CheckedReports {
  const { length, timestamps, sensors, serialNumbers } = reports;
  const ahead: AheadBySensor = new Map();
  const kept = new Int32Array(length);
  const errors: RowError[] = [];
  let accepted = 0;
  for (let index = 0; index < length; index++) {
    const problem = timeProblem(timestamps[index] as number, times);
    if (problem === null) {
      kept[accepted++] = index;
      continue;
    }
    if (problem === "future-timestamp")
      noteAhead(ahead, serialNumbers[sensors[index] as number] as string, timestamps[index] as number);
    if (index - accepted >= INGEST_ERRORS_LISTED_MAX) continue;
    errors.push({ index, message: REPORT_PROBLEMS[problem] });
  }
  if (accepted === length) return new CheckedReports(reports);
  const selected = selectReports(reports, kept.subarray(0, accepted));
  return new CheckedReports(selected, length - accepted, errors, ahead);
}
