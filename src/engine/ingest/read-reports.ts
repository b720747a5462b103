import { invalid } from "../../domain/errors.ts";
import { readInstant } from "../../domain/instant.ts";
import { EVENT_ID_LENGTH_MAX, INGEST_ROWS_MAX, SERIAL_LENGTH_MAX } from "../../domain/limits.ts";
import type { ReportProblem } from "../../domain/sensor-report.ts";
import { isStorable } from "../../domain/text.ts";
import type { SensorReport } from "../ports.ts";

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
 * Reads one row as a report, or says what is wrong with it.
 *
 * @param latest the latest timestamp taken, in ms (D3)
 */
export function readReport(row: unknown, latest: number): SensorReport | ReportProblem {
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
