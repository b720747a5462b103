import { createHash } from "node:crypto";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import { HeadcountError } from "../domain/errors.ts";
import { TIME_ZONE_DATA } from "../domain/time-zone-data.ts";
import { Connection, createInstance, type SqlValues } from "../duckdb/connection.ts";
import { Database } from "../duckdb/database.ts";
import { quoteText, statement, statementWith } from "../duckdb/statements.ts";
import { descriptionOf, script, scriptsIn, statementsOf } from "../sql-scripts.ts";
import {
  type AnalysisOptions,
  type AnalysisState,
  type AnalysisUpdate,
  isSetBack,
  type UpdatedDatabase,
} from "./analysis-database.ts";
import { clearTable, copyRows, type LogTable, removeReadings, replaceCatalog } from "./copied-rows.ts";
import { agreeUntil, deriveHours, readHourInputs } from "./hours.ts";
import { deriveLocalTimes } from "./local-times.ts";
import { boundsOf, openLocked } from "./locked-instance.ts";

const LOG_TABLES = ["event", "event_ahead", "retained_change", "voided_id", "reading", "reading_position"];

/*
 * Whether a query may read hours is determined from its text, before DuckDB parses it: a doubtful name counts. So does
 * a name that a query builds, as `query_table('hou' || 'rly')` does.
 */
const OF_HOURS = /count|utilization|breach|hour|daily|week|base|query/i;

/** The state of a database, and of what has been derived from the copy. */
interface Held extends AnalysisState {
  /** The instant of the first event or reset, in ms; the present if there is none. */
  readonly first: number;
  /** The instant up to which the hours are right, in ms. */
  readonly hoursUntil: number;
}

const NOTHING: Held = {
  ...{ organizationId: null, lastEventId: 0, logStart: 0, catalogDigest: null, readings: [] },
  ...{ asOf: 0, first: 0, hoursUntil: 0 },
};

/** The copy, the data derived from it, and the state of both. */
export class Analysis implements UpdatedDatabase {
  readonly #instance: DuckDBInstance;
  readonly #database: Database;
  #held: Held;
  /** The end of the stored local times, in ms since the epoch; opening a copy derives them again. */
  #localUntil = -Infinity;
  /**
   * Reads the files of updates, so that users' queries run on an instance that may not read files. It stays open:
   * opening it takes as long as the rest of a small update.
   */
  #reader: DuckDBInstance | null = null;
  readonly #readerBounds: Readonly<Record<string, string>>;
  #closing: Promise<void> | null = null;

  private constructor(instance: DuckDBInstance, database: Database, held: Held, options: AnalysisOptions) {
    this.#instance = instance;
    this.#database = database;
    this.#held = held;
    this.#readerBounds = boundsOf(options);
  }

  /**
   * Opens the database of a folder, which is created if it does not exist. The file is kept between runs; one that
   * another release or other time zone data have derived is replaced by an empty one.
   *
   * @param isFresh whether an existing file is replaced in any case
   * @throws HeadcountError `unavailable` if another process has it open
   */
  static async open(folder: string, options: AnalysisOptions, isFresh = false): Promise<Analysis> {
    mkdirSync(folder, { recursive: true });
    const path = join(folder, "analysis.duckdb");
    const kept = isFresh ? null : await Analysis.#openKept(path, options);
    if (kept !== null) return kept;
    for (const file of [path, `${path}.wal`]) rmSync(file, { force: true });
    const instance = await openLocked(path, options);
    const database = await Database.over(instance);
    await database.transaction(async (writer) => {
      await createSchema(writer);
      await replaceSource(writer, NOTHING);
    });
    return new Analysis(instance, database, NOTHING, options);
  }

