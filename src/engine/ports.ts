import type { HeadcountError } from "../domain/errors.ts";
import type { CatalogStore, CatalogWrite } from "./ports/catalog-store.ts";
import type { DeliveryStore, NewCall } from "./ports/delivery-store.ts";
import type { EventStore, NewRequest, RequestAnswer } from "./ports/event-store.ts";
import type { LogColumns, SpaceChanges } from "./ports/events.ts";

/**
 * What the engine needs from a store, and what goes between them: the one module that others import these
 * contracts from. Begin with `Store`.
 */
export type * from "./ports/catalog-store.ts";
export type * from "./ports/delivery-store.ts";
export type * from "./ports/event-store.ts";
export type * from "./ports/events.ts";

/** An open data directory: one process, one thread holds it. */
export interface Store {
  readonly journal: Journal;
  readonly catalog: CatalogStore;
  readonly events: EventStore;
  readonly deliveries: DeliveryStore;
  readonly backups: BackupSource;
  readonly disk: DiskReader;
  /** Resolves with what is wrong where it can be used no longer: all that is left is to close it. */
  readonly failed: Promise<HeadcountError>;
  /** Resolves with what is wrong where data are found damaged; all that is not is served on. */
  readonly damaged: Promise<HeadcountError>;
  /** Checkpoints and releases the directory. */
  close(): Promise<void>;
}

/** Events that a commit appends to the log. Their ids ascend by 1 in the order of the rows. */
export interface NewEvents {
  /** None of them is from before `EventStore.logStart`. */
  readonly columns: LogColumns;
  /** What they change, in their order. */
  readonly changes: SpaceChanges;
  /**
   * The position of the log at which their duplicates were looked for (D9). Where other events have been committed
   * since, this is a conflict; null where duplicates are kept.
   */
  readonly after: bigint | null;
}

/** Which notifications a commit makes pending, and which it has sent. */
export interface NotificationWrite {
  /** Rows of the commit's events whose notifications are sent later, when the events are due (D3). */
  readonly pending: readonly number[];
  /** Ids of events whose notifications were pending, and are not any more. */
  readonly notified: readonly bigint[];
  /** Spaces that have become unsafe, or safe again (D23). */
  readonly unsafe: readonly { readonly spaceId: bigint; readonly unsafe: boolean }[];
}

/** Everything that one commit stores: all of it or nothing. What is absent stays as it is. */
export interface JournalWrite {
  /** The current time, in ms: a store may expect more events of these days. */
  readonly now: number;
  readonly events?: NewEvents;
  /** Requests that created events, each a row of the events. */
  readonly requests?: readonly NewRequest[];
  /** Answers to stored requests; the first answer to a request stays. */
  readonly answers?: readonly RequestAnswer[];
  /** The id of an event that counts for nothing from `now` on (D5). */
  readonly voided?: bigint;
  readonly catalog?: CatalogWrite;
  /** Webhook calls. */
  readonly calls?: readonly NewCall[];
  readonly notifications?: NotificationWrite;
}

/** The ids that a commit has given to what it stored. Those of the others of a kind follow in order. */
export interface CommittedIds {
  /** Of the first event, or of the next commit's where it had none. */
  readonly eventId: bigint;
  /** Of the first webhook call, likewise. */
  readonly callId: bigint;
}

/**
 * Why nothing of a write was stored. `log-moved`: other events were committed after `NewEvents.after`. `log-start`: an
 * event is from before `EventStore.logStart`. `no-event`: the event to void does not exist, or is voided already.
 */
export type CommitConflict = "log-moved" | "log-start" | "no-event";

export type CommitResult =
  | { readonly conflict: null; readonly ids: CommittedIds }
  | { readonly conflict: CommitConflict };

/** The one way to change what a store holds of events, the catalog and the outbox's new calls. */
export interface Journal {
  /**
   * Stores a write as one unit, after those whose commits began before. What this resolves as committed is on disk;
   * where it is a conflict, or throws, nothing of the write is stored.
   *
   * @throws HeadcountError `unavailable` where the log is full, or the disk
   */
  commit(write: JournalWrite): Promise<CommitResult>;
}

/** How a backup is made. */
export interface BackupOrder {
  /** Of the program, for the backup to say so. */
  readonly release: string;
  /** The current time, in ms. */
  readonly now: number;
  /** Told how far it has come, in bytes; the total is about what there will be. */
  readonly onProgress: (bytes: number, total: number) => void;
}

/** A backup in a folder of the data directory, until it has been sent. */
export interface StagedBackup {
  readonly folder: string;
  /** Takes it away. */
  discard(): Promise<void>;
}

/**
 * Makes backups while everything else goes on: all that the store holds, as it would find it again if its
 * process were killed at one instant. One is made at a time, and what has been made of one that fails is
 * taken away.
 */
export interface BackupSource {
  /**
   * Makes one in a folder that does not exist or is empty.
   *
   * @throws HeadcountError `conflict` where the folder is not empty, or another is being made; `unavailable`
   * where there is no room for it, or the store is being closed
   */
  write(folder: string, order: BackupOrder): Promise<void>;

  /** The same for one that is to be sent; the next can be made when it has been discarded. */
  stage(order: BackupOrder): Promise<StagedBackup>;
}

/** What a store takes on disk, in bytes. */
export interface DiskFigures {
  /** The catalog and the log. */
  readonly database: number;
  /** The runs and roll-ups derived from it. */
  readonly runs: number;
  /** Free space that the process may use. */
  readonly free: number;
}

/** Says what a store takes on disk. */
export interface DiskReader {
  figures(): Promise<DiskFigures>;
}
