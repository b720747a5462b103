import type { CatalogCopy, CopiedRow } from "../analysis/analysis-database.ts";
import type { EngineCore } from "../engine/engine.ts";
import type { MonthSum, VoidedLogEvent } from "../engine/ports.ts";
import type { ChangedSpan, ChangedSpans } from "./changed-spans.ts";
import type { CatalogTables } from "./count-inputs.ts";

export type { CatalogCopy, CopiedRow };

/** What a mirror is a copy of. */
export type MirrorSource = Pick<EngineCore, "catalog" | "changes" | "clock" | "events">;

/** How far a mirror is. */
export interface MirrorState {
  /** Of the rows that were shipped last; greater ones replace those of the same key. */
  readonly version: bigint;
  /** The organization whose data it has, as the API writes its id; null if it is empty. */
  readonly organizationId: string | null;
  /** It has all events up to this id, except those that were voided up to an instant, in ms. */
  readonly lastEventId: bigint;
  readonly voidedUntil: number;
  /** The digest of the catalog that it has; null if it has none. */
  readonly catalogDigest: string | null;
  /** The instant that its hours, days and breaches are as of, in ms, except for the changed spans. */
  readonly asOf: number;
  /** The spans whose hours, days and breaches are still to be shipped, and those whose events of spaces are, too. */
  readonly changed: ChangedSpans;
  readonly rebound: ChangedSpans;
}

/** The tables that are derived for spans of spaces. */
export type DerivedTable = "space_event_base" | "hour_base" | "day_base" | "breach_base";

/** The tables of a mirror that are compared by month. */
export const SUMMED_TABLES = [
  "event_base",
  "space_event_base",
  "hour_base",
  "day_base",
  "breach_base",
] as const;
export type SummedTable = (typeof SUMMED_TABLES)[number];

/** By month of UTC, as YYYYMM. */
export type MonthSums = ReadonlyMap<number, MonthSum>;

/** What local times are derived from, by tables. */
export interface LocalTimes {
  readonly zone_span: readonly CopiedRow[];
  readonly daily_reset: readonly CopiedRow[];
}

/** A row to insert, by its columns. */
export type MirrorRow = Readonly<Record<string, CopiedRow[string] | bigint>>;

/**
 * The tables of a mirror. Rows are inserted with a version; to insert them again, in any cut, changes nothing.
 *
 * All methods throw HeadcountError `unavailable` if it cannot be reached or is full.
 */
export interface MirrorTarget {
  /** The rows of events, counts and the catalog that have been inserted since it was opened. */
  readonly insertedRows: number;
  /** How far it is. What has been begun and not completed is among the changed spans. */
  state(): Promise<MirrorState>;
  /** Notes what the next rows change, so that it is shipped again if they are not completed. */
  begin(state: MirrorState): Promise<void>;
  /** Notes that all rows of a state are there. */
  complete(state: MirrorState): Promise<void>;
  /** The tables that counts are derived from. */
  catalog(): Promise<CatalogTables>;
  /** Replaces the rows of some tables of the catalog, as far as they differ. */
  putCatalog(version: bigint, tables: CatalogCopy | LocalTimes): Promise<void>;
  /** The instant of the first event or explicit reset that it has, in ms; null if it has none. */
  firstInstant(): Promise<number | null>;
  /** Inserts a Parquet file of events, or of events of spaces. */
  putFile(version: bigint, table: "event_base" | "space_event_base", path: string): Promise<void>;
  putRows(version: bigint, table: DerivedTable, rows: AsyncIterable<readonly MirrorRow[]>): Promise<void>;
  /** Removes voided events. */
  removeEvents(version: bigint, events: readonly VoidedLogEvent[]): Promise<void>;
  /** Removes the events of a span, up to an id, that have not been inserted with this version. */
  removeStaleEvents(version: bigint, span: ChangedSpan, lastId: bigint): Promise<void>;
  /** Removes the rows of a table that touch some spans and have not been inserted with this version. */
  removeStale(version: bigint, table: DerivedTable, spans: ChangedSpans): Promise<void>;
  /** The rows of a table, from an instant on in ms, by month. */
  monthSums(table: SummedTable, from: number): Promise<MonthSums>;
  close(): Promise<void>;
}
