import { must } from "../../domain/errors.ts";
import { INGEST_ERRORS_LISTED_MAX, READINGS_COMMITTED_MAX } from "../../domain/limits.ts";
import type {
  AliveReading,
  Reading,
  ReadingResult,
  RefusedReading,
  TranslatedMessage,
} from "../../domain/reading.ts";
import type { Catalog } from "../catalog/catalog.ts";
import { countingAt } from "../readings/counting-settings.ts";
import type { DecidedBatch, ReadingOutcome } from "../readings/decide-readings.ts";
import type { TimedTotals } from "../readings/judging-order.ts";
import { sumInto } from "../readings/line-summaries.ts";
import { addHistory, type ReplacingChange, replaceReadings } from "../readings/readings-of-the-past.ts";
import type { Heartbeats } from "../resources/heartbeats.ts";
import { type Admitted, reportsOf } from "./admission.ts";
import { CheckedReadings } from "./check-readings.ts";
import type { ImportOf } from "./commit-group.ts";
import { ingestReports, type ReportIngest } from "./ingest-queue.ts";

/** Events that the readings of one request may make. */
export const REQUEST_EVENTS_MAX = 5_000_000;

export interface ReadingIngest extends Omit<ReportIngest, "events">, ReplacingChange {
  readonly heartbeats: Heartbeats;
}

export interface ReadingsResult {
  /** Readings that are stored and repeat no other. */
  accepted: number;
  duplicates: number;
  rejected: number;
  alive: number;
  readonly errors: { readonly index: number; readonly message: string }[];
  readonly results: Partial<Record<ReadingResult, number>>;
  readonly counted: { in: number; out: number };
  /** The import that they are a part of; null without one. */
  importId: bigint | null;
  /** Readings of ignored sensors; absent if there are none. */
  readonly ignored?: number;
}

interface ReadingOptions {
  readonly live?: boolean;
  readonly replaces?: boolean;
  /** The import that they are a part of: one that is there, or a new one (D5). */
  readonly importOf?: ImportOf | undefined;
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
  options: ReadingOptions = {},
): Promise<ReadingsResult> {
  const checked = given instanceof CheckedReadings ? given : new CheckedReadings(sender);
  if (!(given instanceof CheckedReadings)) for (const reading of given) checked.take(reading);
  const { stored, alive } = checked;
  const { admission } = sender.ingest;
  const { actor } = sender;
  const ofStored = admission.admit(actor, stored.length, (row) => stored.at(row)?.serialNumber ?? null);
  const ofAlive = admission.admit(actor, alive.length, (index) => alive[index]?.serialNumber ?? null);
  try {
    return await storeReadings(sender, checked, { ofStored, ofAlive }, options);
  } finally {
    ofStored.release();
    ofAlive.release();
  }
}

