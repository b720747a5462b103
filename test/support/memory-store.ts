import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { packBackup } from "../../src/backup/archive.ts";
import { writeManifest } from "../../src/backup/manifest.ts";
import { formatInstant } from "../../src/domain/instant.ts";
import {
  type BackupSource,
  COMMIT_CONFLICTS,
  type JournalStore,
  type LogRecord,
  type Store,
} from "../../src/engine/ports.ts";
import { memoryCatalog } from "./memory-catalog.ts";
import { MemoryDeliveryStore } from "./memory-deliveries.ts";
import { memoryEvents } from "./memory-events.ts";
import {
  applyWrite,
  type Contents,
  emptyContents,
  findRequest,
  loggedEvents,
  spaceEvents,
  validEvents,
} from "./memory-log.ts";
import { MemoryReadings } from "./memory-readings.ts";

/**
 * The store's ports over plain arrays, slow and simple: the tests of the engine and the API use it, and the contract
 * compares it with the store of DuckDB. Closing it changes nothing.
 */
export function memoryStore(organizationId = 1n): Store {
  const contents = emptyContents(organizationId);
  const deliveries = new MemoryDeliveryStore((id) => contents.tables.webhook.has(id));
  const readings = new MemoryReadings();
  return {
    journal: memoryJournal(contents, deliveries, readings),
    catalog: memoryCatalog(contents),
    events: memoryEvents(contents),
    readings,
    deliveries,
    changes: {
      copyValidEvents: noFiles,
      copyEventsOfSpace: noFiles,
      copyValidEventsIn: noFiles,
      eventsByHour: noFiles,
      spansOfSensors: noFiles,
      monthSums: noFiles,
      monthSumsOfSpaces: noFiles,
      monthSumsOfReadings: noFiles,
      voidedSince: noFiles,
    },
    backups: MEMORY_BACKUPS,
    disk: { figures: async () => ({ database: 0, runs: 0, free: 0 }) },
    acceptedLoss: null,
    followed: null,
    leaveLog: async () => {},
    failed: new Promise(() => {}),
    damaged: new Promise(() => {}),
    close: async () => {},
  };
}

/** A mirror is filled from files. */
const noFiles = () => Promise.reject(new Error("a store in memory has no files"));

/** Backups of a store that has nothing on disk: they have no files. */
const MEMORY_BACKUPS: BackupSource = {
  write: (folder, { release, now }) =>
    writeManifest(folder, {
      release,
      schema_version: 1,
      organization_id: "org_1",
      taken_at: formatInstant(now),
      last_event_id: null,
      events: 0,
      files: [],
    }),

  async pack(order) {
    const folder = mkdtempSync(join(tmpdir(), "headcount-backup-"));
    await MEMORY_BACKUPS.write(folder, order);
    return { archive: packBackup(folder), discard: async () => rmSync(folder, { recursive: true }) };
  },
};

function memoryJournal(
  contents: Contents,
  deliveries: MemoryDeliveryStore,
  readings: MemoryReadings,
): JournalStore {
  const nextIds = () => ({ eventId: contents.lastEventId + 1n, deliveryId: deliveries.lastId + 1n });
  return {
    nextIds,

    async append(records, logged) {
      const [first] = records;
      const conflict = first === undefined ? null : conflictOf(contents, first.record);
      if (conflict !== null) throw COMMIT_CONFLICTS[conflict]();
      await logged?.confirm?.();
      for (const { record } of records) store(record);
    },
  };

  function store(write: LogRecord): void {
    const {
      events,
      part,
      load,
      requests = [],
      answers = [],
      voided,
      catalog = {},
      deliveries: calls = [],
      outcomes = [],
      notifications,
      surplus,
      logStart,
    } = write;
    const { eventId } = write.ids;
    const idOf = (row: number) => eventId + BigInt(row);
    applyWrite(contents, catalog);
    for (const id of catalog.remove?.space ?? []) contents.unsafe.delete(id);
    for (const id of voided?.ids ?? []) contents.voided.add(BigInt(id));
    if (events !== undefined) contents.log.push(...loggedEvents(eventId, events.columns));
    if (part !== undefined) contents.parts.push(part);
    if (load !== undefined) {
      for (const { columns, rows } of contents.parts)
        contents.log.push(
          ...loggedEvents(0n, columns).map((event, row) => ({ ...event, id: idOf(rows[row] as number) })),
        );
      contents.parts = [];
    }
    contents.lastEventId = eventId + BigInt(load?.rows ?? events?.columns.length ?? 0) - 1n;
    deliveries.lastId = write.ids.deliveryId - 1n;
    for (const { row, ...request } of requests) contents.requests.push({ ...request, eventId: idOf(row) });
    for (const { request, answer } of answers) {
      const stored = findRequest(contents, request);
      if (stored !== null) stored.answer ??= answer;
    }
    if (notifications?.marks.length) {
      const kept = contents.marks.filter(({ instant }) => instant >= notifications.marksSince);
      const position = eventId - 1n;
      contents.marks = [...kept, ...notifications.marks.map((mark) => ({ ...mark, position }))];
    }
    for (const row of notifications?.pending ?? []) contents.pending.add(idOf(row));
    for (const id of notifications?.notified ?? []) contents.pending.delete(id);
    for (const { spaceId, unsafe } of notifications?.unsafe ?? []) {
      if (unsafe) contents.unsafe.add(spaceId);
      else contents.unsafe.delete(spaceId);
    }
    if (write.readings !== undefined) readings.append(write.readings);
    deliveries.append(calls, eventId);
    deliveries.record(outcomes);
    if (surplus !== undefined) deliveries.remove(surplus);
    if (logStart !== undefined) {
      removeBefore(contents, logStart);
      readings.removeBefore(logStart);
    }
  }
}

/** Removes the events before an instant, in ms; their changes of counts are kept. */
function removeBefore(contents: Contents, boundary: number): void {
  if (boundary <= contents.logStart) return;
  const isOld = ({ timestamp }: { readonly timestamp: number }) => timestamp < boundary;
  for (const { spaceId, timestamp, direction } of spaceEvents(contents).filter(isOld)) {
    const kept = contents.kept.get(spaceId) ?? [];
    kept.push({ instant: timestamp, direction });
    contents.kept.set(spaceId, kept);
  }
  const left = contents.log.filter((event) => !isOld(event));
  contents.removedEvents += contents.log.length - left.length;
  contents.log = left;
  contents.logStart = boundary;
}

function conflictOf(
  contents: Contents,
  { acceptedLoss, ids, voided }: LogRecord,
): keyof typeof COMMIT_CONFLICTS | null {
  const { lastEventId } = contents;
  // The ids of an accepted loss are skipped.
  if (acceptedLoss === undefined && ids.eventId !== lastEventId + 1n) return "log-moved";
  const valid = voided && new Set(validEvents(contents).map(({ id }) => Number(id)));
  return voided?.ids.some((id) => !valid?.has(id)) ? "no-event" : null;
}
