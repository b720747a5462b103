import { INGEST_ERRORS_LISTED_MAX, READINGS_COMMITTED_MAX, REQUEST_EVENTS_MAX } from "../../domain/limits.ts";
import type { AliveReading, Reading, ReadingResult, RefusedReading } from "../../domain/reading.ts";
import type { DecidedBatch } from "../readings/decide-readings.ts";
import { type ReplacingChange, replaceReadings } from "../readings/replace-readings.ts";
import type { Heartbeats } from "../resources/heartbeats.ts";
import { CheckedReadings, checkReadings } from "./check-readings.ts";
import type { ImportPart } from "./commit-group.ts";
import type { ReportIngest } from "./ingest-queue.ts";
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
  given: readonly (Reading | RefusedReading)[] | CheckedReadings,
  { live = true, replaces = false, importOf }: ReadingOptions = {},
): Promise<ReadingsResult> {
  const checked = given instanceof CheckedReadings ? given : checkReadings(sender, given);
  const { stored, alive } = checked;
  const result: ReadingsResult = {
    accepted: 0,
    duplicates: 0,
    rejected: checked.rejected,
    alive: 0,
    errors: checked.errors,
    results: {},
    counted: { in: 0, out: 0 },
    importId: importOf?.id ?? null,
  };
  const reject = (row: number, message: string) => {
    result.rejected++;
    if (result.errors.length < INGEST_ERRORS_LISTED_MAX)
      result.errors.push({ index: checked.indexOf(row), message });
  };
  let rejectedBefore = result.rejected;
  for (let start = 0; start < stored.length; ) {
    if (result.counted.in + result.counted.out > REQUEST_EVENTS_MAX) {
      const message = `the readings before have made ${REQUEST_EVENTS_MAX} events; send this one in another request`;
      for (let row = start; row < stored.length; row++) reject(row, message);
      break;
    }
    const readings = stored.slice(start, start + READINGS_COMMITTED_MAX);
    const part = {
      change: sender,
      reports: NO_REPORTS,
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
      if ("reason" in outcome) reject(start + place, outcome.reason);
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

const NO_REPORTS = reportsOf([]);

/** Records that a device lives. Of a device whose lines are sensors, it is a heartbeat of each (D20, D31). */
async function recordAlive(sender: ReadingIngest, { serialNumber, health }: AliveReading): Promise<void> {
  const lines = sender.catalog.sensorsOfDevice.of(serialNumber).map((line) => line.serialNumber);
  const serials = lines.length > 0 ? lines : [serialNumber];
  await Promise.all(serials.map((serial) => sender.heartbeats.record(sender, serial, health)));
}
