import { HeadcountError } from "../../domain/errors.ts";
import { EVENTS_MAX } from "../../domain/limits.ts";
import type {
  CommitConflict,
  CommitResult,
  CommittedIds,
  Journal,
  JournalWrite,
} from "../../engine/ports.ts";
import type { RetainedRuns } from "../runs/retained-runs.ts";
import type { CatalogHints } from "../runs/roll-up-hints.ts";
import type { RunMarks, RunStore } from "../runs/run-store.ts";
import { writeCatalog } from "./catalog-store.ts";
import type { GivenIds } from "./commit-mark.ts";
import type { Connection, Database } from "./database.ts";
import { appendCalls } from "./delivery-store.ts";
import { appendEvents, rememberRequests, setAnswer, voidEvent, writeNotifications } from "./event-batch.ts";
import { removeRetained } from "./run-source.ts";
import type { StoredIdentities } from "./stored-identities.ts";

/** What the journal works with. */
interface JournalParts {
  readonly runs: RunStore;
  readonly retained: RetainedRuns;
  readonly identities: StoredIdentities;
  readonly hints: CatalogHints;
  /** The highest ids that have been assigned, which its commits raise. */
  readonly given: GivenIds;
}

const NO_MARKS: RunMarks = { stale: [], loaded: [] };

/** The journal in DuckDB: each commit is a transaction. */
export class DuckDbJournal implements Journal {
  readonly #database: Database;
  readonly #runs: RunStore;
  readonly #retained: RetainedRuns;
  readonly #identities: StoredIdentities;
  readonly #hints: CatalogHints;
  readonly #given: GivenIds;

  constructor(database: Database, { runs, retained, identities, hints, given }: JournalParts) {
    this.#database = database;
    this.#runs = runs;
    this.#retained = retained;
    this.#identities = identities;
    this.#hints = hints;
    this.#given = given;
  }

  async commit(write: JournalWrite): Promise<CommitResult> {
    const { now, events, catalog = {} } = write;
    const result = await this.#database.write(async (writer) => {
      const conflict = this.#conflict(write);
      if (conflict !== null) return { conflict };
      const ids = this.#nextIds(write);
      const marks = events === undefined ? NO_MARKS : await this.#runs.prepare(events.changes);
      if (!(await writer.transaction(() => this.#store(writer, write, ids, marks))))
        return { conflict: "no-event" as const };
      // First, since no later commit may assign these ids again, whatever fails here.
      const lastOf = (first: bigint, length = 0) => first + BigInt(length) - 1n;
      this.#given.raise({
        nextId: catalog.nextId,
        eventId: lastOf(ids.eventId, events?.columns.length),
        callId: lastOf(ids.callId, write.calls?.length),
      });
      if (events !== undefined) this.#runs.apply(events.changes, marks, now);
      this.#hints.apply(catalog);
      return { conflict: null, ids };
    });
    if (result.conflict !== null) return result;
    this.#retained.forget(catalog.remove?.space ?? []);
    const hasStaleRuns =
      catalog.rebindings?.length || catalog.remove?.space?.length || write.voided !== undefined;
    if (hasStaleRuns) this.#runs.becameStale();
    if (events !== undefined) await this.#identities.note(events.columns);
    return result;
  }

  #conflict({ events }: JournalWrite): CommitConflict | null {
    if (events === undefined) return null;
    if (events.after !== null && events.after !== this.#given.ids.eventId) return "log-moved";
    const { logStart } = this.#retained;
    const isRemoved = logStart > 0 && events.columns.timestamps.some((timestamp) => timestamp < logStart);
    return isRemoved ? "log-start" : null;
  }

  /** @throws HeadcountError `unavailable` where the log is full */
  #nextIds({ events }: JournalWrite): CommittedIds {
    const { eventId, callId } = this.#given.ids;
    requireLogRoom(eventId + BigInt(events?.columns.length ?? 0));
    return { eventId: eventId + 1n, callId: callId + 1n };
  }

  /** Stores a write within a transaction; false where the event to void does not exist. */
  async #store(
    writer: Connection,
    write: JournalWrite,
    ids: CommittedIds,
    marks: RunMarks,
  ): Promise<boolean> {
    const { now, events, requests, answers = [], voided, catalog, calls, notifications } = write;
    if (voided !== undefined && !(await voidEvent(writer, voided, now))) return false;
    if (catalog !== undefined) {
      await writeCatalog(writer, catalog);
      const removed = catalog.remove?.space ?? [];
      if (removed.length > 0) await removeRetained(writer, removed);
    }
    if (events !== undefined) await appendEvents(writer, ids.eventId, events.columns, marks);
    if (requests !== undefined) await rememberRequests(writer, requests, ids.eventId);
    for (const answer of answers) await setAnswer(writer, answer);
    if (calls !== undefined) await appendCalls(writer, calls, ids);
    if (notifications !== undefined) await writeNotifications(writer, notifications, ids.eventId);
    return true;
  }
}

/** @throws HeadcountError `unavailable` where the log is too full for an event with an id */
export function requireLogRoom(lastId: bigint): void {
  if (lastId > BigInt(EVENTS_MAX))
    throw new HeadcountError("unavailable", "the data directory is full of events");
}