async function storeReadings(
  sender: ReadingIngest,
  checked: CheckedReadings,
  { ofStored, ofAlive }: { readonly ofStored: Admitted; readonly ofAlive: Admitted },
  { live = true, replaces = false, importOf }: ReadingOptions,
): Promise<ReadingsResult> {
  const { rows } = ofStored;
  const stored = rows === null ? checked.stored : checked.stored.select(rows);
  const alive =
    ofAlive.rows === null ? checked.alive : ofAlive.rows.flatMap((row) => checked.alive[row] ?? []);
  const ignored = ofStored.ignored + ofAlive.ignored;
  const result: ReadingsResult = {
    accepted: 0,
    duplicates: 0,
    rejected: checked.rejected,
    alive: 0,
    errors: checked.errors,
    results: {},
    counted: { in: 0, out: 0 },
    importId: importOf?.id ?? null,
    ...(ignored > 0 && { ignored }),
  };
  const rejectAt = (index: number, message: string) => {
    result.rejected++;
    if (result.errors.length < INGEST_ERRORS_LISTED_MAX) result.errors.push({ index, message });
  };
  const reject = (row: number, message: string) => rejectAt(checked.indexOf(rows?.[row] ?? row), message);
  const { reason } = sender.ingest.admission;
  for (const row of ofStored.refused) rejectAt(checked.indexOf(row), reason);
  for (const row of ofAlive.refused) rejectAt(checked.aliveIndexes[row] as number, reason);
  const history: number[] = [];
  const take = (row: number, outcome: ReadingOutcome) => {
    if ("reason" in outcome) reject(row, outcome.reason);
    else if ("isHistory" in outcome) history.push(row);
    else {
      if (outcome.result === "duplicate") result.duplicates++;
      else result.accepted++;
      result.results[outcome.result] = (result.results[outcome.result] ?? 0) + 1;
      result.counted.in += outcome.counted.in;
      result.counted.out += outcome.counted.out;
    }
  };
  let rejectedBefore = result.rejected;
  for (let start = 0; start < stored.length; ) {
    if (result.counted.in + result.counted.out > REQUEST_EVENTS_MAX) {
      const message = `the readings before have made ${REQUEST_EVENTS_MAX} events; send this one in another request`;
      for (let row = start; row < stored.length; row++) reject(row, message);
      break;
    }
    const readings = stored.slice(start, start + READINGS_COMMITTED_MAX);
    let decided: DecidedBatch["decided"];
    if (replaces) decided = await replaceReadings(sender, readings);
    else {
      const part = {
        change: sender,
        reports: NO_REPORTS,
        readings,
        duplicates: "drop",
        isLive: live,
      } as const;
      const rejected = { rows: rejectedBefore, rejected: rejectedBefore };
      const file = importOf && { ...importOf, id: result.importId, kind: "readings" as const, ...rejected };
      const stored = await sender.ingest.submit({ ...part, request: null, ...(file && { importOf: file }) });
      decided = stored.readings ?? [];
      result.importId = stored.importId;
      rejectedBefore = 0;
    }
    for (const [place, outcome] of decided.entries()) take(start + place, outcome);
    start += decided.length;
  }
  for (let start = 0; start < history.length; start += READINGS_COMMITTED_MAX) {
    const rows = history.slice(start, start + READINGS_COMMITTED_MAX);
    const totals = rows.map((row) => must(stored.at(row), "reading") as TimedTotals);
    const { decided, later } = await addHistory(sender, totals, result.importId);
    sumInto(result, { results: {}, counted: later });
    for (const [place, outcome] of decided.entries()) take(must(rows[place], "row"), outcome);
  }
  await Promise.all(alive.map((reading) => recordAlive(sender, reading)));
  result.alive = alive.length;
  result.errors.sort((a, b) => a.index - b.index);
  return result;
}

const NO_REPORTS = reportsOf([]);

/** Records that a device lives. Of a device whose lines are sensors, it is a heartbeat of each (D20, D31). */
async function recordAlive(sender: ReadingIngest, { serialNumber, health }: AliveReading): Promise<void> {
  const lines = sender.catalog.sensorsOfDevice.of(serialNumber);
  const serials =
    lines.length > 0
      ? lines.filter(({ isIgnored }) => !isIgnored).map((line) => line.serialNumber)
      : [serialNumber];
  await Promise.all(serials.map((serial) => sender.heartbeats.record(sender, serial, health)));
}

/**
 * Stores what a message of a device says (D32, D33): its readings, and its sensor events, which are counted as accepted,
 * duplicate or rejected as readings are. The numbers in `errors` count the readings, those that are refused, and the
 * events, in this order. All is on disk when it resolves. `notes` say why what is stored counts nothing.
 *
 * @throws HeadcountError `unavailable` if too much is waiting; the same message again adds what is not stored yet
 */
export async function ingestMessage(
  sender: ReadingIngest,
  { readings, refused, events = [], ignored }: TranslatedMessage,
): Promise<ReadingsResult & { readonly ignored: number; readonly notes?: readonly string[] }> {
  const given = [...readings, ...refused];
  const taken = await ingestReadings(sender, given);
  const notes = undirectedNotes(sender.catalog, readings);
  const result = { ...taken, ignored: ignored + (taken.ignored ?? 0), ...(notes.length > 0 && { notes }) };
  if (events.length === 0) return result;
  const stored = await ingestReports(sender, events);
  const errors = stored.errors.map(({ index, message }) => ({ index: given.length + index, message }));
  return {
    ...result,
    accepted: result.accepted + stored.accepted,
    duplicates: result.duplicates + stored.duplicates,
    rejected: result.rejected + stored.rejected,
    errors: [...result.errors, ...errors],
    ignored: result.ignored + (stored.ignored ?? 0),
  };
}

/** Says of registers and scenarios whose direction is not known that they count nothing (D32). */
function undirectedNotes(catalog: Catalog, readings: readonly Reading[]): string[] {
  const undirected = readings.filter((reading) => reading.kind !== "alive" && reading.isUndirected);
  const serials = [...new Set(undirected.map(({ serialNumber }) => serialNumber))].filter((serial) => {
    const sensor = catalog.sensorsBySerial.first(serial);
    return sensor !== undefined && countingAt(catalog, sensor, Infinity).direction === null;
  });
  return serials.map(
    (serial) => `${serial} counts nothing until its setting "direction" says what it counts, in or out`,
  );
}
