import type { Sensor } from "../../domain/resources.ts";
import type { DuplicateRule } from "../../domain/sensor-report.ts";
import type { Passages, ReadingSpan } from "../../readings/spread.ts";
import type { ResetHistoryOf } from "../../series/roller.ts";
import type { ChangeRun, RunSlice } from "../../series/run-block.ts";
import type {
  EventFilter,
  EventPage,
  EventRange,
  EventSpan,
  ExportedEvent,
  LoadPart,
  LogColumns,
  LoggedEvent,
  LogSpan,
  PageOf,
  RowRange,
  SensorEvent,
  SpaceEvent,
  SpaceEventFilter,
  StoredMark,
} from "./event-types.ts";
import type { AcceptedLoad, LoadOptions, StagedFile } from "./files.ts";
import type { DecidedReadings, ReadingsSpan } from "./reading-store.ts";

/** The log of sensor events and the runs derived from it. */
export interface EventStore extends EventReader, RunReader {
  /**
   * The instant before which events have been removed: the start of a UTC day, in ms; 0 if none. Runs of earlier days
   * do not change with links and sensors.
   */
  logStart(): number;

  /** The position of the log: the highest id ever stored; 0 if none. */
  position(): Promise<bigint>;

  /** Figures of the log and the runs; derives nothing. */
  summary(): Promise<LogSummary>;
  /**
   * The timestamp of the first event that counts for each of some spaces, in ms, if it is before the instant given for
   * the space. Removed events that can no longer be read are omitted.
   */
  firstChanges(spaces: ReadonlyMap<bigint, number>): Promise<ReadonlyMap<bigint, number>>;
  /** Sets by which resets runs are rolled up. To be called once, before runs are derived. */
  setResetHistories(historyOf: ResetHistoryOf): void;
  /** Derives the runs that commits have changed now, not when they are read. */
  deriveRuns(): Promise<void>;
  /**
   * Derives runs again from the log; runs without events in the log are kept, or compared with checksums. Compares also
   * what the readings of devices have counted with their events, if all spaces are compared.
   */
  rebuild(range: RebuildRange): Promise<RebuildResult>;
  /**
   * Copies events, including voided ones, into Parquet files in an empty folder: those with ids above `afterId`, in
   * order, with the columns id, ts, sensor, trajectory and event_id. Yields to other work.
   *
   * @throws HeadcountError `data-lost` if changes whose events have been removed cannot be read
   */
  copyEvents(afterId: bigint, folder: string): Promise<EventCopies>;

  /** The rows, in some ranges, whose identity is in the log (D9). To be called while a change is decided. */
  findStored(events: LogColumns, ranges: readonly RowRange[]): Promise<ReadonlySet<number>>;

  /** The stored request with the same token and key, for each request; null if none. */
  requests(requests: readonly IdempotentRequest[]): Promise<readonly (RememberedRequest | null)[]>;

  /**
   * Reads a file of reports.
   *
   * @throws HeadcountError `unreadable-input` if the file cannot be read or is empty
   */
  stage(path: string, options: LoadOptions): Promise<StagedFile>;

  /**
   * Chooses which rows of the file that was read last become events: not those that repeat a stored event, or each
   * other (D9). The log has them when a record with the returned load is appended, before the next file is read.
   *
   * @param sensors the sensors that the record adds to the catalog
   * @param rule what becomes of rows that repeat another one of the file
   * @throws HeadcountError `unavailable` if the log is too full
   */
  acceptStaged(sensors: readonly Sensor[], rule: DuplicateRule): Promise<AcceptedLoad>;

  /**
   * Makes the events of a file of readings, as `spreadCrossings` does, but not those that the log has. The log has them,
   * and the store the readings, when a record with the returned load is appended, before the next file is read.
   *
   * @throws HeadcountError `unavailable` if the log is too full
   */
  acceptReadings(parts: AsyncIterable<DecidedReadings>): Promise<AcceptedLoad>;

  /** The chosen events as parts, for engines that do not have the file. */
  stagedParts(): AsyncIterable<LoadPart>;

  /**
   * Events with a pending notification, the spaces whose last threshold notification was "unsafe", and the marks of
   * replays, in order.
   */
  loadLive(): Promise<{
    readonly pending: readonly LoggedEvent[];
    readonly unsafe: readonly bigint[];
    readonly marks: readonly StoredMark[];
  }>;

  /** The events after an id, up to another, ascending by id; not those that are voided. */
  eventsAfter(afterId: bigint, lastId: bigint): Promise<readonly LoggedEvent[]>;

  /**
   * The valid events of some sensors in a half-open span, in ms, that readings have made (D31), ascending by id.
   *
   * @param except ranges of ids that are left out
   */
  eventsOfReadings(
    sensorKeys: readonly number[],
    span: ReadingSpan,
    except?: IdRanges,
  ): Promise<readonly LoggedEvent[]>;

  /** The valid events that are to be voided, ascending by id. */
  eventsToVoid(which: EventsToVoid): Promise<FoundEvents>;
}

/** Events to be voided: those of a sensor in a half-open span in ms, or those in ranges of ids. */
export type EventsToVoid = ReadingsSpan | IdRanges;

/** The first and the last id of each of some ranges, ascending, which do not overlap. */
export interface IdRanges {
  readonly firstIds: readonly bigint[];
  readonly lastIds: readonly bigint[];
}

