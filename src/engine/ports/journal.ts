import { conflict, HeadcountError } from "../../domain/errors.ts";
import type { Actor, CatalogWrite } from "./catalog-store.ts";
import type { AttemptOutcome, NewDelivery, SurplusDeliveries } from "./delivery-store.ts";
import type { NewRequest, RequestAnswer, VoidedEvents } from "./event-store.ts";
import type { ClosedLoad, LoadPart, LogColumns, ReplayMark, SpaceChanges } from "./event-types.ts";
import type { NewReadings } from "./reading-store.ts";
import type { LogPosition } from "./shared-log.ts";

/** Events that a commit appends to the log. Their ids ascend by 1 in the order of the rows. */
export interface NewEvents {
  /** None of them is from before `EventStore.logStart`. */
  readonly columns: LogColumns;
  /** Whether sockets and webhooks are notified of them, and they show that their sensors work (D23). */
  readonly isLive: boolean;
}

/** The notifications that a commit makes pending, and those that have been sent. */
export interface NotificationWrite {
  readonly marks: readonly ReplayMark[];
  /** If there are new marks, those from before this instant, in ms, are removed. */
  readonly marksSince: number;
  /** Rows of the commit's events whose notifications are sent later, when the events are due (D3). */
  readonly pending: readonly number[];
  /** Ids of events whose notifications were pending, and are not any more. */
  readonly notified: readonly bigint[];
  /** Spaces that have become unsafe, or safe again (D23). */
  readonly unsafe: readonly { readonly spaceId: bigint; readonly unsafe: boolean }[];
}

/** One change of the state: all of it is stored or nothing. Omitted fields change nothing. */
export interface LogRecord {
  /** The time of the change, in ms: a store may expect more events of these days. */
  readonly now: number;
  /** Who makes the change. Entries of the audit log have their own: a record may have the reports of several senders. */
  readonly actor: Actor;
  /** The ids of its first event and its first delivery, or of the first ones after it. Further ids follow in order. */
  readonly ids: CommittedIds;
  readonly events?: NewEvents;
  /** In place of `events`: those of a load. */
  readonly part?: LoadPart;
  readonly load?: ClosedLoad;
  /** Readings of devices, whose events are those of this record (D31). */
  readonly readings?: NewReadings;
  /** Numbers of reports that were dropped as duplicates (D9). */
  readonly duplicates?: readonly { readonly sensorId: bigint; readonly events: number }[];
  /** Requests that created events, each a row of the events. */
  readonly requests?: readonly NewRequest[];
  /** Answers to stored requests; the first answer to a request stays. */
  readonly answers?: readonly RequestAnswer[];
  /** Events that count for nothing from `now` on (D5). */
  readonly voided?: VoidedEvents;
  readonly catalog?: CatalogWrite;
  readonly deliveries?: readonly NewDelivery[];
  /** Outcomes of attempts; a delivery has one of each attempt. */
  readonly outcomes?: readonly AttemptOutcome[];
  readonly surplus?: SurplusDeliveries;
  /**
   * The start of a UTC day, in ms: the events before it are permanently removed from the log, and the runs derived from
   * them stay. An instant at or before `EventStore.logStart` changes nothing. Such a record has no other part, and is stored alone.
   */
  readonly logStart?: number;
  readonly notifications?: NotificationWrite;
  /** The format of this record and of all after it in the log that engines share, if those before it have a lower one. */
  readonly format?: number;
  readonly acceptedLoss?: AcceptedLoss;
}

/** Acknowledged changes that are missing. Their ids, the ones before those of the record, are not assigned again. */
export interface AcceptedLoss {
  /** The last remaining event's id. */
  readonly keptEventId: bigint;
  readonly nextId: bigint;
  readonly reason: string;
}

export interface AppendedRecord {
  readonly record: LogRecord;
  /** The changes of counts by its events, in their order: they follow from the record and the catalog. */
  readonly changes?: SpaceChanges | undefined;
}

export interface CommittedIds {
  readonly eventId: bigint;
  readonly deliveryId: bigint;
}

/**
 * The errors of a write that is in conflict with stored data. `log-moved`: other events or deliveries have got the
 * record's ids. `no-event`: an event to void does not exist, or is voided already.
 */
export const COMMIT_CONFLICTS = {
  "log-moved": () =>
    new HeadcountError("unavailable", "other events were stored at the same time; send these again"),
  "no-event": () => conflict("event-voided", "the event does not exist or has already been voided"),
} as const;

export interface LogPlace {
  readonly log: string;
  /** The random name that the store has among those that follow the log. */
  readonly node: string;
  readonly at: LogPosition;
}

/** The place of the last record of some, which is stored with them. */
export interface LogWrite extends LogPlace {
  /** Appends the record to the log. Called when nothing can refuse it any more; it is stored only if this resolves. */
  readonly confirm?: () => Promise<void>;
}

/** The only way to write events, the catalog and new deliveries. */
export interface JournalStore {
  /** The ids that the next record's first event and first delivery get. */
  nextIds(): CommittedIds;

  /**
   * Stores records as one unit, after those that were appended earlier. When the promise resolves, they are on disk;
   * after an error nothing of them is stored.
   *
   * @param logged their place in the log that engines share, if they do
   * @throws HeadcountError one of `COMMIT_CONFLICTS`; `unavailable` if the log or the disk is full; `conflict` if runs
   * differ from the events to be removed, or such events still arrive; what `logged.confirm` throws
   */
  append(records: readonly AppendedRecord[], logged?: LogWrite): Promise<void>;
}
