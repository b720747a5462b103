import type { CatalogWrite } from "./catalog-store.ts";
import type { NewCall } from "./delivery-store.ts";
import type { LogColumns, SpaceChanges } from "./event-log.ts";
import type { NewRequest, RequestAnswer } from "./idempotency.ts";

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
  /** The present, in ms: a store may expect more events of these days. */
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
