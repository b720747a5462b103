import type { CatalogCopy, CopiedRow } from "../analysis/analysis-database.ts";
import type { EngineCore } from "../engine/engine.ts";
import type { MonthSum, ReadingsPosition, VoidedLogEvent } from "../engine/ports.ts";
import type { ChangedSpan, ChangedSpans } from "./changed-spans.ts";
import type { CatalogTables } from "./count-inputs.ts";

export type { CatalogCopy, CopiedRow };

/** What a mirror is a copy of. */
export type MirrorSource = Pick<EngineCore, "catalog" | "changes" | "clock" | "events" | "readings">;

/** What some tables have. */
export interface MirrorPoint {
  /** All events up to this id, except those that had been voided up to an instant, in ms. */
  readonly eventId: bigint;
  readonly voidedUntil: number;
  /** Those of them that were voided at that instant, as far as it is known: others may be voided at the same one. */
  readonly lastVoided: ReadonlySet<bigint>;
  /** The instant that the tables are as of, in ms. */
  readonly asOf: number;
}

/** How far a mirror is. */
export interface MirrorState {
  /** Of the rows that were shipped last; greater ones replace those of the same key. */
  readonly version: bigint;
  /** Whether rows with a version up to this one were shipped in a cut that has not been completed. */
  readonly isInterrupted: boolean;
  /** The organization whose data it has, as the API writes its id; null if it is empty. */
  readonly organizationId: string | null;
  /** What the events and the events of spaces have; null if the first fill has not begun. */
  readonly events: MirrorPoint | null;
  /** Which readings it has, by sensor; an interrupted cut may have shipped more. */
  readonly readings: readonly ReadingsPosition[];
  /** What hours, days and breaches have, except for the changed spans. */
  readonly counts: MirrorPoint | null;
  /** During the first fill: what is before this instant is still to be shipped, in ms. Null after it. */
  readonly missingBefore: number | null;
  /** The digest of the catalog that it has; null if it has none. */
  readonly catalogDigest: string | null;
  /**
   * The spans whose hours, days and breaches are still to be shipped, and those whose events of spaces are, too, because
   * the catalog has changed.
   */
  readonly changed: ChangedSpans;
  readonly rebound: ChangedSpans;
}

/** The tables that are derived for spans of spaces. */
export type DerivedTable = "space_event_base" | "hour_base" | "day_base" | "breach_base";

/** The tables of the log, of which a server may have removed old rows that the mirror keeps. */
export const LOG_TABLES = ["event_base", "space_event_base", "reading_base"] as const;
export type LogTable = (typeof LOG_TABLES)[number];

/** The tables of a mirror that are compared by month. */
export const SUMMED_TABLES = [...LOG_TABLES, "hour_base", "day_base", "breach_base"] as const;
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
  /** Inserts a Parquet file of events, of events of spaces, or of readings. */
  putFile(version: bigint, table: LogTable, path: string): Promise<void>;
  putRows(version: bigint, table: DerivedTable, rows: AsyncIterable<readonly MirrorRow[]>): Promise<void>;
  /** Removes voided events. */
  removeEvents(version: bigint, events: readonly VoidedLogEvent[]): Promise<void>;
  /** Removes the events of a span, and those of spaces, that have not been inserted with this version. */
  removeStaleEvents(version: bigint, span: ChangedSpan): Promise<void>;
  /** Notes which readings it has of some sensors, and that it has none of others, by their keys. */
  putPositions(
    version: bigint,
    positions: readonly ReadingsPosition[],
    others: readonly number[],
  ): Promise<void>;
  /**
   * Removes the readings of some sensors, by their keys, or in a span, that have not been inserted with this version.
   *
   * @param logStart those that ended before it stay, in ms
   */
  removeStaleReadings(
    version: bigint,
    of: { readonly sensorKeys: readonly number[] } | { readonly span: ChangedSpan },
    logStart: number,
  ): Promise<void>;
  /** Removes the rows of a table that touch some spans and have not been inserted with this version. */
  removeStale(version: bigint, table: DerivedTable, spans: ChangedSpans): Promise<void>;
  /** The rows of a table, from an instant on in ms, by month. */
  monthSums(table: SummedTable, from: number): Promise<MonthSums>;
  close(): Promise<void>;
}
