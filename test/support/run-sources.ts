import { onTestFinished } from "vitest";
import { DAY_MS } from "../../src/domain/instant.ts";
import type { SpaceRun } from "../../src/engine/ports.ts";
import { packChange } from "../../src/series/run-block.ts";
import { Database } from "../../src/store/duckdb/database.ts";
import { DuckDBInstance } from "../../src/store/duckdb/duckdb-api.ts";
import { appendRetained, duckDbRunSource, removeRetained } from "../../src/store/duckdb/run-source.ts";
import { createTables } from "../../src/store/duckdb/schema.ts";
import type {
  RetainedDays,
  RunCommit,
  RunKey,
  RunSection,
  RunSource,
  RunSpan,
  StaleMarks,
  StaleSlice,
} from "../../src/store/runs/ports.ts";

/** A source of runs, and what a store does with its log. */
interface LoggedSource {
  readonly source: RunSource;
  /** Adds an event for each change. Each space exists from its first change on. */
  log(...changes: LoggedChange[]): Promise<void>;
  /** Removes the events from before a day, and records runs of a space that retain their changes. */
  removeBefore(day: number, spaceId: bigint, retained: RetainedDays): Promise<void>;
  removeSpace(spaceId: bigint): Promise<void>;
}

export type SourceFactory = () => Promise<LoggedSource>;

async function memorySource(): Promise<LoggedSource> {
  const source = new MemoryRunSource();
  return {
    source,
    log: async (...changes) => {
      source.changes.push(...changes);
      for (const { spaceId } of changes) source.spaces.add(spaceId);
    },
    removeBefore: async (day, spaceId, retained) => {
      source.firstDay = day;
      source.changes = source.changes.filter(({ timestamp }) => timestamp >= day * DAY_MS);
      source.retainedRuns.set(spaceId, retained);
    },
    removeSpace: async (spaceId) => {
      const days = source.retainedRuns.get(spaceId)?.days ?? [];
      await source.exclusive((section) =>
        section.commit({ stale: [Array.from(days, (day) => ({ spaceId, day }))] }),
      );
      source.spaces.delete(spaceId);
      source.retainedRuns.delete(spaceId);
    },
  };
}

/** A space with a doorway that a sensor is always at; all have the same id. */
const CREATE_SPACE = `
  INSERT INTO sensor VALUES ($id, $id, $id::VARCHAR, 0);
  INSERT INTO attachment VALUES ($id, $id, $id, NULL, NULL);
  INSERT INTO link VALUES ($id, $id, $id, 1, NULL, NULL, 0);
  INSERT INTO space BY NAME SELECT $id AS id, '' AS name, '' AS notes, '' AS meta, '' AS space_type,
    '' AS time_zone, '' AS size_area_unit, '' AS annual_rent_currency, false AS inherits_time_segments,
    0 AS created_at, 0 AS updated_at, [] AS tags`;

async function duckDbSource(): Promise<LoggedSource> {
  const database = await Database.over(await DuckDBInstance.create(":memory:"));
  onTestFinished(() => database.close());
  await database.transaction(createTables);
  const spaces = new Set<bigint>();
  let lastId = 0;
  return {
    source: duckDbRunSource(database),
    log: (...changes) =>
      database.transaction(async (connection) => {
        for (const { spaceId, timestamp, direction } of changes) {
          if (!spaces.has(spaceId)) await connection.run(CREATE_SPACE.replaceAll("$id", String(spaceId)));
          spaces.add(spaceId);
          const values = [++lastId, timestamp, spaceId, direction].join(", ");
          await connection.run(`INSERT INTO event VALUES (${values}, NULL)`);
        }
      }),
    removeBefore: (day, spaceId, retained) =>
      database.transaction(async (connection) => {
        await connection.run(`DELETE FROM event WHERE ts < ${day * DAY_MS}`);
        await connection.run(`INSERT INTO removal VALUES (${day * DAY_MS}, 0, 0, 0)`);
        await appendRetained(connection, spaceId, retained);
      }),
    removeSpace: (spaceId) =>
      database.transaction(async (connection) => {
        await connection.run(`DELETE FROM link WHERE space_id = ${spaceId}`);
        await connection.run(`DELETE FROM space WHERE id = ${spaceId}`);
        await removeRetained(connection, [spaceId]);
      }),
  };
}

/** The sources that the contract is checked on. */
export const RUN_SOURCES: readonly (readonly [name: string, factory: SourceFactory])[] = [
  ["DuckDB", duckDbSource],
  ["in memory", memorySource],
];

/** A change of a space's count by an event; changes stand in the order of the events' ids. */
export interface LoggedChange {
  readonly spaceId: bigint;
  /** In ms. */
  readonly timestamp: number;
  readonly direction: 1 | -1;
}

/** A log of changes with the records about runs, in memory. */
class MemoryRunSource implements RunSource {
  /** The changes in the log; a test adds to them. */
  changes: LoggedChange[] = [];
  /** The spaces that have not been removed. */
  readonly spaces = new Set<bigint>();
  /** The first day of the log, and the runs from before it. */
  firstDay = 0;
  readonly retainedRuns = new Map<bigint, RetainedDays>();
  #files: number[] = [];
  #stale: RunKey[] = [];
  #taken: RunKey[] = [];
  #inMemory: RunKey[] = [];
  #last: Promise<unknown> = Promise.resolve();

  readonly retained = {
    logStart: async () => this.firstDay * DAY_MS,
    days: async (spaceId: bigint) =>
      this.retainedRuns.get(spaceId) ?? { days: new Int32Array(0), checksums: new Uint32Array(0) },
    spaceIds: async () => ascending([...this.retainedRuns.keys()]),
  };

