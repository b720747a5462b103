import { DAY_MS, HOUR_MS, MINUTE_MS, readInstant } from "../domain/instant.ts";
import { readWallTime } from "../domain/local-time.ts";
import type { TranslatedMessage } from "../domain/reading.ts";
import { readingTime, wallTime } from "../domain/reading-time.ts";
import {
  type Adapter,
  aliveOf,
  IGNORED,
  intervalOf,
  joined,
  refusalOf,
  type Span,
  unusable,
} from "./adapter.ts";
import { numberOf } from "./message-fields.ts";
import { attributeOf, elementsOf, parseXml, textOf, type XmlElement } from "./message-xml.ts";

/** Messages that have no intervals: totals of the same passages, which are reset each day, and diagnostics. */
const OTHER_ROOTS = ["RealTimeMetrics", "Diags"];

const OFFSET_HOURS_MAX = 14;

/** What applies to the counts of a report. */
interface Report {
  /** As `YYYY-MM-DD`. */
  readonly date: string;
  /** The usual duration of its counts, in ms; NaN if it is not known. */
  readonly duration: number;
  /** The offset of its local times, in ms ahead of UTC; null if it is not known. */
  readonly offset: number | null;
}

/**
 * Reports of Brickstream sensors, and of others in their format. An object is a line, `<serial number>:<Id>`. An object
 * of another device has the `DeviceId` of that one: a sensor can report for those that are connected to it.
 */
export const brickstream: Adapter = ({ body }) => {
  const document = parseXml(body);
  const [metrics] = elementsOf(document, "Metrics");
  if (metrics === undefined) {
    const [root] = OTHER_ROOTS.flatMap((name) => elementsOf(document, name));
    if (root === undefined) throw unusable("is not a report of a Brickstream sensor");
    return onlyAlive(root);
  }
  const device = deviceOf(metrics);
  const offset = offsetOf(metrics);
  const parts = elementsOf(metrics, "ReportData").flatMap((data) => {
    const duration = Number(attributeOf(data, "Interval") || Number.NaN) * MINUTE_MS;
    return elementsOf(data, "Report").flatMap((report) => {
      const date = attributeOf(report, "Date");
      return elementsOf(report, "Object").flatMap((object) => {
        const line = lineOf(device, attributeOf(metrics, "DeviceId"), object);
        return elementsOf(object, "Count").map((count) => readCount(line, { date, duration, offset }, count));
      });
    });
  });
  return parts.length === 0 ? { ...onlyAlive(metrics), ignored: 0 } : joined(parts);
};

function onlyAlive(root: XmlElement): TranslatedMessage {
  const device = deviceOf(root);
  return device === "" ? IGNORED : { readings: [aliveOf(device)], ignored: 1, refused: [] };
}

/** The serial number of the device, else what else names it; empty if nothing does. */
function deviceOf(root: XmlElement): string {
  const [properties] = elementsOf(root, "Properties");
  const address = textOf(properties, "MacAddress").replaceAll(/[:.-]/g, "").toUpperCase();
  return textOf(properties, "SerialNumber") || address || attributeOf(root, "DeviceId");
}

/** The serial number of a line; empty if nothing names its device. */
function lineOf(device: string, name: string, object: XmlElement): string {
  const own = attributeOf(object, "DeviceId");
  const owner = own !== "" && name !== "" && own !== name ? own : device;
  return owner === "" ? "" : `${owner}:${attributeOf(object, "Id") || "0"}`;
}

/** The offset of a report: `Timezone` in hours, and an hour more if `DST` says that daylight saving time is in effect. */
function offsetOf(metrics: XmlElement): number | null {
  const [properties] = elementsOf(metrics, "Properties");
  const hours = textOf(properties, "Timezone");
  if (!/^[+-]?\d{1,2}(?:\.\d{1,2})?$/.test(hours) || Math.abs(Number(hours)) > OFFSET_HOURS_MAX) return null;
  return (Number(hours) + (textOf(properties, "DST") === "1" ? 1 : 0)) * HOUR_MS;
}

function readCount(serialNumber: string, report: Report, count: XmlElement): TranslatedMessage {
  const [entered, left] = ["Enters", "Exits"].map((name) => numberOf(attributeOf(count, name) || null));
  // Counts of a zone or a queue have other attributes.
  if (entered === undefined || left === undefined || (entered === null && left === null)) return IGNORED;
  if (serialNumber === "") return refusalOf(null, "does not name its device");
  const span = spanOf(report, count);
  if (span === null) return refusalOf(serialNumber, "has no date, start and end of its counts");
  return intervalOf(serialNumber, span, { in: entered, out: left });
}

/** The interval of a count; wall times if neither it nor the report has an instant or an offset. */
function spanOf(report: Report, count: XmlElement): Span | null {
  const start = readWallTime(attributeOf(count, "StartTime"));
  const end = readWallTime(attributeOf(count, "EndTime"));
  if (start === null || end === null) return null;
  // An end at 00:00 is that of the day.
  const endOfDay = end === 0 ? DAY_MS : end;
  // Without the hour by which clocks change within it.
  const isShifted = Math.abs(endOfDay - start - report.duration) === HOUR_MS;
  const duration = isShifted ? report.duration : endOfDay - start;

  const unixStart = numberOf(attributeOf(count, "UnixStartTime") || null);
  if (unixStart !== null && unixStart > 0) {
    const from = Number(readingTime(unixStart));
    return { from, to: from + duration };
  }
  const midnight = /^\d{4}-\d\d-\d\d$/.test(report.date) ? readInstant(report.date) : null;
  if (midnight === null) return null;
  if (report.offset === null) return { from: wallTime(midnight + start), to: wallTime(midnight + endOfDay) };
  const from = midnight + start - report.offset;
  return { from, to: from + duration };
}
