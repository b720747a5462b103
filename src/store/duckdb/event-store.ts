import { HeadcountError } from "../../domain/errors.ts";
import { DAY_MS, formatInstant } from "../../domain/instant.ts";
import type {
  EventCopies,
  EventFilter,
  EventPage,
  EventRange,
  EventStore,
  ExportedEvent,
  IdempotentRequest,
  LoadOptions,
  LogColumns,
  LogSpan,
  LogSummary,
  PageOf,
  RebuildRange,
  RebuildResult,
  RememberedRequest,
  RemovedEvents,
  RowRange,
  SensorEvent,
  SpaceEvent,
  SpaceEventFilter,
  SpaceRun,
  StagedFile,
  StoredRows,
} from "../../engine/ports.ts";
import type { RunSlice } from "../../series/run-block.ts";
import type { RetainedRuns } from "../runs/retained-runs.ts";
import type { RunFiles } from "../runs/run-files.ts";
import type { RunStore } from "../runs/run-store.ts";
import type { GivenIds } from "./commit-mark.ts";
import { copyEvents } from "./copy-events.ts";
import type { Database } from "./database.ts";
import { BIGINT, LIST, listValue } from "./duckdb-api.ts";
import { readLive } from "./event-batch.ts";
import {
  FILTER_TYPES,
  filteredBy,
  filterValues,
  rangeOf,
  readPage,
  scan,
  sensorEvent,
  spaceEvent,
} from "./event-rows.ts";
import { exportedEvents, logSpan } from "./exported-events.ts";
import { FileLoader } from "./file-loader.ts";
import { findRequests, forgetRequests } from "./idempotent-requests.ts";
import { removeEvents } from "./removal.ts";
import { copyRetainedChanges } from "./retained-changes.ts";
import { statement } from "./statements.ts";
import type { StoredIdentities } from "./stored-identities.ts";

/** How often requests with keys are forgotten that are old enough, in ms. */
const FORGETTING_MS = 60_000;

/** What the log works with. */
interface EventStoreParts {
  readonly runs: RunStore;
  readonly files: RunFiles;
  readonly retained: RetainedRuns;
  readonly identities: StoredIdentities;
  /** The highest ids that have been assigned. */
  readonly given: GivenIds;
}

/** The log in DuckDB, and the runs derived from it. */
export class DuckDbEventStore implements EventStore {
  readonly #database: Database;
  readonly #runs: RunStore;
  readonly #files: RunFiles;
  readonly #retained: RetainedRuns;
  readonly #identities: StoredIdentities;
  readonly #loader: FileLoader;
  /** Requests from before this instant, in ms, have been forgotten. */
  #forgottenBefore = -Infinity;
  readonly #given: GivenIds;

  constructor(database: Database, parts: EventStoreParts) {
    const { runs, files, retained, given, identities } = parts;
    this.#database = database;
    this.#runs = runs;
    this.#files = files;
    this.#retained = retained;
    this.#given = given;
    this.#identities = identities;
    this.#loader = new FileLoader(database, parts);
  }

  async position(): Promise<bigint> {
    return this.#given.ids.eventId;
  }

  async findStored(events: LogColumns, ranges: readonly RowRange[]): Promise<StoredRows> {
    const position = this.#given.ids.eventId;
    return { rows: await this.#identities.find(events, ranges), position };
  }

  stage(path: string, options: LoadOptions): Promise<StagedFile> {
    return this.#loader.stage(path, options);
  }

  loadLive(): ReturnType<EventStore["loadLive"]> {
    return this.#database.read(readLive);
  }

  async requests(requests: readonly IdempotentRequest[]): Promise<(RememberedRequest | null)[]> {
    const since = Math.max(...requests.map((request) => request.since));
    if (since >= this.#forgottenBefore + FORGETTING_MS) {
      this.#forgottenBefore = since;
      await this.#database.transaction((connection) => forgetRequests(connection, since));
    }
    return this.#database.read((connection) => findRequests(connection, requests));
  }

  events(filter: EventFilter, page: EventPage): Promise<PageOf<SensorEvent>> {
    const { kind, values } = filteredBy(filter);
    const statements = [`events/count-${kind}`, `events/list-${kind}`] as const;
    const bound = { values: { ...rangeOf(page), ...values }, types: FILTER_TYPES };
    return this.#database.read((connection) => readPage(connection, statements, bound, page, sensorEvent));
  }

  spaceEvents(filter: SpaceEventFilter, page: EventPage): Promise<PageOf<SpaceEvent>> {
    const values = { ...rangeOf(page), ...filterValues(filter) };
    const statements = ["events/count-space-events", "events/list-space-events"] as const;
    return this.#database.read((connection) =>
      readPage(connection, statements, { values, types: FILTER_TYPES }, page, spaceEvent),
    );
  }

