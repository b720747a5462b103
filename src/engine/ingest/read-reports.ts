import { invalid } from "../../domain/errors.ts";
import { readInstant } from "../../domain/instant.ts";
import {
  EVENT_ID_LENGTH_MAX,
  INGEST_ERRORS_LISTED_MAX,
  INGEST_ROWS_MAX,
  SERIAL_LENGTH_MAX,
} from "../../domain/limits.ts";
import { REPORT_PROBLEMS, type ReportProblem } from "../../domain/sensor-report.ts";
import { hasAtMost, isStorable } from "../../domain/text.ts";
import { type Reports, ReportsBuilder } from "./reports.ts";

/** Stands in a batch for a row that its format could not make out; it is refused as such. */
export const MALFORMED_ROW = Symbol("malformed row");

/** Rows of a format that has columns of its own. */
export abstract class ColumnarRows {
  abstract readonly length: number;
  /** The rows, where each of them is a report, but that its timestamp may lie too far ahead; else null. */
  abstract readonly reports: Reports | null;
  /** Has a reader take each row, in order. */
  abstract readInto(reader: ReportReader): void;
}

/** Rows that have been found to be reports. */
export class ReadRows extends ColumnarRows {
  readonly reports: Reports;

  constructor(reports: Reports) {
    super();
    this.reports = reports;
  }

  get length(): number {
    return this.reports.length;
  }

  readInto(reader: ReportReader): void {
    const { length, serialNumbers, sensors, timestamps, trajectories, eventIds } = this.reports;
    for (let row = 0; row < length; row++) {
      const serialNumber = serialNumbers[sensors[row] as number];
      reader.read(serialNumber, timestamps[row] as number, trajectories[row], eventIds?.at(row));
    }
  }
}

/** A batch as it came: values of JSON, or columns. */
export type ReportRows = readonly unknown[] | ColumnarRows;

/** What is wrong with a row, by its index in the batch. */
export interface RowError {
  readonly index: number;
  readonly message: string;
}

/**
 * Refuses a batch that is too long, best before its rows are looked at.
 *
 * @throws HeadcountError `invalid`
 */
export function requireRowsTaken(rows: number): void {
  if (rows > INGEST_ROWS_MAX)
    throw invalid("body", `has more than ${INGEST_ROWS_MAX} rows, the most that are taken at a time`);
}

/** The earliest timestamp that is taken, and the latest (D3), in ms. */
export interface TimesTaken {
  readonly earliest: number;
  readonly latest: number;
}

/** Checks the rows of a batch, and keeps those that are reports; a refused one does not hold up the others (D22). */
export class ReportReader {
  /** The first refusals. */
  readonly errors: RowError[] = [];
  rejected = 0;
  readonly #builder: ReportsBuilder;
  readonly #earliest: number;
  readonly #latest: number;
  #index = 0;

  /** @param rows how many rows there are */
  constructor(rows: number, taken: TimesTaken) {
    this.#builder = new ReportsBuilder(rows);
    this.#earliest = taken.earliest;
    this.#latest = taken.latest;
  }

  get reports(): Reports {
    return this.#builder.reports;
  }

  /** Takes the next row as JSON has it. */
  readRow(row: unknown): void {
    this.#note(this.#addRow(row));
  }

  /**
   * Takes the next row.
   *
   * @param instant in ms; null where there is none that can be made out
   */
  read(serialNumber: unknown, instant: number | null, trajectory: unknown, eventId: unknown): void {
    this.#note(this.#add(serialNumber, instant, trajectory, eventId));
  }

  /** Adds a row, or says what is wrong with it. */
  #addRow(row: unknown): ReportProblem | null {
    if (row === MALFORMED_ROW) return "malformed-row";
    if (typeof row !== "object" || row === null || Array.isArray(row)) return "not-an-object";
    const { sensor_serial_number, timestamp, trajectory, event_id } = row as Record<string, unknown>;
    const instant = typeof timestamp === "string" ? readInstant(timestamp) : null;
    return this.#add(sensor_serial_number, instant, trajectory, event_id);
  }

  #add(
    serialNumber: unknown,
    instant: number | null,
    trajectory: unknown,
    eventId: unknown,
  ): ReportProblem | null {
    if (!isText(serialNumber, SERIAL_LENGTH_MAX) || serialNumber === "") return "no-sensor";
    if (instant === null) return "bad-timestamp";
    if (instant < this.#earliest) return "removed-timestamp";
    if (instant > this.#latest) return "future-timestamp";
    if (trajectory !== 1 && trajectory !== -1) return "bad-trajectory";
    const id = eventId === undefined || eventId === "" ? null : eventId;
    if (id !== null && !isText(id, EVENT_ID_LENGTH_MAX)) return "bad-event-id";
    this.#builder.add(serialNumber, instant, trajectory, id);
    return null;
  }

  #note(problem: ReportProblem | null): void {
    const index = this.#index++;
    if (problem === null) return;
    if (this.rejected++ < INGEST_ERRORS_LISTED_MAX)
      this.errors.push({ index, message: REPORT_PROBLEMS[problem] });
  }
}

function isText(value: unknown, lengthMax: number): value is string {
  return typeof value === "string" && hasAtMost(value, lengthMax) && isStorable(value);
}
