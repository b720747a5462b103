import { CLOCK_HOLD_MS, type Clock } from "../domain/instant.ts";
import type { DuckDBConnection } from "../store/duckdb/duckdb-api.ts";

/**
 * A database of its own for ad hoc SQL: a copy of the log and of the catalog without its secrets, and the
 * views and macros of `sql/analysis/` over them. `openDirectoryAnalysis` and `openServedAnalysis` make one.
 */
export interface AnalysisDatabase {
  /**
   * Brings what a query may read up to date with what the source holds.
   *
   * @param query its text, which is looked through for the names of what takes work to bring up to date
   */
  prepare(query: string): Promise<void>;

  /**
   * A connection for a user's queries, which the caller closes. The whole instance has no access to files
   * or the network, and its configuration is locked. That a query only reads is the caller's to see to.
   */
  connect(): Promise<DuckDBConnection>;

  /**
   * The instant, in ms, that answers on a connection are as of: nothing after it is seen (D3). Where a transaction
   * has begun, it holds for all of it.
   */
  asOf(connection: DuckDBConnection): Promise<number>;

  /** Waits for what is being brought up to date, and closes the instance. */
  close(): Promise<void>;
}

export interface AnalysisOptions {
  /** The present; what is served takes it from its updates. */
  readonly clock: Clock;
  /** Bytes that the instance takes at most, and that it may put into temporary files beyond that. */
  readonly memoryBytes: number;
  readonly temporaryBytes?: number;
  /** Where temporary files go. */
  readonly temporaryFolder: string;
  /** Threads that queries run on; as many as the machine has where absent. */
  readonly threads?: number;
}

/** What an analysis database holds already: what the next update begins from. */
export interface AnalysisState {
  /** The organization whose data it is, as the API writes its id; null where it holds nothing yet. */
  readonly organizationId: string | null;
  /** The highest id of an event that it holds; 0 where it holds none. */
  readonly lastEventId: number;
  /** The instant from before which events had been removed when they were copied, in ms; 0 where none had. */
  readonly logStart: number;
  /** Which copy of the catalog it holds; null where it holds none. */
  readonly catalogDigest: string | null;
  /** The present of the copy, in ms. */
  readonly asOf: number;
}

/** What a change of the copy leaves in it. */
export type HeldState = Omit<AnalysisState, "asOf">;

/**
 * Whether the clock has been set back behind the present of a copy: what the copy shows has not all happened yet, so it is
 * made again. A clock that is behind by less than the present may stand still (D3) catches up with the copy.
 */
export function isSetBack(asOf: number, { asOf: held }: Pick<AnalysisState, "asOf">): boolean {
  return asOf + CLOCK_HOLD_MS < held;
}

/** A value of a copied column; ids are decimal texts, since a number would not hold all of them. */
export type CopiedValue = string | number | boolean | null | readonly string[];

/** A row by column: a table of `sql/analysis/base/` has just these columns. */
export type CopiedRow = Readonly<Record<string, CopiedValue>>;

/**
 * What ad hoc SQL may know of the catalog, by table: plain data without tokens, webhooks, network addresses
 * and other private data. All of it is JSON.
 */
export interface CatalogCopy {
  readonly tables: Readonly<Record<string, readonly CopiedRow[]>>;
}

/** What has happened in the source since a state. All of it is JSON, so that it can go to another process. */
export interface AnalysisUpdate {
  readonly organizationId: string;
  /** The present of the source, in ms: everything acknowledged before it is in the update. */
  readonly asOf: number;
  /** Whether the events are all that there are; otherwise they follow those that are held. */
  readonly isWhole: boolean;
  readonly lastEventId: number;
  readonly logStart: number;
  /** Parquet files with the events, in order. The process that applies the update deletes them. */
  readonly parts: readonly string[];
  /** A Parquet file with the ids of all voided events; null where there are none. */
  readonly voided: string | null;
  /** A Parquet file with the changes whose events have been removed; null where there are none, or they are held. */
  readonly retained: string | null;
  readonly catalogDigest: string;
  /** Null where the copy that is held has this digest. */
  readonly catalog: CatalogCopy | null;
}

/** An analysis database that is fed by updates, which another process makes. */
export interface ServedAnalysis extends AnalysisDatabase {
  /** What it holds. */
  state(): AnalysisState;

  /** Applies an update in one transaction, and deletes its files even if that fails. */
  applyUpdate(update: AnalysisUpdate): Promise<void>;
}
