import { z } from "zod";
import type {
  AliveReading,
  IntervalReading,
  ReadingTime,
  TotalReading,
  TranslatedMessage,
} from "../domain/reading.ts";
import { type Adapter, joined, messageOf, refusalOf, unusable } from "./adapter.ts";
import { numberOf, parseJson } from "./message-fields.ts";
import { anything, label, listOf } from "./message-schemas.ts";
import { hasStarted, MILESIGHT_TIMES, milesightTimes, secondFrom } from "./milesight-times.ts";

const TOTALS = z.object({ in_counted: anything, out_counted: anything, capacity_counted: anything });
const COUNTS = z.object({ in: anything, out: anything });
/** A report, with the parts that its receiver is set to get. */
const MESSAGE = z.object({
  device_info: z.object({ device_sn: label, running_time: anything, firmware_version: label }),
  time_info: MILESIGHT_TIMES.nullish(),
  line_total_data: listOf(z.object({ line: label, total: TOTALS.nullish() })),
  line_periodic_data: listOf(z.object({ line: label, total: COUNTS.nullish() })),
  line_trigger_data: listOf(z.object({ line: label, total: COUNTS.nullish() })),
});

type Message = z.infer<typeof MESSAGE>;

/** How a message names a line, and what it counts there. */
interface Line {
  readonly line: string;
  readonly total?: unknown;
}

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
  const period = from === null || to === null ? null : { from, to };
  const moment = trigger === null ? period : secondFrom(trigger);

  const totals = message.line_total_data.filter(({ total }) => hasTotals(total ?? {}));
  const periodic = without(message.line_periodic_data, totals);
  const triggered = without(message.line_trigger_data, [...totals, ...periodic]);
  const rest = without(message.line_total_data, [...totals, ...periodic, ...triggered]);
  const named = (line: string) => `${message.device_info.device_sn}:${line}`;
  return [
    ...totals.map(({ line, total }) => totalOf(named(line), at, isBoot, total ?? {})),
    ...periodic.map(({ line, total }) => intervalOf(named(line), period, total ?? {})),
    ...triggered.map(({ line, total }) => intervalOf(named(line), moment, total ?? {})),
    ...rest.map(({ line, total }) => refusalOf(named(line), problemOf(total ?? {}))),
  ];
}

/** Those of the lines that are not read otherwise. */
function without<T extends Line>(lines: readonly T[], others: readonly Line[]): T[] {
  const read = new Set(others.map(({ line }) => line));
  return lines.filter(({ line }) => !read.has(line));
}

type Totals = Partial<z.infer<typeof TOTALS>>;

function hasTotals({ in_counted, out_counted }: Totals): boolean {
  return numberOf(in_counted) !== null || numberOf(out_counted) !== null;
}

/** Why a line without totals is not read. */
function problemOf({ capacity_counted }: Totals): string {
  return numberOf(capacity_counted) === null ? "has no count" : "is an occupancy, not a count of passages";
}

function totalOf(
  serialNumber: string,
  at: ReadingTime | null,
  isBoot: boolean,
  totals: Totals,
): TranslatedMessage {
  if (at === null) return refusalOf(serialNumber, "has no time");
  const counts = { inTotal: numberOf(totals.in_counted), outTotal: numberOf(totals.out_counted) };
  const fixed = { kind: "total", width: null, isUndirected: false } as const;
  const reading: TotalReading = { ...fixed, serialNumber, at, ...counts, isBoot };
  return messageOf(reading);
}

function intervalOf(
  serialNumber: string,
  span: Pick<IntervalReading, "from" | "to"> | null,
  counted: Partial<z.infer<typeof COUNTS>>,
): TranslatedMessage {
  const counts = { in: numberOf(counted.in), out: numberOf(counted.out) };
  if (counts.in === null && counts.out === null) return refusalOf(serialNumber, "has no count");
  if (span === null) return refusalOf(serialNumber, "has no start and end of its counts");
  const fixed = { kind: "interval", coverage: null, isUndirected: false } as const;
  const reading: IntervalReading = { ...fixed, serialNumber, ...span, ...counts };
  return messageOf(reading);
}

/** A report of no line, such as of regions or a test: the device is alive. */
function readOther({ device_info: device, time_info: times }: Message): TranslatedMessage {
  const { to, trigger } = milesightTimes(times);
  const health = device.firmware_version === "" ? {} : { firmwareVersion: device.firmware_version };
  const at = trigger ?? to;
  const alive: AliveReading = { kind: "alive", serialNumber: device.device_sn, at, health };
  return { readings: [alive], ignored: 1, refused: [] };
}
