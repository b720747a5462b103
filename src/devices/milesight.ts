import { z } from "zod";
import { HOUR_MS, MINUTE_MS, readInstant, SECOND_MS } from "../domain/instant.ts";
import type { ReadingTime, TranslatedMessage } from "../domain/reading.ts";
import { readingTime, wallTime } from "../domain/reading-time.ts";
import {
  type Adapter,
  aliveOf,
  intervalOf,
  joined,
  OCCUPANCY,
  refusalOf,
  type Span,
  totalOf,
  unusable,
} from "./adapter.ts";
import { anything, label, listOf, numberOf, parseJson } from "./message-fields.ts";

const TOTALS = z.object({ in_counted: anything, out_counted: anything, capacity_counted: anything });
const COUNTS = z.object({ in: anything, out: anything });
const TIMES = z.object({
  start_time: anything,
  end_time: anything,
  trigger_time: anything,
  time_zone: label,
  enable_dst: anything,
  dst_status: anything,
});
/** A report, with the parts that its receiver is set to get. */
const MESSAGE = z.object({
  device_info: z.object({ device_sn: label, running_time: anything, firmware_version: label }),
  time_info: TIMES.nullish(),
  line_total_data: listOf(z.object({ line: label, total: TOTALS.nullish() })),
  line_periodic_data: listOf(z.object({ line: label, total: COUNTS.nullish() })),
  line_trigger_data: listOf(z.object({ line: label, total: COUNTS.nullish() })),
});

type Message = z.infer<typeof MESSAGE>;
type Times = z.infer<typeof TIMES>;

type Line = Pick<Message["line_total_data"][number], "line">;

/**
 * Reports of Milesight's counters with a network and of its cameras. A line, `<serial number>:<line>`, is read by its
 * totals if the report has them, else by who passed in the period, else by who has just passed (D31). Children and staff
 * are counted once more beside `total`; they are not read.
 */
export const milesight: Adapter = ({ body, receivedAt }) => {
  const { data: message } = MESSAGE.safeParse(parseJson(body));
  if (!message?.device_info.device_sn) throw unusable("is not a report of a Milesight counter");
  const lines = readLines(message, receivedAt);
  return lines.length === 0 ? readOther(message) : joined(lines);
};

function readLines(message: Message, receivedAt: number): TranslatedMessage[] {
  const times = milesightTimes(message.time_info);
  const { from, to, trigger } = times;
  const isBoot = hasStarted(numberOf(message.device_info.running_time), times);
  // A report that is set to have no times has the totals of when it is sent.
  const isTimed = (message.time_info?.trigger_time ?? message.time_info?.end_time ?? null) !== null;
  const at = trigger ?? to ?? (isTimed ? null : receivedAt);
  const period = { from, to };
  const moment = trigger === null ? period : secondFrom(trigger);

  const totals = message.line_total_data.filter(
    ({ total }) => (numberOf(total?.in_counted) ?? numberOf(total?.out_counted)) !== null,
  );
  const periodic = without(message.line_periodic_data, totals);
  const triggered = without(message.line_trigger_data, [...totals, ...periodic]);
  const rest = without(message.line_total_data, [...totals, ...periodic, ...triggered]);
  const named = (line: string) => `${message.device_info.device_sn}:${line}`;
  return [
    ...totals.map(({ line, total }) => {
      const [inTotal, outTotal] = [numberOf(total?.in_counted), numberOf(total?.out_counted)];
      return totalOf(named(line), at, { inTotal, outTotal, isBoot });
    }),
    ...periodic.map(({ line, total }) => intervalOf(named(line), period, countsOf(total ?? {}))),
    ...triggered.map(({ line, total }) => intervalOf(named(line), moment, countsOf(total ?? {}))),
    ...rest.map(({ line, total }) =>
      refusalOf(named(line), numberOf(total?.capacity_counted) === null ? "has no count" : OCCUPANCY),
    ),
  ];
}

/** The lines that are not among the others. */
function without<T extends Line>(lines: readonly T[], others: readonly Line[]): T[] {
  const read = new Set(others.map(({ line }) => line));
  return lines.filter(({ line }) => !read.has(line));
}

function countsOf(counted: Partial<z.infer<typeof COUNTS>>) {
  return { in: numberOf(counted.in), out: numberOf(counted.out) };
}

/** A report of no line, such as of regions or a test: the device is alive. */
function readOther({ device_info: device, time_info: times }: Message): TranslatedMessage {
  const { to, trigger } = milesightTimes(times);
  const health = device.firmware_version === "" ? {} : { firmwareVersion: device.firmware_version };
  return { readings: [aliveOf(device.device_sn, trigger ?? to, health)], ignored: 1, refused: [] };
}

/** The times of a report: wall times of the device, instants if it says their offset, null what it does not say. */
function milesightTimes(times: Times | null | undefined) {
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
function secondFrom(time: ReadingTime): Span {
  if (typeof time === "number") return { from: time, to: time + SECOND_MS };
  return { from: time, to: wallTime((readInstant(time.local) ?? 0) + SECOND_MS) };
}

/**
 * Whether the device has started in the period of its report, so that its totals may have been reset within it.
 * `running_time` that falls from one report to the next shows a start, too, but an adapter knows one message only. The
 * time of the start, `running_time` before the end of the period, needs no other.
 */
function hasStarted(runningSeconds: number | null, { from, to }: Span): boolean {
  const [start, end] = [from, to].map((time) =>
    typeof time === "object" && time ? readInstant(time.local) : time,
  );
  if (runningSeconds === null || typeof start !== "number" || typeof end !== "number") return false;
  return runningSeconds >= 0 && runningSeconds * SECOND_MS <= end - start;
}