  scanEvents(filter: EventFilter, range: EventRange): AsyncIterable<readonly SensorEvent[]> {
    const { kind, values } = filteredBy(filter);
    return scan(this.#database, `events/scan-${kind}`, values, range, sensorEvent);
  }

  scanSpaceEvents(filter: SpaceEventFilter, range: EventRange): AsyncIterable<readonly SpaceEvent[]> {
    return scan(this.#database, "events/scan-space-events", filterValues(filter), range, spaceEvent);
  }

  exportEvents(
    range: Pick<EventRange, "start" | "end">,
    spaceIds: readonly bigint[] | null,
  ): AsyncIterable<readonly ExportedEvent[]> {
    return exportedEvents(this.#database, range, spaceIds);
  }

  logSpan(range: Pick<EventRange, "start" | "end">): Promise<LogSpan> {
    return this.#database.read((connection) => logSpan(connection, range));
  }

  event(id: bigint): Promise<SensorEvent | null> {
    return this.#database.read(async (connection) => {
      const [found] = await connection.rows(statement("events/valid-event"), { id });
      if (found === undefined) return null;
      const [row] = await connection.rows(statement("events/find-event"), { id, ts: found.ts as bigint });
      return row === undefined ? null : sensorEvent(row);
    });
  }

  async lastEvents(since: number): Promise<ReadonlyMap<bigint, number>> {
    const rows = await this.#database.read((connection) =>
      connection.rows(statement("events/last-of-sensors"), { since: BigInt(since) }),
    );
    return new Map(rows.map((row) => [row.sensor_id as bigint, Number(row.ts)]));
  }

  async effectsAt(instants: readonly number[]): Promise<readonly SpaceEvent[]> {
    if (instants.length === 0) return [];
    const rows = await this.#database.read((connection) =>
      connection.rows(
        statement("events/effects-at"),
        {
          instants: listValue(instants.map((instant) => BigInt(instant))),
          first_ts: BigInt(Math.min(...instants)),
          last_ts: BigInt(Math.max(...instants)),
        },
        { instants: LIST(BIGINT) },
      ),
    );
    return rows.map(spaceEvent);
  }

  firstChanges(spaces: ReadonlyMap<bigint, number>): Promise<ReadonlyMap<bigint, number>> {
    return this.#runs.firstChanges(spaces);
  }

  runs(spaceIds: readonly bigint[], fromDay: number, toDay: number): AsyncIterable<SpaceRun> {
    return this.#runs.runs(spaceIds, fromDay, toDay);
  }

  read<T>(
    spaceId: bigint,
    fromDay: number,
    toDay: number,
    work: (pieces: readonly RunSlice[]) => Promise<T>,
  ): Promise<T> {
    return this.#runs.read(spaceId, fromDay, toDay, work);
  }

  rebuild(range: RebuildRange): Promise<RebuildResult> {
    return this.#runs.rebuild(range);
  }

  logStart(): number {
    return this.#retained.logStart;
  }

  async removeBefore(boundary: number, now: number): Promise<RemovedEvents> {
    if (boundary <= this.#retained.logStart) return { events: 0 };
    if (boundary % DAY_MS !== 0) throw new Error("events are removed by whole days");
    // First into files, whatever is in memory or stale; then compared with the log for the last time.
    await this.#runs.refresh();
    await this.#runs.flush();
    const range = { spaceId: null, from: this.#retained.logStart, to: boundary };
    const { differences } = await this.#runs.rebuild({ ...range, verify: true });
    if (differences.length > 0)
      throw new HeadcountError(
        "conflict",
        `${differences.length} runs from before ${formatInstant(boundary)} are not what the log says: ` +
          "`headcount rebuild` derives them again; nothing has been removed",
      );
    const parts = { database: this.#database, files: this.#files, retained: this.#retained };
    const removed = await removeEvents(parts, { boundary, now, lastEventId: this.#given.ids.eventId });
    this.#identities.forget();
    return removed;
  }

  async copyEvents(afterId: bigint, folder: string): Promise<EventCopies> {
    const ids = { after: afterId, last: this.#given.ids.eventId };
    const retained = afterId === 0n ? await this.#copyRetained(folder) : null;
    return { ...(await copyEvents(this.#database, ids, folder)), retained };
  }

  async #copyRetained(folder: string): Promise<string | null> {
    const { firstDay } = this.#retained;
    if (firstDay === 0) return null;
    return copyRetainedChanges(this.runs(await this.#retained.spaceIds(), -Infinity, firstDay), folder);
  }

  async summary(): Promise<LogSummary> {
    const row = await this.#database.read((connection) => connection.row(statement("events/log-summary")));
    return {
      events: Number(row.events),
      removedEvents: Number(row.removed_events),
      lastEventId: this.#given.ids.eventId,
      staleRuns: Number(row.stale_runs),
    };
  }
}