  /** Opens an existing database; null if it cannot be read, or another release or time zone data has derived it. */
  static async #openKept(path: string, options: AnalysisOptions): Promise<Analysis | null> {
    const instance = await openLocked(path, options).catch((error: unknown) => {
      // A file that another process has open must not be deleted.
      if (error instanceof HeadcountError) throw error;
      return null;
    });
    if (instance === null) return null;
    const database = await Database.over(instance);
    const held = await database.read(readHeld).catch(() => null);
    if (held !== null) return new Analysis(instance, database, held, options);
    await database.close();
    return null;
  }

  state(): AnalysisState {
    const { first: _first, hoursUntil: _hoursUntil, ...state } = this.#held;
    return state;
  }

  connect(): Promise<DuckDBConnection> {
    return this.#instance.connect();
  }

  async asOf(connection: DuckDBConnection): Promise<number> {
    return Number((await new Connection(connection).row(statement("analysis/catalog/source"))).ts);
  }

  async applyUpdate(update: AnalysisUpdate): Promise<void> {
    const { parts, voided, retained, readings } = update;
    try {
      await this.#apply(update);
    } finally {
      for (const path of [...parts, voided, retained, readings?.part ?? null])
        if (path !== null) rmSync(path, { force: true });
    }
  }

  /**
   * Changes the copy, and brings local times and the present up to date with it. The present stays if that of the
   * update is a little before it, and the data are the same.
   */
  async #apply(update: AnalysisUpdate): Promise<void> {
    const { asOf, organizationId, lastEventId, logStart, catalogDigest } = update;
    const readings = update.readings?.positions ?? (update.isWhole ? [] : this.#held.readings);
    const { held, localUntil } = await this.#database.transaction(async (writer) => {
      const known = this.#held;
      const inputs = await readHourInputs(writer);
      await this.#copy(update, writer);
      const isSame =
        organizationId === known.organizationId && logStart === known.logStart && !isSetBack(asOf, known);
      const present = isSame ? Math.max(asOf, known.asOf) : asOf;
      const afterId = isSame && known.lastEventId <= lastEventId ? known.lastEventId : 0;
      const changed = await settleEvents(writer, afterId, present);
      const isSameCatalog = isSame && catalogDigest === known.catalogDigest;
      const first = Math.min(present, await firstOf(writer, "first-instant"));
      const isKnown = isSameCatalog && first === known.first && present < this.#localUntil;
      const localUntil = isKnown ? this.#localUntil : await deriveLocalTimes(writer, first, present);
      const agreed = isSameCatalog ? Infinity : agreeUntil(inputs, await readHourInputs(writer));
      const hoursUntil = afterId === 0 ? 0 : Math.min(known.hoursUntil, changed, agreed);
      const state = { organizationId, lastEventId, logStart, catalogDigest, readings, asOf: present };
      const held = { ...state, first, hoursUntil };
      await replaceSource(writer, held);
      return { held, localUntil };
    });
    this.#held = held;
    this.#localUntil = localUntil;
  }

  /** Replaces the tables of the catalog, and appends the rows of the log. */
  async #copy({ isWhole, catalog, parts, voided, retained, readings }: AnalysisUpdate, writer: Connection) {
    if (isWhole) for (const table of LOG_TABLES) await clearTable(writer, table);
    if (catalog !== null) await replaceCatalog(writer, catalog);
    await clearTable(writer, "voided_id");
    if (retained !== null) await clearTable(writer, "retained_change");
    const append = async (table: LogTable, path: string) => {
      this.#reader ??= await createInstance(":memory:", this.#readerBounds);
      const connection = new Connection(await this.#reader.connect());
      await copyRows(connection, table, path, writer).finally(() => connection.close());
    };
    for (const path of parts) await append("event", path);
    if (voided !== null) await append("voided_id", voided);
    if (retained !== null) await append("retained_change", retained);
    if (readings === null) return;
    await removeReadings(writer, readings);
    if (readings.part !== null) await append("reading", readings.part);
  }

  /** Brings the hours up to the copy's present, if a query may read them. */
  async prepare(query: string): Promise<void> {
    if (!OF_HOURS.test(query) || this.#held.hoursUntil === this.#held.asOf) return;
    this.#held = await this.#database.transaction(async (writer) => {
      const { asOf, first, hoursUntil } = this.#held;
      if (hoursUntil === asOf) return this.#held;
      await deriveHours(writer, hoursUntil, first, asOf);
      const held = { ...this.#held, hoursUntil: asOf };
      await replaceSource(writer, held);
      return held;
    });
  }

  /** Waits for current work and closes the instance. Closing it again has no effect. */
  close(): Promise<void> {
    this.#closing ??= this.#database.close().then(() => this.#reader?.closeSync());
    return this.#closing;
  }
}

