import type { CatalogCopy } from "../analysis/analysis-database.ts";
import { groupBy } from "../domain/collections.ts";
import { HeadcountError, must } from "../domain/errors.ts";
import type { MonthDifference } from "../engine/ports/mirrors.ts";
import type { ReadingsPosition, VoidedLogEvent } from "../engine/ports.ts";
import { type ChangedSpan, type ChangedSpans, LAST_MS } from "./changed-spans.ts";
import type { AnalyticsServer } from "./clickhouse/analytics-server.ts";
import { ClickHouseConnection } from "./clickhouse/connection.ts";
import { createCuts, MIRROR_TABLES, MIRROR_VIEWS, openMirrorSchema } from "./clickhouse/schema.ts";
import { type CatalogTables, INPUT_TABLES } from "./count-inputs.ts";
import type { DerivedTable, LogTable, MirrorRow, MonthSums, SummedTable } from "./mirror-rows.ts";
import { cutRow, type MirrorState, type StoredCut, stateOf } from "./mirror-state.ts";

/** Voided events that are removed by one statement at most: their ids are in the address of the request. */
const VOIDED_MAX = 5_000;

/**
 * The tables of a mirror in ClickHouse. Rows are inserted with a version; to insert them again, in any cut, changes
 * nothing.
 *
 * All methods throw HeadcountError `unavailable` if it cannot be reached or is full.
 */
export class MirrorTables {
  /** The rows of events, counts and the catalog that have been inserted since it was opened. */
  insertedRows = 0;
  readonly #connection: ClickHouseConnection;
  #columns: ReadonlyMap<string, readonly string[]> | null = null;
  /** The definition of each view that has been made. */
  #views: ReadonlyMap<string, string> = new Map();
  /** The rows of each table of the catalog that have been inserted last, as a text. */
  readonly #inserted = new Map<string, string>();

  constructor(server: AnalyticsServer) {
    this.#connection = new ClickHouseConnection(server);
  }

