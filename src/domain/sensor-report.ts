import { INSTANT_MAX, INSTANT_MIN } from "./instant.ts";
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

/** A report as it has been read: a field is null if it is missing or has another form. */
export interface ReadReport {
  readonly serialNumber: string | null;
  /** In ms. */
  readonly timestamp: number | null;
  readonly trajectory: SensorPlacement | null;
  readonly eventId: string | null;
}

/** Why a report is rejected, for files and requests alike. */
export const REPORT_PROBLEMS = {
  "not-an-object": "not an object",
  "malformed-row": "the row is malformed",
  "long-row": `the row has more than ${REPORT_ROW_BYTES_MAX} bytes`,
  "no-sensor": `sensor_serial_number must be a text of 1 to ${SERIAL_LENGTH_MAX} characters`,
  "bad-timestamp": "timestamp is not a time such as 2024-05-06T07:08:09.123Z",
  "removed-timestamp": "timestamp is before the log start: its events have been removed by retention",
  "future-timestamp": "timestamp is more than 5 minutes in the future",
  "bad-trajectory": "trajectory must be 1 or -1",
  "bad-event-id": `event_id must be a text of at most ${EVENT_ID_LENGTH_MAX} characters`,
} as const;
export type ReportProblem = keyof typeof REPORT_PROBLEMS;

/** The range of timestamps that are accepted (D3), in ms; both ends are part of it. */
export interface AcceptedTimes {
  readonly earliest: number;
  readonly latest: number;
}

/**
 * The first reason for which a report is rejected, or null: this is the definition of a valid report. The statement
 * `load/create-judged` applies it to files in SQL.
 *
 * @param timestamp in ms; null if it has none of D1's forms
 */
export function reportProblem(
  { serialNumber, timestamp, trajectory, eventId }: { readonly [Field in keyof ReadReport]: unknown },
  times: AcceptedTimes,
): ReportProblem | null {
  if (!isText(serialNumber, SERIAL_LENGTH_MAX) || serialNumber === "") return "no-sensor";
  if (typeof timestamp !== "number") return "bad-timestamp";
  const problem = timeProblem(timestamp, times);
  if (problem !== null) return problem;
  if (trajectory !== 1 && trajectory !== -1) return "bad-trajectory";
  return eventId === null || isText(eventId, EVENT_ID_LENGTH_MAX) ? null : "bad-event-id";
}

/** Why a timestamp, in ms, is rejected, or null. */
export function timeProblem(timestamp: number, { earliest, latest }: AcceptedTimes): ReportProblem | null {
  if (timestamp < earliest) return "removed-timestamp";
  return timestamp > latest ? "future-timestamp" : null;
}

function isText(value: unknown, lengthMax: number): value is string {
  return typeof value === "string" && hasAtMost(value, lengthMax) && isStorable(value);
}

/** Reports that were rejected since they are too far ahead: how many, and the last timestamp, in ms. */
export interface AheadReports {
  readonly reports: number;
  readonly timestamp: number;
}

/** Those of each sensor, by its serial number. */
export type AheadBySensor = Map<string, AheadReports>;

/** Adds a report to those that are too far ahead. */
export function noteAhead(ahead: AheadBySensor, serialNumber: string, timestamp: number): void {
  ahead.set(serialNumber, { reports: (ahead.get(serialNumber)?.reports ?? 0) + 1, timestamp });
}

/** The latest timestamp that is accepted at a time, in ms (D3). */
export function latestTimestamp(now: number): number {
  return Math.min(now + EVENT_AHEAD_MS_MAX, INSTANT_MAX);
}

/** Rounds a number of ms down to an instant (D1); null if it is out of range. */
export function readMilliseconds(value: number | bigint): number | null {
  const instant = Math.floor(Number(value));
  return instant >= INSTANT_MIN && instant <= INSTANT_MAX ? instant : null;
}

/** Parses a trajectory like the SQL macro `read_trajectory`. */
export function readTrajectory(value: unknown): SensorPlacement | null {
  const number = typeof value === "string" && !/^[-+.\de ]+$/i.test(value) ? Number.NaN : Number(value);
  if (typeof value === "boolean") return null;
  return number === 1 || number === -1 ? number : null;
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
