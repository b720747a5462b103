import { groupBy } from "../domain/collections.ts";
import { must } from "../domain/errors.ts";
import type { ReadingsPosition, VoidedLogEvent } from "../engine/ports.ts";
import { type ChangedSpan, ChangedSpans } from "../mirror/changed-spans.ts";
import { type CatalogTables, INPUT_TABLES } from "../mirror/count-inputs.ts";
import type {
  CatalogCopy,
  DerivedTable,
  LocalTimes,
  LogTable,
  MirrorPoint,
  MirrorRow,
  MirrorState,
  MirrorTarget,
  MonthSums,
  SummedTable,
} from "../mirror/ports.ts";
import type { AnalyticsServer } from "./analytics-server.ts";
import { ClickHouseConnection } from "./connection.ts";
import { openMirrorSchema } from "./schema.ts";

/** A row of the table `cut`. 64-bit numbers are texts. */
interface StoredCut {
  readonly version: string;
  readonly organization_id: string;
  readonly event_id: string;
  readonly voided_until_ts: string;
  readonly events_as_of_ts: string;
  readonly counted_event_id: string;
  readonly counted_voided_until_ts: string;
  readonly as_of_ts: string;
  readonly missing_before_ts: string | null;
  readonly catalog_digest: string | null;
  readonly changed: string;
  readonly rebound: string;
  readonly is_complete: number;
}

/** A row of the table `reading_position`. */
interface StoredPosition {
  readonly sensor: number;
  readonly readings: string;
  readonly revision: number;
}

/** Voided events that are removed by one statement at most: their ids are in the address of the request. */
const VOIDED_MAX = 5_000;

/** The columns of each table, in their order. */
type Columns = ReadonlyMap<string, readonly string[]>;

/** The tables of a mirror in ClickHouse. */
export class MirrorTables implements MirrorTarget {
  readonly #connection: ClickHouseConnection;
  #columns: Columns | null = null;
  /** The rows of each table of the catalog that have been inserted last, as a text. */
  readonly #inserted = new Map<string, string>();
  #rows = 0;

  constructor(server: AnalyticsServer) {
    this.#connection = new ClickHouseConnection(server);
  }

  get insertedRows(): number {
    return this.#rows;
  }

  async state(): Promise<MirrorState> {
    await openMirrorSchema(this.#connection);
    this.#columns = await readColumns(this.#connection);
    this.#inserted.clear();
    const cuts = await this.#connection.rows<StoredCut>("cuts");
    const positions = await this.#connection.rows<StoredPosition>("reading-positions");
    const complete = cuts.find((cut) => cut.is_complete === 1);
    const changed = new ChangedSpans();
    const rebound = new ChangedSpans();
    for (const cut of cuts) {
      changed.addAll(ChangedSpans.parse(cut.changed));
      rebound.addAll(ChangedSpans.parse(cut.rebound));
    }
    return {
      version: BigInt(cuts.at(-1)?.version ?? 0),
      isInterrupted: cuts.some((cut) => cut.is_complete === 0),
      organizationId: cuts.at(-1)?.organization_id ?? null,
      events:
        complete === undefined
          ? null
          : pointOf(complete.event_id, complete.voided_until_ts, complete.events_as_of_ts),
      readings: positions.map(({ sensor, readings, revision }) => ({
        sensorKey: sensor,
        readings: Number(readings),
        revision,
      })),
      counts:
        complete === undefined
          ? null
          : pointOf(complete.counted_event_id, complete.counted_voided_until_ts, complete.as_of_ts),
      missingBefore: complete?.missing_before_ts == null ? null : Number(complete.missing_before_ts),
      catalogDigest: complete?.catalog_digest ?? null,
      changed,
      rebound,
    };
  }

  begin(state: MirrorState): Promise<void> {
    return this.#putCut(state, false);
  }

  complete(state: MirrorState): Promise<void> {
    return this.#putCut(state, true);
  }

  async #putCut(state: MirrorState, isComplete: boolean): Promise<void> {
    const events = must(state.events, "events");
    const counts = must(state.counts, "counts");
    const row = [
      state.version,
      must(state.organizationId, "organization"),
      events.eventId,
      events.voidedUntil,
      events.asOf,
      counts.eventId,
      counts.voidedUntil,
      counts.asOf,
      state.missingBefore,
      state.catalogDigest,
      state.changed.toText(),
      state.rebound.toText(),
      isComplete ? 1 : 0,
    ];
    await this.#connection.insertRows("insert-cut", [row]);
  }