  /**
   * How far it is. Views are made again, and tables that have been removed.
   *
   * @throws HeadcountError `unavailable` also if tables had been removed: then all is to be shipped again
   */
  async state(): Promise<MirrorState> {
    let removed: readonly string[] = [];
    await openMirrorSchema(this.#connection, async (names) => {
      removed = names;
      await this.#noteMissing(names);
    });
    if (removed.length > 0)
      throw new HeadcountError(
        "unavailable",
        `the mirror in ClickHouse at ${this.#connection.server.shown} lacked tables that it had: ${removed.join(", ")}; ` +
          "they have been made again, and all of it is shipped again",
      );
    const { database } = this.#connection.server;
    const columns = await this.#connection.rows<{ table: string; name: string }>("columns", { database });
    const tables = groupBy(columns, ({ table }) => table);
    this.#columns = new Map([...tables].map(([table, of]) => [table, of.map(({ name }) => name)]));
    this.#views = await this.#definitions();
    this.#inserted.clear();
    const cuts = await this.#connection.rows<StoredCut>("cuts");
    const positions = await this.#connection.rows<ReadingsPosition>("reading-positions");
    return stateOf(cuts, positions);
  }

  /** Notes that any row may be missing, before tables that were removed are made again. */
  async #noteMissing(removed: readonly string[]): Promise<void> {
    await createCuts(this.#connection);
    const version = (await this.greatestVersion(removed)) + 1n;
    if (!removed.includes("reading_position"))
      await this.#connection.run("forget-reading-positions", { version });
    const cuts = await this.#connection.rows<StoredCut>("cuts");
    const isFilled = cuts.some((cut) => cut.is_complete === 1);
    // Without a cut, nothing is known of what the tables have.
    if (isFilled) await this.#connection.run("note-missing", { version, missing_before: LAST_MS });
    else await this.#connection.run("note-unknown", { version });
  }

  /** The greatest version that any row has. @param removed the tables that are not there */
  async greatestVersion(removed: readonly string[] = []): Promise<bigint> {
    let greatest = 0n;
    for (const table of MIRROR_TABLES) {
      if (table === "schema_version" || removed.includes(table)) continue;
      const [row] = await this.#connection.rows<{ readonly version: string }>("greatest-version", { table });
      if (BigInt(row?.version ?? 0) > greatest) greatest = BigInt(row?.version ?? 0);
    }
    return greatest;
  }

  /** Whether all of its tables and views are there. */
  async isWhole(): Promise<boolean> {
    const { database } = this.#connection.server;
    const found = await this.#connection.rows<{ readonly name: string }>("tables", { database });
    const names = new Set(found.map(({ name }) => name));
    return [...MIRROR_TABLES, ...MIRROR_VIEWS.keys()].every((name) => names.has(name));
  }

  async #definitions(): Promise<ReadonlyMap<string, string>> {
    const { database } = this.#connection.server;
    const rows = await this.#connection.rows<{ name: string; definition: string }>("views", { database });
    return new Map(rows.map(({ name, definition }) => [name, definition]));
  }

  /** The views that are not as this release makes them. */
  async changedViews(): Promise<readonly string[]> {
    const found = await this.#definitions();
    return [...MIRROR_VIEWS.keys()].filter((name) => found.get(name) !== this.#views.get(name));
  }

  /** Compares tables of the catalog, or of local times, with the rows that they should have. */
  async compareCatalog(tables: CatalogCopy) {
    const differences: Omit<MonthDifference, "month">[] = [];
    for (const [table, expected] of Object.entries(tables)) {
      const columns = must(this.#columns?.get(table), `table ${table}`).filter(
        (name) => !OWN_COLUMNS.has(name),
      );
      const found = await this.#connection.rows<MirrorRow>("rows-of-catalog", { table });
      const textsOf = (rows: readonly MirrorRow[]) =>
        rows.map((row) => JSON.stringify(columns.map((column) => comparable(row[column])))).sort();
      if (textsOf(expected).join() !== textsOf(found).join())
        differences.push({ table, expected: expected.length, found: found.length });
    }
    return differences;
  }

  /** Notes what the next rows change, so that it is shipped again if they are not completed. */
  async begin(state: MirrorState): Promise<void> {
    await this.#connection.insertRows("insert-cut", [cutRow(state, false)]);
  }

  async complete(state: MirrorState): Promise<void> {
    await this.#connection.insertRows("insert-cut", [cutRow(state, true)]);
  }

  async catalog(): Promise<CatalogTables> {
    const tables = INPUT_TABLES.map(
      async (table) => [table, await this.#connection.rows("rows-of-catalog", { table })] as const,
    );
    return Object.fromEntries(await Promise.all(tables)) as unknown as CatalogTables;
  }

  /** Replaces the rows of some tables of the catalog, as far as they differ. */
  async putCatalog(version: bigint, tables: CatalogCopy): Promise<void> {
    for (const [table, rows] of Object.entries(tables)) {
      const text = JSON.stringify(rows);
      if (this.#inserted.get(table) === text) continue;
      await this.putRows(version, table, [rows]);
      await this.#connection.run("remove-old-rows", { table, version });
      this.#inserted.set(table, text);
    }
  }

  /** The instant of the first event or explicit reset that it has, in ms; null if it has none. */
  async firstInstant(): Promise<number | null> {
    const [row] = await this.#connection.rows<{ readonly ts: string | null }>("first-instant");
    return row?.ts == null ? null : Number(row.ts);
  }

  /** Inserts a Parquet file of events, of events of spaces, or of readings. */
  async putFile(version: bigint, table: LogTable, path: string): Promise<void> {
    const rows = await this.#connection.insertFile(`file-of-${table}`, path, { version });
    this.insertedRows += rows;
  }

  async putRows(
    version: bigint,
    table: string,
    batches: AsyncIterable<readonly MirrorRow[]> | Iterable<readonly MirrorRow[]>,
  ): Promise<void> {
    const columns = must(this.#columns?.get(table), `table ${table}`);
    async function* arrays() {
      for await (const batch of batches)
        for (const row of batch) yield columns.map((column) => cellOf(row, column, version));
    }
    // Inserts run at the same time: the sum is read when this one has ended.
    const rows = await this.#connection.insertRows("insert-rows", arrays(), { table });
    this.insertedRows += rows;
  }

  async removeEvents(version: bigint, events: readonly VoidedLogEvent[]): Promise<void> {
    for (let start = 0; start < events.length; start += VOIDED_MAX) {
      const some = events.slice(start, start + VOIDED_MAX);
      const ids = some.map(({ id }) => id);
      const instants = some.map(({ timestamp }) => timestamp);
      const sensors = some.map(({ sensorKey }) => sensorKey);
      await this.#connection.run("remove-events", { version, ids, instants, sensors });
      await this.#connection.run("remove-space-events", { version, ids, instants });
    }
  }

  /** Removes the events of a span, and those of spaces, that have not been inserted with this version. */
  async removeStaleEvents(version: bigint, { from, to }: ChangedSpan): Promise<void> {
    for (const table of ["event_base", "space_event_base"])
      await this.#connection.run("remove-stale-in-span", { table, version, from, until: to });
  }

  /** Notes which readings it has of some sensors, and that it has none of others, by their keys. */
  async putPositions(
    version: bigint,
    positions: readonly ReadingsPosition[],
    others: readonly number[],
  ): Promise<void> {
    if (others.length > 0)
      await this.#connection.run("remove-reading-positions", { version, sensors: others });
    const rows = positions.map(({ sensorKey, ...rest }) => ({ sensor: sensorKey, ...rest }));
    if (rows.length > 0) await this.putRows(version, "reading_position", [rows]);
  }

  /**
   * Removes the readings of some sensors, by their keys, or in a span, that have not been inserted with this version.
   *
   * @param logStart those that ended before it stay, in ms
   */
  async removeStaleReadings(
    version: bigint,
    of: { readonly sensorKeys: readonly number[] } | { readonly span: ChangedSpan },
    logStart: number,
  ): Promise<void> {
    const [statement, which] =
      "span" in of
        ? ["remove-stale-readings-in-span", { from: of.span.from, until: of.span.to }]
        : ["remove-stale-readings", { sensors: of.sensorKeys }];
    await this.#connection.run(statement, { version, least: logStart, ...which });
  }

  /** Removes the rows of a table that touch some spans and have not been inserted with this version. */
  async removeStale(version: bigint, table: DerivedTable, spans: ChangedSpans): Promise<void> {
    const each = [...spans.bySpace].flatMap(([id, some]) => some.map((span) => ({ id, ...span })));
    if (each.length === 0) return;
    const froms = each.map(({ from }) => from);
    await this.#connection.run(`remove-stale-${table}`, {
      version,
      space_ids: each.map(({ id }) => id),
      froms,
      untils: each.map(({ to }) => to),
      ...(table === "breach_base" ? {} : { least: froms.reduce((least, from) => Math.min(least, from)) }),
    });
  }

  /** The rows of a table, from an instant on in ms, by month. */
  async monthSums(table: SummedTable, from: number): Promise<MonthSums> {
    const rows = await this.#connection.rows<{ month: number; rows: string; checksum: string }>(
      `month-sums-of-${table}`,
      { from },
    );
    return new Map(
      rows.map(({ month, rows, checksum }) => [month, { rows: Number(rows), checksum: Number(checksum) }]),
    );
  }

  close(): Promise<void> {
    return this.#connection.close();
  }
}

const OWN_COLUMNS: ReadonlySet<string> = new Set(["version", "is_deleted"]);

/** Numbers of 64 bits are texts in ClickHouse's answers. */
const comparable = (value: MirrorRow[string] | undefined) =>
  value === null || Array.isArray(value) ? value : String(value);

function cellOf(row: MirrorRow, column: string, version: bigint) {
  if (column === "version") return version;
  if (column === "is_deleted") return 0;
  const value = row[column];
  if (value === undefined) throw new Error(`no value for column ${column}`);
  return value;
}