/** Reads the state of a database. @throws if another release or other time zone data has derived it */
async function readHeld(connection: Connection): Promise<Held> {
  const source = await connection.row(statement("analysis/catalog/source"));
  const positions = await connection.rows(statement("analysis/catalog/reading-positions"));
  if (source.schema_digest !== SCHEMA_DIGEST || source.time_zone_data !== TIME_ZONE_DATA)
    throw new Error("this database was derived by other rules");
  return {
    organizationId: source.organization_id,
    lastEventId: Number(source.last_event_id),
    logStart: Number(source.log_start),
    catalogDigest: source.catalog_digest,
    readings: positions,
    asOf: Number(source.ts),
    first: Number(source.first_ts),
    hoursUntil: Number(source.hours_ts),
  };
}

/** The instant that a statement of `analysis/catalog` finds, in ms; infinite if there is none. */
async function firstOf(
  writer: Connection,
  name: "first-instant" | "first-new" | "first-voided",
  values: SqlValues = {},
): Promise<number> {
  const { ts } = await writer.row(statement(`analysis/catalog/${name}`), values);
  return ts === null ? Infinity : Number(ts);
}

async function replaceSource(writer: Connection, held: Held): Promise<void> {
  await clearTable(writer, "source");
  await writer.run(statement("analysis/catalog/set-source"), {
    schema_digest: SCHEMA_DIGEST,
    time_zone_data: TIME_ZONE_DATA,
    organization_id: held.organizationId,
    last_event_id: BigInt(held.lastEventId),
    log_start: BigInt(held.logStart),
    catalog_digest: held.catalogDigest,
    ts: BigInt(held.asOf),
    first_ts: BigInt(held.first),
    hours_ts: BigInt(held.hoursUntil),
  });
}

/*
 * Tables contain only events that count at the present of the copy, since DuckDB could not plan by conditions in views.
 * Future events are in a separate table.
 */

/**
 * Moves new events to their tables, within a transaction of the caller: future events to the table of these, those that
 * have become due back (D3). Removes voided ones (D5).
 *
 * @param afterId new events have greater ids
 * @param asOf the present, in ms
 * @returns the earliest instant of a new event or a voided one, in ms; infinite if there is none
 */
async function settleEvents(writer: Connection, afterId: number, asOf: number): Promise<number> {
  const values = { after_id: BigInt(afterId), as_of: BigInt(asOf) };
  const firstNew = await firstOf(writer, "first-new", { after_id: values.after_id });
  for (const name of ["put-ahead", "drop-ahead"] as const)
    await writer.run(statement(`analysis/catalog/${name}`), values);
  for (const name of ["take-due", "clear-due"] as const)
    await writer.run(statement(`analysis/catalog/${name}`), { as_of: values.as_of });
  const firstVoided = await firstOf(writer, "first-voided");
  for (const table of ["event", "event_ahead"])
    await writer.run(statementWith("analysis/catalog/drop-voided", { table }));
  return Math.min(firstNew, firstVoided);
}

/** The scripts that create the tables of the copy, and the views and macros for users. */
const BASE = "analysis/tables";
const SCHEMA = "analysis/views";

/** A digest of the schema, which every update stores: a database with another one is not used. */
const SCHEMA_DIGEST = createHash("sha256")
  .update([BASE, SCHEMA].flatMap(scriptsIn).map(script).join(""))
  .digest("hex");

/** Creates all tables, views and macros. The comment above the statement of a view or macro becomes its comment. */
async function createSchema(writer: Connection): Promise<void> {
  for (const path of scriptsIn(BASE)) await writer.run(script(path));
  for (const text of scriptsIn(SCHEMA).flatMap((subject) => [...statementsOf(subject).values()])) {
    await writer.run(text);
    const [, type, name] = /^CREATE (VIEW|MACRO) (\w+)/m.exec(text) ?? [];
    const kind = type === "MACRO" && /\bAS TABLE\b/.test(text) ? "MACRO TABLE" : type;
    await writer.run(`COMMENT ON ${kind} ${name} IS ${quoteText(descriptionOf(text))}`);
  }
}
