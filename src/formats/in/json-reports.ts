import { INGEST_ERRORS_LISTED_MAX, INGEST_ROWS_MAX } from "../../domain/limits.ts";
import { type CheckedReports, ReportsBuilder } from "../../domain/report-columns.ts";
import {
  type AcceptedTimes,
  type ReportProblem,
  readReport,
  timeProblem,
} from "../../domain/sensor-report.ts";
import { type RowLayout, type RowTaker, readJsonRows } from "./json-rows.ts";
import { PlainRows } from "./plain-rows.ts";

interface ReportReading {
  readonly layout: RowLayout;
  readonly times: AcceptedTimes;
  /** By default the limits of a request (D22): of rows, and of rejected rows that are listed. */
  readonly rowsMax?: number;
  readonly problemsMax?: number;
}

/**
 * Reads sensor reports from JSON (`readJsonRows`). A row that is not a report is rejected (D22).
 *
 * @returns a task that yields whenever it has worked for some milliseconds
 * @throws UnreadableRows if an array is not JSON or not UTF-8
 * @throws HeadcountError `invalid` if there are too many rows
 */
export function* readJsonReports(bytes: Buffer, reading: ReportReading): Generator<void, CheckedReports> {
  const { layout, rowsMax = INGEST_ROWS_MAX } = reading;
  const rows = new ReportRows(bytes, rowsMax, reading);
  yield* readJsonRows(bytes, { layout, rows, rowsMax });
  return rows.checked;
}

class ReportRows implements RowTaker {
  readonly #times: AcceptedTimes;
  readonly #plain: PlainRows;
  readonly #builder: ReportsBuilder;

  constructor(
    bytes: Buffer,
    rowsMax: number,
    { times, problemsMax = INGEST_ERRORS_LISTED_MAX }: ReportReading,
  ) {
    this.#times = times;
    this.#plain = new PlainRows(bytes);
    const capacity = Math.floor((bytes.length + 1) / SHORTEST_ROW_BYTES);
    this.#builder = new ReportsBuilder(Math.min(capacity, rowsMax), problemsMax);
  }

  get checked(): CheckedReports {
    return this.#builder.checked;
  }

  readPlain(start: number): number {
    return this.#plain.read(start);
  }

  takePlain(): boolean {
    const problem = timeProblem(this.#plain.timestamp, this.#times);
    if (problem === "future-timestamp") return false;
    if (problem === null) this.#builder.addPlain(this.#plain);
    else this.#builder.reject(problem);
    return true;
  }

  take(row: unknown): void {
    this.#builder.take(readReport(row, this.#times));
  }

  reject(problem: ReportProblem): void {
    this.#builder.reject(problem);
  }
}

/** Bytes of the shortest report with its separator, which the last one may lack. */
const SHORTEST_ROW_BYTES =
  JSON.stringify({ sensor_serial_number: "S", timestamp: "1970-01-01", trajectory: 1 }).length + 1;
