import { invalid } from "../../domain/errors.ts";
import { readInstant } from "../../domain/instant.ts";
import { INGEST_ERRORS_LISTED_MAX, INGEST_ROWS_MAX } from "../../domain/limits.ts";
import {
  type AcceptedTimes,
  latestTimestamp,
  REPORT_PROBLEMS,
  type ReportProblem,
  reportProblem,
  timeProblem,
} from "../../domain/sensor-report.ts";
import { type CatalogChange, type Change, committed } from "../catalog/catalog.ts";
import type { Live } from "../live/live.ts";
import type { EventStore, IngestResult, Journal, LoadOptions, LoadResult } from "../ports.ts";
import { addSensors, registerSensors } from "../resources/sensors.ts";
import type { IngestQueue } from "./ingest-queue.ts";
import { type Reports, ReportsBuilder, selectReports } from "./reports.ts";

/** The answer to a bulk ingest (D22). */
export interface IngestAnswer extends IngestResult {
  readonly rejected: number;
  /** The errors of the first rejected rows. */
  readonly errors: readonly RowError[];
}

/** The sender of reports, and the parts of the engine that store them. */
export interface ReportIngest extends Change {
  readonly events: Pick<EventStore, "logStart">;
  readonly ingest: IngestQueue;
}

/** The timestamps that a report may have now. */
export function acceptedTimes({ clock, events }: Pick<ReportIngest, "clock" | "events">): AcceptedTimes {
  return { earliest: events.logStart(), latest: latestTimestamp(clock.now()) };
}

/**
 * Stores a batch of sensor reports, and checks them if necessary; a rejected row does not affect the others (D9, D22).
 * Accepted rows are on disk when it resolves.
 *
 * @throws HeadcountError `invalid` if there are too many rows; `unavailable` if too many are waiting
 */
export async function ingestReports(
  sender: ReportIngest,
  rows: readonly unknown[] | CheckedReports,
  { keepDuplicates, live = true }: { readonly keepDuplicates: boolean; readonly live?: boolean },
): Promise<IngestAnswer> {
  const checked = rows instanceof CheckedReports ? rows : checkRows(rows, acceptedTimes(sender));
  const { reports, rejected, errors } = checked;
  if (reports.length === 0) return { accepted: 0, duplicates: 0, rejected, errors };
  const { accepted, duplicates } = await sender.ingest.submit({
    change: sender,
    reports,
    duplicates: keepDuplicates ? "keep-repeated" : "drop",
    live,
    request: null,
  });
  return { accepted, duplicates, rejected, errors };
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

  constructor(reports: Reports, rejected = 0, errors: readonly RowError[] = []) {
    this.reports = reports;
    this.rejected = rejected;
    this.errors = errors;
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
  readonly #times: AcceptedTimes;
  #index = 0;

  constructor(rows: number, times: AcceptedTimes) {
    this.#builder = new ReportsBuilder(rows);
    this.#times = times;
  }

  /** The rows so far. */
  get checked(): CheckedReports {
    return new CheckedReports(this.#builder.reports, this.#rejected, this.#errors);
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
  const { length, timestamps } = reports;
  const kept = new Int32Array(length);
  const errors: RowError[] = [];
  let accepted = 0;
  for (let index = 0; index < length; index++) {
    const problem = timeProblem(timestamps[index] as number, times);
    if (problem === null) {
      kept[accepted++] = index;
      continue;
    }
    if (index - accepted >= INGEST_ERRORS_LISTED_MAX) continue;
    errors.push({ index, message: REPORT_PROBLEMS[problem] });
  }
  if (accepted === length) return new CheckedReports(reports);
  return new CheckedReports(selectReports(reports, kept.subarray(0, accepted)), length - accepted, errors);
}

/** The user who loads a file, and the parts of the engine that it changes. */
export interface FileLoading extends CatalogChange {
  readonly events: Pick<EventStore, "stage" | "deriveRuns">;
  readonly journal: Journal;
  /** The live counts, if there are any. */
  readonly live?: Pick<Live, "counts">;
}

/**
 * Loads a file of sensor reports as one transaction (D9). Its events cause no notifications (D23).
 *
 * @throws HeadcountError `unreadable-input` if the file cannot be read or is empty
 */
export function loadFile(
  change: FileLoading,
  path: string,
  options: Omit<LoadOptions, "now">,
): Promise<LoadResult> {
  const { catalog, clock, events, journal, live } = change;
  const { keepDuplicates, onProgress } = options;
  return catalog.exclusive(change, async () => {
    const { unknownSerials, ...file } = await events.stage(path, { ...options, now: clock.now() });
    const progress = { fraction: null, rows: file.rows, bytes: null };
    onProgress({ phase: "storing", ...progress });
    const sensors = await registerSensors(catalog, unknownSerials, clock.now());
    const write = { now: clock.now(), catalog: sensors, staged: { keepDuplicates } };
    const { accepted, duplicates } = committed(await journal.commit(write));
    await addSensors(catalog, sensors.put?.sensor ?? []);
    live?.counts.forgetAll();
    onProgress({ phase: "deriving", ...progress });
    await events.deriveRuns();
    return { ...file, accepted, duplicates };
  });
}
