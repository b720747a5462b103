import type { CommitConflict, CommitResult, Journal, JournalWrite } from "../../src/engine/ports.ts";
import { applyWrite, type Contents, findRequest } from "./memory-contents.ts";
import type { MemoryDeliveryStore } from "./memory-deliveries.ts";
import { loggedEvents, type MemoryLog } from "./memory-log.ts";

/** The journal of an in-memory data directory. */
export class MemoryJournal implements Journal {
  readonly #contents: Contents;
  readonly #log: MemoryLog;
  readonly #deliveries: MemoryDeliveryStore;

  constructor(contents: Contents, log: MemoryLog, deliveries: MemoryDeliveryStore) {
    this.#contents = contents;
    this.#log = log;
    this.#deliveries = deliveries;
  }

  async commit(write: JournalWrite): Promise<CommitResult> {
    const conflict = this.#conflict(write);
    if (conflict !== null) return { conflict };
    const contents = this.#contents;
    const { events, requests = [], answers = [], voided, catalog = {}, calls = [], notifications } = write;
    const eventId = contents.lastEventId + 1n;
    const idOf = (row: number) => eventId + BigInt(row);
    applyWrite(contents, catalog);
    if (voided !== undefined) contents.voided.add(voided);
    if (events !== undefined) contents.log.push(...loggedEvents(eventId, events.columns));
    contents.lastEventId += BigInt(events?.columns.length ?? 0);
    for (const { row, ...request } of requests) contents.requests.push({ ...request, eventId: idOf(row) });
    for (const { request, answer } of answers) {
      const note = findRequest(contents, request);
      if (note !== null) note.answer ??= answer;
    }
    for (const row of notifications?.pending ?? []) contents.pending.add(idOf(row));
    for (const id of notifications?.notified ?? []) contents.pending.delete(id);
    for (const { spaceId, unsafe } of notifications?.unsafe ?? []) {
      if (unsafe) contents.unsafe.add(spaceId);
      else contents.unsafe.delete(spaceId);
    }
    return { conflict: null, ids: { eventId, callId: this.#deliveries.append(calls, eventId) } };
  }

  #conflict({ events, voided }: JournalWrite): CommitConflict | null {
    const { lastEventId, logStart } = this.#contents;
    if (voided !== undefined && !this.#log.validEvents().some(({ id }) => id === voided)) return "no-event";
    if (events === undefined) return null;
    if (events.after !== null && events.after !== lastEventId) return "log-moved";
    return events.columns.timestamps.some((timestamp) => timestamp < logStart) ? "log-start" : null;
  }
}