export interface FoundEvents extends Omit<LogColumns, "eventIds"> {
  readonly ids: Float64Array;
}

export interface VoidedEvents {
  /** Ascending. */
  readonly ids: Float64Array;
  readonly sensorKeys: readonly number[];
}

export interface EventReader {
  /** The event with an id; null if none, or if it is voided. */
  event(id: bigint): Promise<SensorEvent | null>;

  /**
   * The timestamp of the last event since an instant, in ms, of each sensor that has one. Voided events are included:
   * they show that the sensor worked.
   */
  lastEvents(since: number): Promise<ReadonlyMap<bigint, number>>;

  /** Events by timestamp, then by id. A filter by space or doorway selects the events that changed or passed it. */
  events(filter: EventFilter, page: EventPage): Promise<PageOf<SensorEvent>>;

  /** A space's events by timestamp, then by id. */
  spaceEvents(filter: SpaceEventFilter, page: EventPage): Promise<PageOf<SpaceEvent>>;

  /** As `events`, all of a range, in batches, at the speed of the caller. May include events that arrive meanwhile. */
  scanEvents(filter: EventFilter, range: EventRange): AsyncIterable<readonly SensorEvent[]>;

  /** As `spaceEvents`, all of a range, in batches, at the speed of the caller. */
  scanSpaceEvents(filter: SpaceEventFilter, range: EventRange): AsyncIterable<readonly SpaceEvent[]>;

  /**
   * All events of a half-open range in ms that have not been voided, by timestamp, then by id, in batches: those that
   * changed one of some spaces, or (null) all. The caller must read without delay.
   */
  exportEvents(range: EventSpan, spaceIds: readonly bigint[] | null): AsyncIterable<readonly ExportedEvent[]>;

  /** The events, days and span of a half-open range in ms. */
  logSpan(range: EventSpan): Promise<LogSpan>;

  /** Every effect that the events at some instants had on any space, ascending by timestamp, then by id. */
  effectsAt(instants: readonly number[]): Promise<readonly SpaceEvent[]>;
}

export interface EventCopies {
  /** The highest copied id; `afterId` if there are none. */
  readonly lastEventId: bigint;
  /** Names of the files in the folder, in order. */
  readonly parts: readonly string[];
  /** Name of a Parquet file with the ids of all voided events; null if there are none. */
  readonly voided: string | null;
  /**
   * Name of a Parquet file with the changes whose events have been removed, with the columns id (negative, ascending
   * within each space), ts, space_id and direction; null if there are none, or the copy does not begin at the first
   * event.
   */
  readonly retained: string | null;
}

export interface LogSummary {
  /** Events in the log, including voided ones. */
  readonly events: number;
  /** Events removed from the log. */
  readonly removedEvents: number;
  /** Days of spaces whose runs are to be derived again. */
  readonly staleRuns: number;
}

export interface SpaceRun extends ChangeRun {
  readonly spaceId: bigint;
}

/** Reads the derived runs; they are up to date with everything acknowledged before the call. */
export interface RunReader {
  /**
   * The runs of some spaces from day `fromDay` up to, not including, `toDay` (days since the epoch;
   * either may be infinite), ascending by space, then by day.
   */
  runs(spaceIds: readonly bigint[], fromDay: number, toDay: number): AsyncIterable<SpaceRun>;

  /**
   * Runs work over one space's runs of these days, in pieces that ascend by day. The pieces are valid until the work
   * ends.
   */
  read<T>(
    spaceId: bigint,
    fromDay: number,
    toDay: number,
    work: (pieces: readonly RunSlice[]) => Promise<T>,
  ): Promise<T>;
}

export interface RebuildRange {
  readonly spaceId: bigint | null;
  readonly from: number;
  readonly to: number;
  /** Compare only; store nothing. */
  readonly verify: boolean;
}

export interface RebuildResult {
  readonly runs: number;
  readonly events: number;
  /** With `verify`: runs that differ from the log. */
  readonly differences: readonly { readonly spaceId: bigint; readonly day: number }[];
  /** With `verify`: sensors whose readings differ from their events in the log, by serial number. */
  readonly sensors: readonly SensorDifference[];
}

/** Readings of a sensor that have other events in the log than they have counted (D31). */
export interface SensorDifference {
  readonly serialNumber: string;
  readonly readings: number;
  /** The end of the span of the first one, in ms. */
  readonly first: number;
  /** What they have counted, and their valid events in the log, in people. */
  readonly counted: Passages;
  readonly events: Passages;
}

/** A request that carried an idempotency key (D9). */
export interface IdempotentRequest {
  /** The id of the request's token: keys are separate for each token. */
  readonly tokenHash: string;
  readonly key: string;
  /** A text of its fields: distinguishes requests with the same key. */
  readonly fingerprint: string;
  /** In ms. */
  readonly instant: number;
  /** Requests before this instant, in ms, are ignored. */
  readonly since: number;
}

/** A request with a key that a commit stores with the event it created. */
export interface NewRequest extends IdempotentRequest {
  /** The row of the event among those of the commit. */
  readonly row: number;
  /** Null if the answer is not known yet. */
  readonly answer: string | null;
}

export interface RequestAnswer {
  readonly request: IdempotentRequest;
  readonly answer: string;
}

/** A stored request with an idempotency key. */
export interface RememberedRequest {
  readonly fingerprint: string;
  readonly eventId: bigint;
  /** Null if it was not answered. */
  readonly answer: string | null;
}
