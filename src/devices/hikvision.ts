import type { ReadingTime, TranslatedMessage } from "../domain/reading.ts";
import { readingTime } from "../domain/reading-time.ts";
import {
  type Adapter,
  aliveOf,
  IGNORED,
  intervalOf,
  joined,
  refusalOf,
  totalOf,
  unusable,
} from "./adapter.ts";
import { numberOf } from "./message-fields.ts";
import { elementsOf, parseXml, textOf, type XmlElement } from "./message-xml.ts";

/** What an operator must know while an event is active. */
const PROBLEMS: Readonly<Record<string, string>> = {
  videoloss: "the video signal is lost",
  shelteralarm: "the lens is covered",
  tamperdetection: "the lens is covered",
};

/** The first bytes of JSON, which may have a byte order mark. */
const JSON_START = /^(?:\xef\xbb\xbf)?\s*[{[]/;
const JSON_START_BYTES = 64;
const JSON_REFUSED =
  "is JSON, whose fields no public page describes: choose XML as the parameter format type of the camera's alarm server";

/**
 * Alerts of Hikvision cameras (ISAPI `EventNotificationAlert`, in any of its namespaces). A line is a region of a
 * channel, `<MAC address>:<channelID>:<regionsID>`; a message that does not say which means the first. Children are
 * counted once more in `childCounting`, which is not read. Other events show that the camera is alive.
 */
export const hikvision: Adapter = ({ body }) => {
  if (JSON_START.test(body.toString("latin1", 0, JSON_START_BYTES))) throw unusable(JSON_REFUSED);
  const [alert] = elementsOf(parseXml(body), "EventNotificationAlert");
  if (alert === undefined) throw unusable("is not an alert of a Hikvision camera");
  // The MAC address without what separates its digits, which `:` of a line would not stand out from.
  const device = textOf(alert, "macAddress").replaceAll(/[:.-]/g, "").toUpperCase();
  const countings = elementsOf(alert, "peopleCounting");
  if (countings.length === 0) return readOther(device, alert);
  return joined(countings.map((counting) => readCounting(device, alert, counting)));
};

function readCounting(device: string, alert: XmlElement, counting: XmlElement): TranslatedMessage {
  if (device === "") return refusalOf(null, "does not name its camera");
  const channel = textOf(alert, "channelID") || textOf(alert, "dynChannelID") || "1";
  const serialNumber = `${device}:${channel}:${textOf(counting, "regionsID") || "1"}`;
  const [entered, left] = ["enter", "exit"].map((name) => numberOf(textOf(counting, name) || null));
  if (entered === undefined || left === undefined || (entered === null && left === null))
    return refusalOf(serialNumber, "has no count");
  const method = textOf(counting, "statisticalMethods");
  if (method === "realTime") {
    const [time] = elementsOf(counting, "RealTime");
    const at = timeOf(textOf(time, "time") || textOf(alert, "dateTime"));
    return totalOf(serialNumber, at, { inTotal: entered, outTotal: left });
  }
  if (method === "timeRange" || method === "signalTrigger") {
    const [range] = elementsOf(counting, "TimeRange");
    const span = { from: timeOf(textOf(range, "startTime")), to: timeOf(textOf(range, "endTime")) };
    return intervalOf(serialNumber, span, { in: entered, out: left });
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
  const alive = aliveOf(device, timeOf(textOf(alert, "dateTime")), health);
  const isHeartbeat = event === "heartbeat" || (event === "videoloss" && !isActive);
  return { readings: [alive], ignored: isHeartbeat || problem !== undefined ? 0 : 1, refused: [] };
}
