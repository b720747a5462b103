import type { HeadcountError } from "../domain/errors.ts";
import type { CatalogStore } from "./ports/catalog-store.ts";
import type { ChangedEvents } from "./ports/changed-events.ts";
import type { DeliveryStore } from "./ports/delivery-store.ts";
import type { EventStore } from "./ports/event-store.ts";
import type { AcceptedLoss, JournalStore, LogPlace } from "./ports/journal.ts";
import type { ReadingStore } from "./ports/reading-store.ts";

/**
 * The ports of a store with their data types and errors, for import from one module. `Store` has them all. SQL of users
 * has a port of its own (`ports/ad-hoc-sql.ts`).
 */
export type * from "./ports/catalog-store.ts";
export type * from "./ports/changed-events.ts";
export type * from "./ports/delivery-store.ts";
export type * from "./ports/event-store.ts";
export type * from "./ports/event-types.ts";
export type * from "./ports/files.ts";
export * from "./ports/journal.ts";
export type * from "./ports/reading-store.ts";
export type * from "./ports/shared-log.ts";

/** An open data directory: one process, one thread holds it. */
export interface Store {
  readonly journal: JournalStore;
  readonly catalog: CatalogStore;
  readonly events: EventStore;
  readonly readings: ReadingStore;
  readonly deliveries: DeliveryStore;
  readonly changes: ChangedEvents;
  readonly backups: BackupSource;
  readonly disk: DiskReader;
  /** Acknowledged changes that it lacks, since their loss has been accepted: the first record is to say so. */
  readonly acceptedLoss: AcceptedLoss | null;
  /** How far it had followed a log that it shares with other stores when it was opened; null if it follows none. */
  readonly followed: LogPlace | null;
  leaveLog(): Promise<void>;
  /** Resolves with the error when the store can only be closed. */
  readonly failed: Promise<HeadcountError>;
  /** Resolves with the error when damaged data is found; undamaged data stays available. */
  readonly damaged: Promise<HeadcountError>;
  /** Checkpoints and releases the directory. */
  close(): Promise<void>;
}

export interface BackupOrder {
  readonly release: string;
  /** The current time, in ms. */
  readonly now: number;
  /** Called with the bytes written and the estimated total. */
  readonly onProgress: (bytes: number, total: number) => void;
}

export interface PackedBackup {
  /** The backup as a tar archive, which can be read once. */
  readonly archive: AsyncIterable<Uint8Array>;
  discard(): Promise<void>;
}

/**
 * Makes backups while the store is in use. A backup has the data of the store as of one instant. One is made at a
 * time; a failed one is deleted.
 */
export interface BackupSource {
  /**
   * Makes a backup in a folder that does not exist or is empty.
   *
   * @throws HeadcountError `conflict` if the folder is not empty, or another backup is being made; `unavailable` if
   * the disk is full or the store is being closed
   */
  write(folder: string, order: BackupOrder): Promise<void>;

  /** Makes a backup to send; the next one can be made after it is discarded. */
  pack(order: BackupOrder): Promise<PackedBackup>;
}

/** The bytes that a store uses on disk. */
export interface DiskFigures {
  /** The catalog and the log. */
  readonly database: number;
  /** The runs and roll-ups derived from it. */
  readonly runs: number;
  /** Free space that the process may use. */
  readonly free: number;
}

export interface DiskReader {
  figures(): Promise<DiskFigures>;
}
