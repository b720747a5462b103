import type { DuckDBConnection } from "@duckdb/node-api";
import { CLOCK_HOLD_MS } from "../domain/clock.ts";
import type { ReadingCopies, ReadingsPosition } from "../engine/ports.ts";

/**
 * A database for users' SQL: a copy of the log and of the catalog without its secrets, with the views and macros of
 * `sql/analysis/`. It is brought up to date by updates, which may come from another process.
 */
export interface AnalysisDatabase {
  /**
   * Brings the data that a query may read up to date with the source.
   *
   * @param query its text; the names in it determine which data must be brought up to date
   */
  prepare(query: string): Promise<void>;

  /**
   * A connection for a user's queries, which the caller closes. The whole instance has no access to files or the
   * network, and its configuration is locked. The caller ensures that a query only reads.
   */
  connect(): Promise<DuckDBConnection>;

  /**
   * The instant, in ms, that answers on a connection are as of: later events are not seen (D3). It stays the same
   * within a transaction.
   */
  asOf(connection: DuckDBConnection): Promise<number>;

  /** Waits for running updates, and closes the instance. */
  close(): Promise<void>;
}

export interface AnalysisOptions {
  /** Maximum bytes of the instance's memory, and of its temporary files. */
  readonly memoryBytes: number;
  readonly temporaryBytes?: number;
  /** Folder of temporary files. */
  readonly temporaryFolder: string;
  /** Threads that queries run on; as many as the machine has if absent. */
  readonly threads?: number;
}

/** State of an analysis database, from which the next update begins. */
export interface AnalysisState {
  /** The organization that the data belongs to, as the API writes its id; null if the database is empty. */
  readonly organizationId: string | null;
  /** The highest id of a copied event; 0 if there is none. */
  readonly lastEventId: number;
  /** The instant before which events had been removed when they were copied, in ms; 0 if none had. */
  readonly logStart: number;
  /** The digest of the copied catalog; null if none has been copied. */
  readonly catalogDigest: string | null;
  /** Which readings have been copied, by sensor. */
  readonly readings: readonly ReadingsPosition[];
  /** The present of the copy, in ms. */
  readonly asOf: number;
}

/**
 * Whether the clock has been set back behind the present of a copy: the copy then shows future events, and is created
 * again. It is kept if the difference is less than the present may stand still (D3).
 */
export function isSetBack(asOf: number, { asOf: held }: Pick<AnalysisState, "asOf">): boolean {
  return asOf + CLOCK_HOLD_MS < held;
}

export interface UpdatedDatabase extends AnalysisDatabase {
  state(): AnalysisState;

  /** Applies an update in one transaction, and deletes its files even if that fails. */
  applyUpdate(update: AnalysisUpdate): Promise<void>;
}

/** A value of a copied column; ids are decimal texts, since numbers cannot represent all of them. */
export type CopiedValue = string | number | boolean | null | readonly string[];

/** A row by column, with exactly the columns of a table of `sql/analysis/tables/`. */
export type CopiedRow = Readonly<Record<string, CopiedValue>>;

/**
 * The part of the catalog that users' SQL may read, by table: plain data without tokens, webhooks, network addresses
 * and other private data. All of it is JSON.
 */
export type CatalogCopy = Readonly<Record<string, readonly CopiedRow[]>>;

/** The changes of the source since a state. All of it is JSON, so that it can be sent to another process. */
export interface AnalysisUpdate {
  readonly organizationId: string;
  /** The present of the source, in ms: everything acknowledged before it is in the update. */
  readonly asOf: number;
  /** Whether the update has all events and readings; otherwise it has those after the copied ones. */
  readonly isWhole: boolean;
  readonly lastEventId: number;
  readonly logStart: number;
  /** Parquet files with the events, in order. The process that applies the update deletes them. */
  readonly parts: readonly string[];
  /** A Parquet file with the ids of all voided events; null if there are none. */
  readonly voided: string | null;
  /** A Parquet file with the changes whose events have been removed; null if none are to be copied. */
  readonly retained: string | null;
  /** The readings that have been added or have changed, and the path of their file; null if none have. */
  readonly readings: ReadingCopies | null;
  readonly catalogDigest: string;
  /** Null if the copy's catalog has this digest. */
  readonly catalog: CatalogCopy | null;
}
