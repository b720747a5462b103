import { INSTANT_MAX, readInstant, SECOND_MS } from "./instant.ts";
import {
  EVENT_AHEAD_MS_MAX,
  EVENT_ID_LENGTH_MAX,
  REPORT_ROW_BYTES_MAX,
  SERIAL_LENGTH_MAX,
} from "./limits.ts";
import type { SensorPlacement } from "./resources.ts";

/** The fields of a report; `event_id` is optional (D9). */
export const REPORT_FIELDS = ["sensor_serial_number", "timestamp", "trajectory", "event_id"] as const;
export type ReportField = (typeof REPORT_FIELDS)[number];

export const EVENT_COLUMNS = [
  "id",
  "timestamp",
  "sensor_serial_number",
  "trajectory",
  "event_id",
  "doorway_id",
] as const;

/**
 * Which reports without an event id that repeat an earlier one of the same input are further crossings (D9): those of
 * a whole second, since many sensors do not report milliseconds (`auto`), all or none.
 */
export const DUPLICATE_RULES = ["auto", "keep", "drop"] as const;
export type DuplicateRule = (typeof DUPLICATE_RULES)[number];

/**
 * Whether a report without an event id that repeats an earlier one of the same input is a further crossing. The
 * statement `events/drop-repeated` applies the rule to files in SQL.
 *
 * @param timestamp in ms
 */
export function isFurtherCrossing(rule: DuplicateRule, timestamp: number): boolean {
  return rule === "keep" || (rule === "auto" && timestamp % SECOND_MS === 0);
}

/** Why a report is rejected, for files and requests alike. */
export const REPORT_PROBLEMS = {
  "not-an-object": "the row must be an object",
  "malformed-row": "the row is malformed",
  "not-utf8": "the row is not UTF-8; --encoding names another encoding, such as windows-1252",
  "long-row": `the row has more than ${REPORT_ROW_BYTES_MAX} bytes`,
  "no-sensor": `sensor_serial_number is required and must be a string of 1 to ${SERIAL_LENGTH_MAX} characters`,
  "bad-timestamp": "timestamp is required and must be a time such as 2024-05-06T07:08:09.123Z",
  "early-timestamp": "timestamp is before the earliest accepted time, by default 2000-01-01 (--earliest)",
  "removed-timestamp": "timestamp is before the log start: its events have been removed by retention",
  "future-timestamp": "timestamp is more than 5 minutes in the future",
  "bad-trajectory": "trajectory must be 1 or -1",
  "bad-event-id": `event_id must be a string of at most ${EVENT_ID_LENGTH_MAX} characters`,
} as const;
export type ReportProblem = keyof typeof REPORT_PROBLEMS;

/** The range of timestamps that are accepted (D3), in ms; both ends are part of it. */
export interface AcceptedTimes {
  readonly earliest: number;
  /** Events before it have been removed by retention. */
  readonly logStart: number;
  readonly latest: number;
}

export interface AcceptedReport {
  readonly serialNumber: string;
  /** In ms. */
  readonly timestamp: number;
  readonly trajectory: SensorPlacement;
  /** The sender's own id for it; null if absent (D9). */
  readonly eventId: string | null;
}

/** A report that is rejected since it is too far ahead: it shows that the clock of its sensor is. */
type RejectedAhead = Pick<AcceptedReport, "serialNumber" | "timestamp"> & {
  readonly problem: "future-timestamp";
};

/**
 * Reads a row as JSON has it: an object, whose other members are ignored. Numbers are no serial numbers or ids, and
 * texts no trajectories.
 *
 * @returns the first reason for which it is rejected, if there is one
 */
export function readReport(
  row: unknown,
  times: AcceptedTimes,
): AcceptedReport | RejectedAhead | ReportProblem {
  if (typeof row !== "object" || row === null || Array.isArray(row)) return "not-an-object";
  const fields = row as Readonly<Partial<Record<ReportField, unknown>>>;
  const time = fields.timestamp;
  const eventId = trimmed(fields.event_id);
  const report = {
    serialNumber: trimmed(fields.sensor_serial_number),
    timestamp: typeof time === "string" ? readInstant(trimmed(time)) : null,
    trajectory: fields.trajectory,
    eventId: eventId === undefined || eventId === "" ? null : eventId,
  };
  // A report without a problem has fields of these types, and so far one that is too far ahead.
  const problem = reportProblem(report, times);
  const { serialNumber, timestamp } = report as AcceptedReport;
  return problem === "future-timestamp"
    ? { problem, serialNumber, timestamp }
    : (problem ?? (report as AcceptedReport));
}

/**
 * The first reason for which a report is rejected, or null: this is the definition of a valid report. The statement
 * `load/create-judged` applies it to files in SQL.
 *
 * @param timestamp in ms; null if it has none of D1's forms
 */
export function reportProblem(
  { serialNumber, timestamp, trajectory, eventId }: { readonly [Field in keyof AcceptedReport]: unknown },
  times: AcceptedTimes,
): ReportProblem | null {
  if (!isSerialNumber(serialNumber)) return "no-sensor";
  if (typeof timestamp !== "number") return "bad-timestamp";
  const problem = timeProblem(timestamp, times);
  if (problem !== null) return problem;
  if (trajectory !== 1 && trajectory !== -1) return "bad-trajectory";
  return eventId === null || isText(eventId, EVENT_ID_LENGTH_MAX) ? null : "bad-event-id";
}

/**
 * A value of a report; of a text, without the white space around it, which is no part of a serial number (D20), a time
 * or an event id on any way in. White space is what `trim` takes for it; the SQL macro `trimmed` does, too.
 */
export function trimmed<Value>(value: Value): Value {
  return typeof value === "string" ? (value.trim() as Value & string) : value;
}

/** Why a timestamp, in ms, is rejected, or null. */
export function timeProblem(
  timestamp: number,
  { earliest, logStart, latest }: AcceptedTimes,
): ReportProblem | null {
  if (timestamp < earliest) return "early-timestamp";
  if (timestamp < logStart) return "removed-timestamp";
  return timestamp > latest ? "future-timestamp" : null;
}

/** Whether a value is a sensor's serial number, without white space around it (D20). */
export function isSerialNumber(value: unknown): value is string {
  return isText(value, SERIAL_LENGTH_MAX) && value !== "";
}

function isText(value: unknown, lengthMax: number): value is string {
  return typeof value === "string" && hasAtMost(value, lengthMax) && isStorable(value);
}

export interface AheadReports {
  readonly reports: number;
  /** The last one, in ms. */
  readonly timestamp: number;
}

export type AheadBySensor = Map<string, AheadReports>;

export function noteAhead(ahead: AheadBySensor, serialNumber: string, timestamp: number): void {
  ahead.set(serialNumber, { reports: (ahead.get(serialNumber)?.reports ?? 0) + 1, timestamp });
}

/** The latest timestamp that is accepted at a time, in ms (D3). */
export function latestTimestamp(now: number): number {
  return Math.min(now + EVENT_AHEAD_MS_MAX, INSTANT_MAX);
}

/** U+0000 and unpaired surrogates do not survive storage in UTF-8. */
const UNSTORABLE = /[\0\p{Surrogate}]/u;

/** Whether a text has at most this many code points, which DuckDB counts, too. */
function hasAtMost(text: string, characters: number): boolean {
  if (text.length <= characters) return true;
  return text.length <= 2 * characters && [...text].length <= characters;
}

/** Whether storage returns a text unchanged. */
export function isStorable(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    // Fast path for ASCII texts, which most are.
    if (code === 0 || code > 127) return !UNSTORABLE.test(text);
  }
  return true;
}
