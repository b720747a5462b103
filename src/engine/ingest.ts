import { invalid } from "../domain/errors.ts";
import { readInstant } from "../domain/instant.ts";
import {
  EVENT_ID_LENGTH_MAX,
  INGEST_ERRORS_LISTED_MAX,
  INGEST_ROWS_MAX,
  SERIAL_LENGTH_MAX,
} from "../domain/limits.ts";
import { latestTimestamp, REPORT_PROBLEMS, type ReportProblem } from "../domain/sensor-report.ts";
import { isStorable } from "../domain/text.ts";
import type { EngineContext } from "./context.ts";
import type { CatalogWrite, LoadOptions, LoadResult, RegisterSensors, SensorReport } from "./ports.ts";
import { newSensors } from "./sensors.ts";

/** The answer to a bulk ingest (D22). */
export interface IngestAnswer {
  readonly accepted: number;
  readonly duplicates: number;
  readonly rejected: number;
  /** The first refusals, by their index in the batch. */
  readonly errors: readonly { readonly index: number; readonly message: string }[];
}

/** Stands in a batch for a row that its format could not make out; it is refused as such. */
export const MALFORMED_ROW = Symbol("malformed row");

/**
 * Refuses a batch that is too long, best before its rows are looked at.
 *
 * @throws HeadcountError `invalid`
 */
export function requireRowsTaken(rows: number): void {
  if (rows > INGEST_ROWS_MAX)
    throw invalid("body", `has more than ${INGEST_ROWS_MAX} rows, the most that are taken at a time`);
}

/**
 * Checks and stores a batch of sensor reports; a refused row does not hold up the others (D9, D22). What
 * it answers as accepted is on disk.
 *
 * @throws HeadcountError `invalid` where there are too many rows
 */
export async function ingestReports(
  context: EngineContext,
  rows: readonly unknown[],
  { keepDuplicates, live = true }: { readonly keepDuplicates: boolean; readonly live?: boolean },
): Promise<IngestAnswer> {
  const { clock, events } = context;
  requireRowsTaken(rows.length);
  const latest = latestTimestamp(clock.now());
  const reports: SensorReport[] = [];
  const errors: { index: number; message: string }[] = [];
  let rejected = 0;
  for (const [index, row] of rows.entries()) {
    const report = readReport(row, latest);
    if (typeof report !== "string") {
      reports.push(report);
    } else if (rejected++ < INGEST_ERRORS_LISTED_MAX) {
      errors.push({ index, message: REPORT_PROBLEMS[report] });
    }
  }
  const result = await registering(context, (register) =>
    events.ingest(reports, { keepDuplicates }, register),
  );
  if (live) noteActivity(context, reports);
  return { ...result, rejected, errors };
}

/** Notes that the sensors of some reports have reported just now. */
function noteActivity({ catalog, clock, activity }: EngineContext, reports: readonly SensorReport[]): void {
  const now = clock.now();
  for (const serialNumber of new Set(reports.map((report) => report.serialNumber))) {
    const sensor = catalog.sensorsBySerial.first(serialNumber);
    if (sensor !== undefined) activity.note(sensor.id, now);
  }
}

/**
 * Loads a file of sensor reports as one transaction (D9).
 *
 * @throws HeadcountError `unreadable-input` where the file as a whole cannot be read, or is empty
 */
export function loadFile(
  context: EngineContext,
  path: string,
  options: Omit<LoadOptions, "now">,
): Promise<LoadResult> {
  const { clock, events } = context;
  return registering(context, (register) => events.load(path, { ...options, now: clock.now() }, register));
}

/** Runs a store's ingest while no other change runs, and shows the sensors it registered. */
export function registering<T>(
  context: EngineContext,
  ingest: (register: RegisterSensors) => Promise<T>,
): Promise<T> {
  const { catalog, clock } = context;
  return catalog.exclusive(context, async () => {
    const writes: CatalogWrite[] = [];
    const result = await ingest((serialNumbers) => {
      const sensor = newSensors(catalog, serialNumbers, clock.now());
      const write = catalog.withNextId(catalog.audited({ put: { sensor } }));
      writes.push(write);
      return write;
    });
    for (const write of writes) catalog.apply(write);
    return result;
  });
}

/** Reads one row as a report, or says what is wrong with it. */
function readReport(row: unknown, latest: number): SensorReport | ReportProblem {
  if (row === MALFORMED_ROW) return "malformed-row";
  if (typeof row !== "object" || row === null || Array.isArray(row)) return "not-an-object";
  const {
    sensor_serial_number: serialNumber,
    timestamp,
    trajectory,
    event_id: eventId,
  } = row as Record<string, unknown>;
  if (!isText(serialNumber, SERIAL_LENGTH_MAX) || serialNumber === "") return "no-sensor";
  const instant = typeof timestamp === "string" ? readInstant(timestamp) : null;
  if (instant === null) return "bad-timestamp";
  if (instant > latest) return "future-timestamp";
  if (trajectory !== 1 && trajectory !== -1) return "bad-trajectory";
  if (eventId === undefined || eventId === null || eventId === "") {
    return { serialNumber, timestamp: instant, trajectory, eventId: null };
  }
  if (!isText(eventId, EVENT_ID_LENGTH_MAX)) return "bad-event-id";
  return { serialNumber, timestamp: instant, trajectory, eventId };
}

function isText(value: unknown, lengthMax: number): value is string {
  return typeof value === "string" && value.length <= lengthMax && isStorable(value);
}
