import type { AliveReading, ReadingTime, TranslatedMessage } from "../domain/reading.ts";
import { readingTime } from "../domain/reading-time.ts";
import { type Adapter, IGNORED, joined, messageOf, refusalOf, unusable } from "./adapter.ts";
import { numberOf } from "./message-fields.ts";
import { elementsOf, parseXml, textOf, type XmlElement } from "./message-xml.ts";

/** What an operator must know while an event is active. */
const PROBLEMS: Readonly<Record<string, string>> = {
  videoloss: "the video signal is lost",
  shelteralarm: "the lens is covered",
  tamperdetection: "the lens is covered",
};

/**
 * Alerts of Hikvision cameras (ISAPI `EventNotificationAlert`, in any of its namespaces). A line is a region of a
 * channel, `<MAC address>:<channelID>:<regionsID>`; a message that does not say which means the first. Children are
 * counted once more in `childCounting`, which is not read. Other events show that the camera is alive.
 */
export const hikvision: Adapter = ({ body }) => {
  const [alert] = elementsOf(parseXml(body), "EventNotificationAlert");
  if (alert === undefined) throw unusable("is not an alert of a Hikvision camera");
  const device = deviceOf(alert);
  const countings = elementsOf(alert, "peopleCounting");
  if (countings.length === 0) return readOther(device, alert);
  return joined(countings.map((counting) => readCounting(device, alert, counting)));
};

/** The MAC address in upper case, without what separates its digits, which `:` of a line would not stand out from. */
function deviceOf(alert: XmlElement): string {
  return textOf(alert, "macAddress").replaceAll(/[:.-]/g, "").toUpperCase();
}

function readCounting(device: string, alert: XmlElement, counting: XmlElement): TranslatedMessage {
  if (device === "") return refusalOf(null, "does not name its camera");
  const channel = textOf(alert, "channelID") || textOf(alert, "dynChannelID") || "1";
  const serialNumber = `${device}:${channel}:${textOf(counting, "regionsID") || "1"}`;
  const [entered, left] = ["enter", "exit"].map((name) => numberOf(textOf(counting, name) || null));
  if (entered === undefined || left === undefined || (entered === null && left === null))
    return refusalOf(serialNumber, "has no count");
  const fixed = { serialNumber, isUndirected: false };

  const method = textOf(counting, "statisticalMethods");
  if (method === "realTime") {
    const [time] = elementsOf(counting, "RealTime");
    const at = timeOf(textOf(time, "time") || textOf(alert, "dateTime"));
    if (at === null) return refusalOf(serialNumber, "has no time");
    const totals = { inTotal: entered, outTotal: left, width: null, isBoot: false };
    return messageOf({ kind: "total", at, ...totals, ...fixed });
  }
  if (method === "timeRange" || method === "signalTrigger") {
    const [range] = elementsOf(counting, "TimeRange");
    const [from, to] = [timeOf(textOf(range, "startTime")), timeOf(textOf(range, "endTime"))];
    if (from === null || to === null) return refusalOf(serialNumber, "has no start and end of its counts");
    const counts = { in: entered, out: left, coverage: null };
    return messageOf({ kind: "interval", from, to, ...counts, ...fixed });
  }
  return refusalOf(serialNumber, "does not say whether its counts are totals");
}

/**
 * A time, whose offset may have one digit for its hours (`-5:00`). The offset is believed as it is: it is part of the
 * time, whereas the name of a zone in a message may be wrong.
 */
function timeOf(text: string): ReadingTime | null {
  const [, time, hour, minutes] = /^(.*T.*[+-])(\d)((?::?\d\d)?)$/.exec(text) ?? [];
  return readingTime(time === undefined ? text : `${time}0${hour}${minutes}`);
}

/** An event without counts. `videoloss` that is not active is the heartbeat of a camera. */
function readOther(device: string, alert: XmlElement): TranslatedMessage {
  if (device === "") return IGNORED;
  const event = textOf(alert, "eventType").toLowerCase();
  const isActive = textOf(alert, "eventState") !== "inactive";
  const problem = isActive ? PROBLEMS[event] : undefined;
  const health = problem === undefined ? {} : { problems: [problem] };
  const at = timeOf(textOf(alert, "dateTime"));
  const alive: AliveReading = { kind: "alive", serialNumber: device, at, health };
  const isHeartbeat = event === "heartbeat" || (event === "videoloss" && !isActive);
  const isUsed = isHeartbeat || problem !== undefined;
  return { readings: [alive], ignored: isUsed ? 0 : 1, refused: [] };
}