  async catalog(): Promise<CatalogTables> {
    const tables = INPUT_TABLES.map(
      async (table) => [table, await this.#connection.rows("rows-of-catalog", { table })] as const,
    );
    return Object.fromEntries(await Promise.all(tables)) as unknown as CatalogTables;
  }

  async putCatalog(version: bigint, tables: CatalogCopy | LocalTimes): Promise<void> {
    for (const [table, rows] of Object.entries(tables)) {
      const text = JSON.stringify(rows);
      if (this.#inserted.get(table) === text) continue;
      await this.#insert(version, table, [rows]);
      await this.#connection.run("remove-old-rows", { table, version });
      this.#inserted.set(table, text);
    }
  }

  async firstInstant(): Promise<number | null> {
    const [row] = await this.#connection.rows<{ readonly ts: string | null }>("first-instant");
    return row?.ts == null ? null : Number(row.ts);
  }

  async putFile(version: bigint, table: LogTable, path: string): Promise<void> {
    const rows = await this.#connection.insertFile(`file-of-${table}`, path, { version });
    this.#rows += rows;
  }

  putRows(version: bigint, table: DerivedTable, rows: AsyncIterable<readonly MirrorRow[]>): Promise<void> {
    return this.#insert(version, table, rows);
  }

  /** Inserts rows, given by their columns. */
  async #insert(
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
    this.#rows += rows;
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

  async removeStaleEvents(version: bigint, { from, to }: ChangedSpan): Promise<void> {
    for (const table of ["event_base", "space_event_base"])
      await this.#connection.run("remove-stale-in-span", { table, version, from, until: to });
  }

  async putPositions(
    version: bigint,
    positions: readonly ReadingsPosition[],
    others: readonly number[],
  ): Promise<void> {
    if (others.length > 0)
      await this.#connection.run("remove-reading-positions", { version, sensors: others });
    const rows = positions.map(({ sensorKey, readings, revision }) => ({
      sensor: sensorKey,
      readings,
      revision,
    }));
    if (rows.length > 0) await this.#insert(version, "reading_position", [rows]);
  }

  async removeStaleReadings(
    version: bigint,
    of: { readonly sensorKeys: readonly number[] } | { readonly span: ChangedSpan },
    logStart: number,
  ): Promise<void> {
    if ("span" in of) {
      const { from, to } = of.span;
      const values = { version, from, until: to, least: logStart };
      await this.#connection.run("remove-stale-readings-in-span", values);
    } else {
      const values = { version, sensors: of.sensorKeys, least: logStart };
      await this.#connection.run("remove-stale-readings", values);
    }
  }

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

function pointOf(eventId: string, voidedUntil: string, asOf: string): MirrorPoint {
  const lastVoided = new Set<bigint>();
  return { eventId: BigInt(eventId), voidedUntil: Number(voidedUntil), lastVoided, asOf: Number(asOf) };
}

async function readColumns(connection: ClickHouseConnection): Promise<Columns> {
  const { database } = connection.server;
  const rows = await connection.rows<{ readonly table: string; readonly name: string }>("columns", {
    database,
  });
  const tables = groupBy(rows, ({ table }) => table);
  return new Map([...tables].map(([table, columns]) => [table, columns.map(({ name }) => name)]));
}

function cellOf(row: MirrorRow, column: string, version: bigint) {
  if (column === "version") return version;
  if (column === "is_deleted") return 0;
  const value = row[column];
  if (value === undefined) throw new Error(`no value for column ${column}`);
  return value;
}
