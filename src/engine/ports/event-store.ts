import type { SensorPlacement } from "../../domain/resources.ts";
import type { LogColumns, LoggedEvent, RowRange } from "./event-log.ts";
import type {
  EventFilter,
  ExportedEvent,
  LogSpan,
  SensorEvent,
  SpaceEvent,
  SpaceEventFilter,
} from "./events.ts";
import type { LoadOptions, StagedFile } from "./file-load.ts";
import type { IdempotentRequest, RememberedRequest } from "./idempotency.ts";
import type { EventPage, EventRange, PageOf } from "./pages.ts";
import type { RebuildRange, RebuildResult, RunReader } from "./runs.ts";

/** A sensor's report as it enters the log. */
export interface SensorReport {
  readonly serialNumber: string;
  /** In ms. */
  readonly timestamp: number;
  readonly trajectory: SensorPlacement;
  /** The sender's own id for it; null where absent (D9). */
  readonly eventId: string | null;
}

/** The log of sensor events and what is derived from it. */
export interface EventStore extends RunReader {
  /** The position of the log: the highest id that it has had; 0 where it has had no event. */
  position(): Promise<bigint>;

  /** Looks for the rows, of some ranges, whose identity the log holds (D9). */
  findStored(events: LogColumns, ranges: readonly RowRange[]): Promise<StoredRows>;

  /** Events with a pending notification, and the spaces whose last threshold notification said unsafe. */
  loadLive(): Promise<{ readonly pending: readonly LoggedEvent[]; readonly unsafe: readonly bigint[] }>;

  /**
   * Reads a file of reports, and stores nothing of it yet. Rows from before `logStart` are rejected.
   *
   * @throws HeadcountError `unreadable-input` where the file as a whole cannot be read, or is empty
   */
  stage(path: string, options: LoadOptions): Promise<StagedFile>;

  /** What is remembered of each of some requests: of one with the same token and key, or null. */
  requests(requests: readonly IdempotentRequest[]): Promise<readonly (RememberedRequest | null)[]>;

  /** The event of an id that has not been voided, or null. */
  event(id: bigint): Promise<SensorEvent | null>;

  /**
   * The timestamp of the last event since an instant, in ms, of each sensor that has one. A voided event is
   * one: its sensor was alive.
   */
  lastEvents(since: number): Promise<ReadonlyMap<bigint, number>>;

  /** Events by timestamp, then by id. A filter by space or doorway finds those that changed or passed it. */
  events(filter: EventFilter, page: EventPage): Promise<PageOf<SensorEvent>>;

  /** A space's events by timestamp, then by id. */
  spaceEvents(filter: SpaceEventFilter, page: EventPage): Promise<PageOf<SpaceEvent>>;

  /**
   * As `events`, all of a range, batch by batch, however slowly they are taken. What arrives meanwhile may
   * be among them.
   */
  scanEvents(filter: EventFilter, range: EventRange): AsyncIterable<readonly SensorEvent[]>;

  /** As `spaceEvents`, all of a range, batch by batch, however slowly they are taken. */
  scanSpaceEvents(filter: SpaceEventFilter, range: EventRange): AsyncIterable<readonly SpaceEvent[]>;

  /**
   * All events of a half-open range in ms that have not been voided, by timestamp, then by id, batch by batch:
   * those that changed one of some spaces, or (null) all. To be taken without delay.
   */
  exportEvents(
    range: Pick<EventRange, "start" | "end">,
    spaceIds: readonly bigint[] | null,
  ): AsyncIterable<readonly ExportedEvent[]>;

  /** What the log holds of a half-open range in ms. */
  logSpan(range: Pick<EventRange, "start" | "end">): Promise<LogSpan>;

  /** Every effect that the events at some instants had on any space, ascending by timestamp, then by id. */
  effectsAt(instants: readonly number[]): Promise<readonly SpaceEvent[]>;

  /**
   * The timestamp of the first event that counts for each of some spaces, in ms, where it lies before an instant:
   * one of its own for each space. What cannot be read any more of events that have been removed is left out.
   */
  firstChanges(spaces: ReadonlyMap<bigint, number>): Promise<ReadonlyMap<bigint, number>>;

  /** Derives runs again from the log; what the log no longer has is left as it is, or compared with what it was. */
  rebuild(range: RebuildRange): Promise<RebuildResult>;

  /**
   * The instant from before which events have been removed: the start of a UTC day, in ms; 0 where none have.
   * Runs of earlier days stay what they were, whatever becomes of links and sensors.
   */
  logStart(): number;

  /**
   * Removes the events from before an instant from the log, for good. What has been derived from them stays.
   * An instant at or before `logStart` changes nothing.
   *
   * @param boundary the start of a UTC day, in ms
   * @param now the present, in ms
   * @throws HeadcountError `conflict` where what is derived is not what the log says, or events from before it
   * are still coming in; `unavailable` where there is no room for it. In each case nothing has changed
   */
  removeBefore(boundary: number, now: number): Promise<RemovedEvents>;

  /**
   * Copies events, voided ones too, into Parquet files of an empty folder: those with ids after one up to
   * the highest now, in order, with the columns id, ts, sensor, trajectory and event_id. Others have their
   * turn meanwhile.
   *
   * @throws HeadcountError `data-lost` where changes whose events have been removed cannot be read
   */
  copyEvents(afterId: bigint, folder: string): Promise<EventCopies>;

  /** How the log and the runs are, as they are now: nothing is brought up to date for it. */
  summary(): Promise<LogSummary>;
}

/** Rows whose identity the log holds. */
export interface StoredRows {
  readonly rows: ReadonlySet<number>;
  /** The position of the log at which that holds: for `NewEvents.after`. */
  readonly position: bigint;
}

/** Files that hold copied events. */
export interface EventCopies {
  /** The highest id among them; that which they were to follow where there are none. */
  readonly lastEventId: bigint;
  /** Paths of the files, in order. */
  readonly parts: readonly string[];
  /** Path of a Parquet file with the id of every event that has been voided; null where none has. */
  readonly voided: string | null;
  /**
   * Path of a Parquet file with the changes whose events have been removed, with the columns id (negative,
   * ascending within each space), ts, space_id and direction; null where there are none, or those after another
   * event than the first were asked for.
   */
  readonly retained: string | null;
}

/** What a removal of events amounted to. */
export interface RemovedEvents {
  /** How many have gone, voided ones too. */
  readonly events: number;
}

/** The log and the runs in figures. */
export interface LogSummary {
  /** Events in the log, voided ones too. */
  readonly events: number;
  /** Events that it has had and that have been removed. */
  readonly removedEvents: number;
  /** The greatest id of an event that it has had; 0 where there is none. */
  readonly lastEventId: bigint;
  /** Days of spaces whose runs are to be derived again. */
  readonly staleRuns: number;
}
