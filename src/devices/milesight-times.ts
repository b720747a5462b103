import { z } from "zod";
import { HOUR_MS, MINUTE_MS, readInstant, SECOND_MS } from "../domain/instant.ts";
import type { ReadingTime } from "../domain/reading.ts";
import { readingTime, wallTime } from "../domain/reading-time.ts";
import { anything, label } from "./message-schemas.ts";

export const MILESIGHT_TIMES = z.object({
  start_time: anything,
  end_time: anything,
  trigger_time: anything,
  time_zone: label,
  enable_dst: anything,
  dst_status: anything,
});

type Times = z.infer<typeof MILESIGHT_TIMES>;

/** The times of a report; null what it does not say. */
interface ReportTimes {
  readonly from: ReadingTime | null;
  readonly to: ReadingTime | null;
  readonly trigger: ReadingTime | null;
}

/** The times of a report, which are wall times of the device; instants if it says their offset. */
export function milesightTimes(times: Times | null | undefined): ReportTimes {
  const offset = times ? offsetOf(times) : null;
  const timeOf = (value: unknown): ReadingTime | null => {
    const time = readingTime(typeof value === "string" ? value.replaceAll("/", "-") : value);
    if (time === null || typeof time === "number" || offset === null) return time;
    const local = readInstant(time.local);
    return local === null ? null : local - offset;
  };
  return {
    from: timeOf(times?.start_time),
    to: timeOf(times?.end_time),
    trigger: timeOf(times?.trigger_time),
  };
}

/**
 * The offset of a zone such as `UTC-0:00 WET/GMT`, with an hour more while daylight saving time is in effect, in ms. The
 * names after it are those of several zones and are not read.
 *
 * @returns null if it is absent, or if only the device knows whether daylight saving time is in effect
 */
function offsetOf({ time_zone, enable_dst, dst_status }: Times): number | null {
  const [, sign, hours, minutes] = /^(?:UTC|GMT)([+-])(\d{1,2})(?::?(\d\d))?(?![\d:])/i.exec(time_zone) ?? [];
  if (hours === undefined) return null;
  const [isEnabled, isInEffect] = [flagOf(enable_dst), flagOf(dst_status)];
  if (isEnabled && isInEffect === null) return null;
  const ahead = Number(hours) * HOUR_MS + Number(minutes ?? 0) * MINUTE_MS;
  return (sign === "-" ? -ahead : ahead) + (isInEffect && isEnabled !== false ? HOUR_MS : 0);
}

/** A flag, which is a number or a boolean; null if it is absent. */
function flagOf(value: unknown): boolean | null {
  if (value === undefined || value === null || value === "") return null;
  return ["1", "true"].includes(String(value).toLowerCase());
}

/**
 * The interval of a crossing. It has the second of the crossing, so another crossing of the line in that
 * second is taken for the same.
 */
export function secondFrom(time: ReadingTime): { readonly from: ReadingTime; readonly to: ReadingTime } {
  if (typeof time === "number") return { from: time, to: time + SECOND_MS };
  return { from: time, to: wallTime((readInstant(time.local) ?? 0) + SECOND_MS) };
}

/**
 * Whether the device has started in the period of its report, so that its totals may have been reset within it.
 * `running_time` that falls from one report to the next shows a start, too, but an adapter knows one message only. The
 * time of the start, `running_time` before the end of the period, needs no other.
 *
 * @param runningSeconds how long the device has been running
 */
export function hasStarted(runningSeconds: number | null, { from, to }: ReportTimes): boolean {
  const [start, end] = [from, to].map((time) =>
    typeof time === "object" && time ? readInstant(time.local) : time,
  );
  if (runningSeconds === null || typeof start !== "number" || typeof end !== "number") return false;
  return runningSeconds >= 0 && runningSeconds * SECOND_MS <= end - start;
}
