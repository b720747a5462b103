import { z } from "zod";
import type {
  AliveReading,
  ReadingTime,
  RefusedReading,
  TotalReading,
  TranslatedMessage,
} from "../domain/reading.ts";
import { readingTime } from "../domain/reading-time.ts";
import { type Adapter, messageOf, unusable } from "./adapter.ts";
import { numberOf, parseJson } from "./message-fields.ts";
import { anything, label } from "./message-schemas.ts";

/** Live sums of People Counter, or an event of a camera, such as one of Object Analytics. */
const MESSAGE = z.object({
  serial: label,
  timestamp: anything,
  topic: label,
  in: anything,
  out: anything,
  message: z.object({ data: z.record(z.string(), z.unknown()).nullish() }).nullish(),
});

const EVENT = z.object({ scenario: label, reason: label, total: anything, totalHuman: anything });

type Message = z.infer<typeof MESSAGE>;

/**
 * Cameras of Axis. A scenario of Object Analytics counts those who cross a line in one direction: it is a line of its
 * own, and which direction it counts is a setting. Other events show that the camera is alive.
 */
export const axis: Adapter = ({ body }) => {
  const message = MESSAGE.safeParse(parseJson(body));
  if (!message.data?.serial) throw unusable("is not a message of an Axis camera");
  const { data } = message;
  if (data.message) return readEvent(data);
  if (data.in === undefined && data.out === undefined) throw unusable("is not a message of an Axis camera");
  return readSums(data);
};

function readEvent({ serial, timestamp, topic, message }: Message): TranslatedMessage {
  const at = readingTime(timestamp);
  const alive: AliveReading = { kind: "alive", serialNumber: serial, at, health: {} };
  const event = EVENT.safeParse(message?.data ?? {}).data;
  if (event === undefined) return messageOf(alive);
  const scenario = event.scenario || topic.slice(topic.lastIndexOf("/") + 1);
  const line = scenario === "" ? serial : `${serial}:${scenario}`;
  const people = numberOf(event.totalHuman);
  if (people !== null && scenario !== "") return totalOf(line, at, people, null, true);
  // A crossing has a reason, the class of what has crossed, and a total for each class; an occupancy has neither.
  const hasTotals = Object.keys(message?.data ?? {}).some((name) => /^total./.test(name));
  const isGauge = event.total !== undefined && event.reason === "" && !hasTotals;
  const refused = isGauge ? [{ serialNumber: line, reason: "is an occupancy, not a count of passages" }] : [];
  return { readings: [alive], ignored: isGauge ? 0 : 1, refused };
}

function readSums({ serial, timestamp, in: entered, out: left }: Message): TranslatedMessage {
  return totalOf(serial, compactTime(timestamp), numberOf(entered), numberOf(left), false);
}

function totalOf(
  serialNumber: string,
  at: ReadingTime | null,
  inTotal: number | null,
  outTotal: number | null,
  isUndirected: boolean,
): TranslatedMessage {
  const refuse = (reason: string): RefusedReading[] => [{ serialNumber, reason }];
  if (at === null) return { readings: [], ignored: 0, refused: refuse("has no time") };
  if (inTotal === null && outTotal === null)
    return { readings: [], ignored: 0, refused: refuse("has no count") };
  const fixed = { kind: "total", width: null, isBoot: false } as const;
  const reading: TotalReading = { ...fixed, serialNumber, at, inTotal, outTotal, isUndirected };
  return messageOf(reading);
}

/** The time of People Counter: `YYYYMMDDHHMMSS`, a wall time of the camera. */
function compactTime(timestamp: unknown): ReadingTime | null {
  const match = /^\s*(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)\s*$/.exec(`${timestamp}`);
  if (match === null) return readingTime(timestamp);
  const [, year, month, day, hour, minute, second] = match;
  return readingTime(`${year}-${month}-${day}T${hour}:${minute}:${second}`);
}
