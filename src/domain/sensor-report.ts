import { INSTANT_MAX } from "./instant.ts";
import { EVENT_AHEAD_MS_MAX, EVENT_ID_LENGTH_MAX, SERIAL_LENGTH_MAX } from "./limits.ts";

/** Why a sensor's report is refused, by what is wrong with it; shared by files and requests. */
export const REPORT_PROBLEMS = {
  "not-an-object": "not an object",
  "malformed-row": "the row is malformed",
  "no-sensor": `sensor_serial_number must be a text of 1 to ${SERIAL_LENGTH_MAX} characters`,
  "bad-timestamp": "timestamp is not a time such as 2024-05-06T07:08:09.123Z",
  "future-timestamp": "timestamp is more than 5 minutes in the future",
  "bad-trajectory": "trajectory must be 1 or -1",
  "bad-event-id": `event_id must be a text of at most ${EVENT_ID_LENGTH_MAX} characters`,
} as const;
export type ReportProblem = keyof typeof REPORT_PROBLEMS;

/** The latest timestamp taken at some present, in ms (D3). */
export function latestTimestamp(now: number): number {
  return Math.min(now + EVENT_AHEAD_MS_MAX, INSTANT_MAX);
}
