import { z } from "zod";
import type { ReadingTime, TranslatedMessage } from "../domain/reading.ts";
import { readingTime } from "../domain/reading-time.ts";
import {
  type Adapter,
  aliveOf,
  intervalOf,
  joined,
  messageOf,
  OCCUPANCY,
  refusalOf,
  totalOf,
  unusable,
} from "./adapter.ts";
import { anything, label, listOf, numberOf, parseJson, record } from "./message-fields.ts";

/** Sums of People Counter, or an event of a camera, such as one of Object Analytics. */
const MESSAGE = z.object({
  serial: label,
  timestamp: anything,
  topic: label,
  in: anything,
  out: anything,
  total_in: anything,
  total_out: anything,
  message: z.object({ data: record.nullish() }).nullish(),
});

const SPAN = { utcFrom: anything, utcTo: anything, localFrom: anything, localTo: anything };

/** A report of People Counter, versions 0.3 and 0.4. Of each item the people are counted by direction. */
const RETAIL_DATA = z.object({
  apiName: z.literal("Axis Retail Data"),
  sensor: z.object({ serial: label, application: label, applicationVersion: label }),
  data: z.object({
    ...SPAN,
    measurements: listOf(
      z.object({ kind: label, ...SPAN, items: listOf(z.object({ direction: label, count: anything })) }),
    ),
  }),
});

const EVENT = z.object({ scenario: label, reason: label, total: anything, totalHuman: anything });

/**
 * Cameras of Axis. A scenario of Object Analytics counts those who cross a line in one direction: it is a line of its
 * own, and which direction it counts is a setting. Other events show that the camera is alive.
 */
export const axis: Adapter = ({ body }) => {
  const value = parseJson(body);
  const report = RETAIL_DATA.safeParse(value);
  if (report.success) return readReport(report.data);
  const message = MESSAGE.safeParse(value);
  if (!message.data?.serial) throw unusable("is not a message of an Axis camera");
  const { data } = message;
  if (data.message) return readEvent(data);
  const { serial, timestamp, in: entered = data.total_in, out: left = data.total_out } = data;
  if (entered === undefined && left === undefined) throw unusable("is not a message of an Axis camera");
  return totalOf(serial, compactTime(timestamp), { inTotal: numberOf(entered), outTotal: numberOf(left) });
};

/** The intervals of a report. One that has no counts of people shows that the camera is alive. */
function readReport({ sensor, data }: z.infer<typeof RETAIL_DATA>): TranslatedMessage {
  const { serial: serialNumber, application: sensorType, applicationVersion: firmwareVersion } = sensor;
  if (serialNumber === "") return refusalOf(null, "does not name its camera");
  const counts = data.measurements.filter(({ kind }) => kind === "people-counts");
  const ignored = data.measurements.length - counts.length;
  const health = { ...(sensorType && { sensorType }), ...(firmwareVersion && { firmwareVersion }) };
  if (counts.length === 0) return { readings: [aliveOf(serialNumber, null, health)], ignored, refused: [] };
  const parts = counts.map(({ items, ...given }): TranslatedMessage => {
    const span = { ...data, ...defined(given) };
    const from = readingTime(span.utcFrom) ?? readingTime(span.localFrom);
    const to = readingTime(span.utcTo) ?? readingTime(span.localTo);
    if (from === null || to === null) return refusalOf(serialNumber, "has no start and end of its counts");
    return intervalOf(serialNumber, { from, to }, { in: countOf(items, "in"), out: countOf(items, "out") });
  });
  return { ...joined(parts), ignored };
}

/** The people of one direction; null if no item has it. */
function countOf(items: readonly { direction: string; count?: unknown }[], direction: string): number | null {
  const counts = items
    .filter((item) => item.direction === direction)
    .map(({ count }) => numberOf(count) ?? NaN);
  return counts.length === 0 ? null : counts.reduce((sum, count) => sum + count, 0);
}

/** The fields that a part of a report has itself. */
function defined(fields: object): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value != null));
}

function readEvent({ serial, timestamp, topic, message }: z.infer<typeof MESSAGE>): TranslatedMessage {
  const at = readingTime(timestamp);
  const alive = aliveOf(serial, at);
  const event = EVENT.safeParse(message?.data ?? {}).data;
  if (event === undefined) return messageOf(alive);
  const scenario = event.scenario || topic.slice(topic.lastIndexOf("/") + 1);
  const line = scenario === "" ? serial : `${serial}:${scenario}`;
  const people = numberOf(event.totalHuman);
  if (people !== null && scenario !== "")
    return totalOf(line, at, { inTotal: people, outTotal: null, isUndirected: true });
  // A crossing has a reason, the class of what has crossed, and a total for each class; an occupancy has neither.
  const hasTotals = Object.keys(message?.data ?? {}).some((name) => /^total./.test(name));
  const isGauge = event.total !== undefined && event.reason === "" && !hasTotals;
  const refused = isGauge ? [{ serialNumber: line, reason: OCCUPANCY }] : [];
  return { readings: [alive], ignored: isGauge ? 0 : 1, refused };
}

/** The time of People Counter: `YYYYMMDDHHMMSS`, a wall time of the camera. */
function compactTime(timestamp: unknown): ReadingTime | null {
  const match = /^\s*(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)\s*$/.exec(`${timestamp}`);
  if (match === null) return readingTime(timestamp);
  const [, year, month, day, hour, minute, second] = match;
  return readingTime(`${year}-${month}-${day}T${hour}:${minute}:${second}`);
}
