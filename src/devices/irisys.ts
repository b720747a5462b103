import { z } from "zod";
import type { ReadingTime, RefusedReading, TotalReading } from "../domain/reading.ts";
import { readingTime } from "../domain/reading-time.ts";
import { type Adapter, unusable } from "./adapter.ts";
import { linesOf, type Register, type RegisterLine } from "./irisys-lines.ts";
import { numberOf, parseJson } from "./message-fields.ts";
import { anything, label, listOf } from "./message-schemas.ts";

const COUNT = z.object({
  Name: label,
  UUID: label,
  RegisterId: label,
  Tags: listOf(z.string()),
  Value: anything,
});

/** An entry without `Counts` says that the clock was set. */
const COUNT_LOG = z.object({
  Timestamp: anything,
  TimestampLocaltime: anything,
  Counts: z.array(COUNT).nullish(),
});

/** The fields that a Vector posts can be chosen; it may leave out its serial number. */
const MESSAGE = z.object({
  FriendlyDeviceSerial: label,
  macAddress: label,
  CountLogs: listOf(COUNT_LOG),
  HistogramLogs: listOf(anything),
});

/**
 * Vector of Irisys (HTTP POST and MQTT): the totals of its registers at the ends of up to 50 log periods, in order of
 * time. Histograms are ignored: they count the same people again by height or by duration.
 */
export const irisys: Adapter = ({ body }) => {
  const message = MESSAGE.safeParse(parseJson(body));
  const device = message.data?.FriendlyDeviceSerial || message.data?.macAddress;
  if (message.data === undefined || !device) throw unusable("is not a message of an Irisys Vector");
  const { CountLogs, HistogramLogs } = message.data;
  const refused: RefusedReading[] = [];
  const entries: { readonly at: ReadingTime; readonly counts: readonly z.infer<typeof COUNT>[] }[] = [];
  for (const log of CountLogs) {
    const at = readingTime(log.Timestamp) ?? readingTime(log.TimestampLocaltime);
    if (!log.Counts) continue;
    if (at === null) refused.push({ serialNumber: device, reason: "has a log entry without a time" });
    else entries.push({ at, counts: log.Counts });
  }
  const readings: TotalReading[] = [];
  for (const { at, counts } of entries.toSorted((a, b) => order(a.at, b.at)))
    for (const line of linesOf(counts.map(registerOf))) {
      const serialNumber = line.name === null ? device : `${device}:${line.name}`;
      if (line.problem === null) readings.push(total(serialNumber, at, line));
      else refused.push({ serialNumber, reason: line.problem });
    }
  const ignored = HistogramLogs.length + CountLogs.filter(({ Counts }) => !Counts).length;
  if (readings.length > 0 || refused.length > 0) return { readings, ignored, refused };
  return { readings: [{ kind: "alive", serialNumber: device, at: null, health: {} }], ignored, refused };
};

/** Times of one message are all instants or all wall times. */
function order(a: ReadingTime, b: ReadingTime): number {
  if (typeof a === "number" && typeof b === "number") return a - b;
  return typeof a === "object" && typeof b === "object"
    ? Number(a.local > b.local) - Number(a.local < b.local)
    : 0;
}

function registerOf({ Name, UUID, RegisterId, Tags, Value }: z.infer<typeof COUNT>): Register {
  return { name: Name, names: [Name, UUID, RegisterId], tags: Tags, value: numberOf(Value) };
}

function total(serialNumber: string, at: ReadingTime, line: RegisterLine): TotalReading {
  const { inTotal, outTotal, isUndirected } = line;
  return { kind: "total", serialNumber, at, inTotal, outTotal, width: null, isBoot: false, isUndirected };
}