  async open() {
    this.#stale.push(...this.#taken.splice(0), ...this.#inMemory.splice(0));
    return { files: [...this.#files], isStale: this.#stale.length > 0 };
  }

  async *changesIn(span: RunSpan): AsyncGenerator<SpaceRun[]> {
    for (const { spaceId, day } of this.#keysIn(span)) yield [this.#run({ spaceId, day })];
  }

  async *changesOf(slice: StaleSlice): AsyncGenerator<SpaceRun[]> {
    const keys = this.#taken.filter((key) => isIn(slice, key));
    for (const key of keys.sort(bySpace)) yield [this.#run(key)];
  }

  async eventsByDay({ firstDay, lastDay }: Omit<RunSpan, "spaceId">) {
    const days = new Map<number, number>();
    for (const { timestamp } of this.changes) {
      const day = Math.floor(timestamp / DAY_MS);
      if (day >= firstDay && day <= lastDay) days.set(day, (days.get(day) ?? 0) + 1);
    }
    return [...days].map(([day, events]) => ({ day, events })).sort((a, b) => a.day - b.day);
  }

  exclusive<T>(work: (section: RunSection) => Promise<T>): Promise<T> {
    const section: RunSection = {
      changesIn: (span) => this.changesIn(span),
      changesOf: (slice) => this.changesOf(slice),
      takeStale: (changesMax) => this.#takeStale(changesMax),
      commit: (changes) => this.#commit(changes),
    };
    const result = this.#last.then(() => work(section));
    this.#last = result.catch(() => undefined);
    return result;
  }

  async #takeStale(changesMax: number) {
    const taken = this.#stale
      .splice(0)
      .filter(({ spaceId, day }) => day >= this.firstDay || !this.spaces.has(spaceId));
    this.#taken = distinct([...this.#taken, ...taken]);
    const evicted = this.#inMemory.filter((key) => has(this.#taken, key));
    this.#inMemory = without(this.#inMemory, evicted);
    const slices = new Map<number, { keys: RunKey[]; changes: number }>();
    let total = 0;
    for (const key of this.#taken.sort(byDay)) {
      const { length } = this.#run(key).changes;
      total += length;
      const number = Math.floor(total / changesMax);
      const slice = slices.get(number) ?? { keys: [], changes: 0 };
      slices.set(number, { keys: [...slice.keys, key], changes: slice.changes + length });
    }
    return {
      evicted,
      slices: [...slices.values()].map(({ keys, changes }) => ({
        first: keys[0] as RunKey,
        last: keys.at(-1) as RunKey,
        runs: keys.length,
        changes,
      })),
    };
  }

  async #commit({
    addedFiles = [],
    removedFiles = [],
    derived,
    loaded = [],
    flushed = [],
    stale = [],
  }: RunCommit): Promise<void> {
    // All marks first: if they cannot be read, nothing is committed.
    const marks: RunKey[] = [];
    for await (const mark of stale) marks.push(...this.#marked(mark));
    this.#files = [...this.#files, ...addedFiles]
      .filter((id) => !removedFiles.includes(id))
      .sort((a, b) => a - b);
    this.#taken = this.#taken.filter((key) => derived === undefined || !isIn(derived, key));
    this.#inMemory = without([...this.#inMemory, ...loaded], flushed);
    this.#stale.push(...marks);
  }

  #marked(marks: StaleMarks): readonly RunKey[] {
    return "spaceId" in marks ? this.#keysIn(marks) : marks;
  }

  /** The runs of a span that have changes, ascending by space, then by day. */
  #keysIn({ spaceId, firstDay, lastDay }: RunSpan): RunKey[] {
    return distinct(this.changes.map(keyOf))
      .filter((key) => spaceId === null || key.spaceId === spaceId)
      .filter(({ day }) => day >= firstDay && day <= lastDay)
      .sort(bySpace);
  }

  #run(key: RunKey): SpaceRun {
    const dayStart = key.day * DAY_MS;
    // Sorting is stable: changes of the same millisecond stay in the order of the events' ids.
    const changes = this.changes
      .filter((change) => isSame(keyOf(change), key))
      .sort((a, b) => a.timestamp - b.timestamp)
      .map(({ timestamp, direction }) => packChange(timestamp - dayStart, direction));
    return { spaceId: key.spaceId, dayStart, changes: Uint32Array.from(changes) };
  }
}

function keyOf({ spaceId, timestamp }: LoggedChange): RunKey {
  return { spaceId, day: Math.floor(timestamp / DAY_MS) };
}

function isSame(a: RunKey, b: RunKey): boolean {
  return a.spaceId === b.spaceId && a.day === b.day;
}

function has(keys: readonly RunKey[], key: RunKey): boolean {
  return keys.some((other) => isSame(other, key));
}

function without(keys: readonly RunKey[], removed: readonly RunKey[]): RunKey[] {
  return keys.filter((key) => !has(removed, key));
}

function distinct(keys: readonly RunKey[]): RunKey[] {
  return [...new Map(keys.map((key) => [`${key.spaceId} ${key.day}`, key])).values()];
}

function isIn({ first, last }: StaleSlice, key: RunKey): boolean {
  return byDay(key, first) >= 0 && byDay(key, last) <= 0;
}

function byDay(a: RunKey, b: RunKey): number {
  return a.day - b.day || Number(a.spaceId - b.spaceId);
}

function bySpace(a: RunKey, b: RunKey): number {
  return Number(a.spaceId - b.spaceId) || a.day - b.day;
}

function ascending(ids: bigint[]): bigint[] {
  return ids.sort((a, b) => (a < b ? -1 : 1));
}
