import { INGEST_ERRORS_LISTED_MAX, READINGS_COMMITTED_MAX, REQUEST_EVENTS_MAX } from "../../domain/limits.ts";
import type {
  AliveReading,
  Reading,
  ReadingResult,
  RefusedReading,
  TimedReading,
} from "../../domain/reading.ts";
import { isSerialNumber, REPORT_PROBLEMS } from "../../domain/sensor-report.ts";
import { acceptReading } from "../readings/accepted-reading.ts";
import { countingAt } from "../readings/counting-settings.ts";
import type { DecidedBatch } from "../readings/decide-readings.ts";
import { type ReplacingChange, replaceReadings } from "../readings/replace-readings.ts";
import type { Heartbeats } from "../resources/heartbeats.ts";
import type { ImportPart } from "./commit-group.ts";
import { acceptedTimes, type ReportIngest } from "./ingest-queue.ts";
import { reportsOf } from "./reports.ts";

/** The sender of readings, and the parts of the engine that store them. */
export interface ReadingIngest extends Omit<ReportIngest, "events">, ReplacingChange {
  readonly heartbeats: Heartbeats;
}

/** What became of readings. */
export interface ReadingsResult {
  /** Those that are stored and not repeated. */
  accepted: number;
  duplicates: number;
  rejected: number;
  /** Those that say that a device lives. */
  alive: number;
  readonly errors: { readonly index: number; readonly message: string }[];
  readonly results: Partial<Record<ReadingResult, number>>;
  readonly counted: { in: number; out: number };
  /** The import that they are a part of; null without one. */
  importId: bigint | null;
}

/** How readings are stored. */
interface ReadingOptions {
  readonly live?: boolean;
  readonly replaces?: boolean;
  /** The import that they are a part of: one that is there, or a new one (D5). */
  readonly importOf?: Pick<ImportPart, "id" | "file"> | undefined;
}

/**
 * Stores readings (D31). A refused reading does not affect the others. Each accepted one is on disk with its events when
 * it resolves.
 *
 * @param options `live`: whether sockets and webhooks are notified of the events (D23); `replaces`: whether intervals
 * replace those with other values, without notifications (D31)
 * @throws HeadcountError `unavailable` if too much is waiting; the readings before are stored then, and the same request
 * again adds the others
 */
export async function ingestReadings(
  sender: ReadingIngest,
  given: readonly (Reading | RefusedReading)[],
  { live = true, replaces = false, importOf }: ReadingOptions = {},
): Promise<ReadingsResult> {
  const result: ReadingsResult = {
    accepted: 0,
    duplicates: 0,
    rejected: 0,
    alive: 0,
    errors: [],
    results: {},
    counted: { in: 0, out: 0 },
    importId: importOf?.id ?? null,
  };
  const reject = (index: number, message: string) => {
    result.rejected++;
    if (result.errors.length < INGEST_ERRORS_LISTED_MAX) result.errors.push({ index, message });
  };
  const { checked, alive } = checkAll(sender, given, reject);
  let rejectedBefore = result.rejected;
  for (let start = 0; start < checked.length; ) {
    if (result.counted.in + result.counted.out > REQUEST_EVENTS_MAX) {
      for (const { index } of checked.slice(start))
        reject(
          index,
          `the readings before have made ${REQUEST_EVENTS_MAX} events; send this one in another request`,
        );
      break;
    }
    const batch = checked.slice(start, start + READINGS_COMMITTED_MAX);
    const readings = batch.map(({ reading }) => reading);
    const part = {
      change: sender,
      reports: reportsOf([]),
      readings,
      duplicates: "drop",
      isLive: live,
    } as const;
    let decided: DecidedBatch["decided"];
    if (replaces) decided = await replaceReadings(sender, readings);
    else {
      const file = importOf && {
        ...importOf,
        id: result.importId,
        kind: "readings" as const,
        rows: rejectedBefore,
        rejected: rejectedBefore,
      };
      const stored = await sender.ingest.submit({ ...part, request: null, ...(file && { importOf: file }) });
      decided = stored.readings ?? [];
      result.importId = stored.importId;
      rejectedBefore = 0;
    }
    for (const [place, outcome] of decided.entries()) {
      if ("reason" in outcome) reject(batch[place]?.index ?? 0, outcome.reason);
      else {
        if (outcome.result === "duplicate") result.duplicates++;
        else result.accepted++;
        result.results[outcome.result] = (result.results[outcome.result] ?? 0) + 1;
        result.counted.in += outcome.counted.in;
        result.counted.out += outcome.counted.out;
      }
    }
    start += decided.length;
  }
  await Promise.all(alive.map((reading) => recordAlive(sender, reading)));
  result.alive = alive.length;
  result.errors.sort((a, b) => a.index - b.index);
  return result;
}

/** Readings with their index in the input: those that are stored, also if they are refused, and those of live devices. */
function checkAll(
  sender: ReadingIngest,
  given: readonly (Reading | RefusedReading)[],
  reject: (index: number, message: string) => void,
) {
  const { catalog } = sender;
  const timeZoneOf = (serialNumber: string) =>
    countingAt(catalog, catalog.sensorsBySerial.first(serialNumber), Infinity).timeZone;
  const checks = { times: acceptedTimes(sender), timeZoneOf };
  const checked: { readonly index: number; readonly reading: TimedReading | RefusedReading }[] = [];
  const alive: AliveReading[] = [];
  for (const [index, reading] of given.entries()) {
    if ("kind" in reading && reading.kind === "alive") {
      if (isSerialNumber(reading.serialNumber)) alive.push(reading);
      else reject(index, REPORT_PROBLEMS["no-sensor"]);
      continue;
    }
    const result = "reason" in reading ? reading : acceptReading(reading, checks);
    const isNamed = result.serialNumber !== null && isSerialNumber(result.serialNumber);
    if ("reason" in result && !isNamed) reject(index, result.reason);
    else checked.push({ index, reading: result });
  }
  return { checked, alive };
}

/** Records that a device lives. Of a device whose lines are sensors, it is a heartbeat of each (D20, D31). */
async function recordAlive(sender: ReadingIngest, { serialNumber, health }: AliveReading): Promise<void> {
  const lines = sender.catalog.sensorsOfDevice.of(serialNumber).map((line) => line.serialNumber);
  const serials = lines.length > 0 ? lines : [serialNumber];
  await Promise.all(serials.map((serial) => sender.heartbeats.record(sender, serial, health)));
}
