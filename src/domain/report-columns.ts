import { INGEST_ERRORS_LISTED_MAX } from "./limits.ts";
import {
  type AcceptedReport,
  type AcceptedTimes,
  type AheadBySensor,
  type AheadReports,
  noteAhead,
  REPORT_PROBLEMS,
  type ReportProblem,
  readReport,
  timeProblem,
} from "./sensor-report.ts";
import { type AsciiBytes, RecentTexts, type TextColumn, TextColumnBuilder } from "./text-column.ts";

/**
 * Sensors' reports by column. They are many and short-lived: an object or a string for each would cost more than
 * processing it.
 */
export interface Reports {
  readonly length: number;
  /** The serial numbers of their sensors; one may occur several times. */
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

/** Why a row is rejected, by its index in the input. */
export interface RowProblem {
  readonly index: number;
  readonly problem: ReportProblem;
}

export class CheckedReports {
  readonly reports: Reports;
  /** The number of the other rows. */
  readonly rejected: number;
  /** The problems of the first rejected rows. */
  readonly problems: readonly RowProblem[];
  /** The rejected rows that are too far ahead. */
  readonly ahead: ReadonlyMap<string, AheadReports>;

  constructor(
    reports: Reports,
    rejected = 0,
    problems: readonly RowProblem[] = [],
    ahead: ReadonlyMap<string, AheadReports> = new Map(),
  ) {
    this.reports = reports;
    this.rejected = rejected;
    this.problems = problems;
    this.ahead = ahead;
  }

  get errors(): { readonly index: number; readonly message: string }[] {
    return this.problems.map(({ index, problem }) => ({ index, message: REPORT_PROBLEMS[problem] }));
  }
}

/** A text in ASCII: the bytes from `start` up to, not including, `end`. */
export interface AsciiText {
  readonly bytes: AsciiBytes;
  readonly start: number;
  readonly end: number;
}

export interface PlainReport {
  readonly serialNumber: AsciiText;
  /** In ms. */
  readonly at: number;
  readonly trajectory: number;
  readonly eventId: AsciiText;
}

/** The serial numbers of earlier inputs. */
const SERIAL_NUMBERS = new RecentTexts();

export class ReportsBuilder {
  #length = 0;
  readonly #sensors: Int32Array;
  readonly #timestamps: Float64Array;
  readonly #trajectories: Int8Array;
  readonly #eventIds: TextColumnBuilder;
  readonly #serialNumbers = SERIAL_NUMBERS.begin();
  /** The indexes of serial numbers that were added as strings. */
  readonly #sensorIndexes = new Map<string, number>();
  #rejected = 0;
  readonly #problems: RowProblem[] = [];
  readonly #ahead: AheadBySensor = new Map();
  readonly #problemsMax: number;

  /** @param problemsMax how many rejected rows are listed */
  constructor(capacity: number, problemsMax = INGEST_ERRORS_LISTED_MAX) {
    this.#sensors = new Int32Array(capacity);
    this.#timestamps = new Float64Array(capacity);
    this.#trajectories = new Int8Array(capacity);
    this.#eventIds = new TextColumnBuilder(capacity);
    this.#problemsMax = problemsMax;
  }

  add({ serialNumber, timestamp, trajectory, eventId }: AcceptedReport): void {
    let index = this.#sensorIndexes.get(serialNumber);
    if (index === undefined) {
      index = this.#serialNumbers.texts.push(serialNumber) - 1;
      this.#sensorIndexes.set(serialNumber, index);
    }
    this.#eventIds.add(eventId);
    this.#add(index, timestamp, trajectory);
  }

  /** Adds a report if its time is accepted; false for one that is too far ahead, which `take` notes. */
  takePlain({ serialNumber, at, trajectory, eventId }: PlainReport, times: AcceptedTimes): boolean {
    const problem = timeProblem(at, times);
    if (problem === "future-timestamp") return false;
    if (problem !== null) {
      this.reject(problem);
      return true;
    }
    const { bytes, start, end } = serialNumber;
    this.#eventIds.addBytes(eventId.bytes, eventId.start, eventId.end);
    this.#add(SERIAL_NUMBERS.indexOf(this.#serialNumbers, bytes, start, end), at, trajectory);
    return true;
  }

  #add(sensor: number, timestamp: number, trajectory: number): void {
    const row = this.#length++;
    this.#sensors[row] = sensor;
    this.#timestamps[row] = timestamp;
    this.#trajectories[row] = trajectory;
  }

  /** Adds a row as JSON has it. */
  take(row: unknown, times: AcceptedTimes): void {
    const read = readReport(row, times);
    if (typeof read === "string") this.reject(read);
    else if ("problem" in read) {
      noteAhead(this.#ahead, read.serialNumber, read.timestamp);
      this.reject(read.problem);
    } else this.add(read);
  }

  reject(problem: ReportProblem): void {
    const index = this.#length + this.#rejected++;
    if (this.#problems.length < this.#problemsMax) this.#problems.push({ index, problem });
  }

  get checked(): CheckedReports {
    // Most senders send one event at a time, for which a view of a part costs more than reading the event.
    const length = this.#length;
    const isFull = length === this.#sensors.length;
    const reports = {
      length,
      serialNumbers: this.#serialNumbers.texts,
      sensors: isFull ? this.#sensors : this.#sensors.subarray(0, length),
      timestamps: isFull ? this.#timestamps : this.#timestamps.subarray(0, length),
      trajectories: isFull ? this.#trajectories : this.#trajectories.subarray(0, length),
      eventIds: this.#eventIds.hasTexts ? this.#eventIds.column : null,
    };
    return new CheckedReports(reports, this.#rejected, this.#problems, this.#ahead);
  }
}
