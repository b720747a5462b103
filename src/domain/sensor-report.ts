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

/** Messages for invalid reports, in files and requests. */
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

/** The latest timestamp accepted at a time, in ms (D3). */
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
