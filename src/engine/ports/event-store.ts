import type { SensorPlacement } from "../../domain/resources.ts";
import type { ChangeRun, RunSlice } from "../../series/run-block.ts";
import type { CatalogWrite } from "./catalog-store.ts";
import type {
  EventFilter,
  EventPage,
  EventRange,
  ExportedEvent,
  LogColumns,
  LoggedEvent,
  LogSpan,
  PageOf,
  RowRange,
  SensorEvent,
  SpaceEvent,
  SpaceEventFilter,
} from "./events.ts";

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
   * The timestamp of the first event that counts for each of some spaces, in ms, where it is before an instant:
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
   * @param now the current time, in ms
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

/** The result of a removal of events. */
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

/** A run and the space it belongs to. */
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
   * Has some work done over one space's runs of such days, in pieces that ascend by day. What is loaded of
   * them can be used until the work is done.
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

/** The result of deriving runs again from the log. */
export interface RebuildResult {
  readonly runs: number;
  readonly events: number;
  /** With `verify`: runs that differ from what the log says. */
  readonly differences: readonly { readonly spaceId: bigint; readonly day: number }[];
}

/** What became of the reports of one batch or file. */
export interface IngestResult {
  readonly accepted: number;
  readonly duplicates: number;
}

/** A row of a file that was rejected: which (counted from 1, without the header), and why. */
export interface RejectedRow {
  readonly row: number;
  readonly reason: string;
}

/** How far a load has come. */
export interface LoadProgress {
  readonly phase: "reading" | "storing" | "sending" | "deriving";
  /** From 0 to 1 within the phase, null where unknown. */
  readonly fraction: number | null;
  /** Rows so far, null where unknown; estimated where DuckDB reads the file. */
  readonly rows: number | null;
  /** The size of the file in bytes, of which the fraction has been read; null after reading. */
  readonly bytes: number | null;
}

/** Which column of a file holds which field. */
export type ColumnMap = Readonly<
  Partial<Record<"sensor_serial_number" | "timestamp" | "trajectory" | "event_id", string>>
>;

export interface LoadOptions {
  readonly columns: ColumnMap;
  /** Keep rows without an event id that repeat another in the same file (D9). */
  readonly keepDuplicates: boolean;
  /** The current time, in ms: later rows are rejected as D3 says. */
  readonly now: number;
  readonly onReject: (row: RejectedRow) => void;
  readonly onProgress: (progress: LoadProgress) => void;
}

export interface LoadResult extends IngestResult {
  /** Data rows in the file. */
  readonly rows: number;
  /** Rows rejected, by reason. */
  readonly rejected: ReadonlyMap<string, number>;
  /** Rows not rejected, by the serial number of their sensor. */
  readonly sensorRows: ReadonlyMap<string, number>;
}

/** A file whose rows have been read, and wait to be appended to the log. */
export interface StagedFile extends Omit<LoadResult, keyof IngestResult> {
  /** The serial numbers that the catalog has no sensor of. */
  readonly unknownSerials: readonly string[];

  /**
   * Appends all rows that were not rejected as one unit, with the sensors that the catalog lacks. Rows stored already,
   * or repeated in the file, are counted as duplicates (D9). To be called once at most, before another file is staged.
   */
  append(sensors: CatalogWrite): Promise<IngestResult>;
}

/** A request that carried an idempotency key (D9). */
export interface IdempotentRequest {
  /** Of the token that made it: keys are each token's own. */
  readonly tokenHash: string;
  readonly key: string;
  /** What its body says: another request with the same key says something else. */
  readonly fingerprint: string;
  /** In ms. */
  readonly instant: number;
  /** Requests from before this instant, in ms, are forgotten. */
  readonly since: number;
}

/** A request with a key that a commit stores with the event it created. */
export interface NewRequest extends IdempotentRequest {
  /** The row of the event among those of the commit. */
  readonly row: number;
  /** Null where the answer is not known yet. */
  readonly answer: string | null;
}

/** The answer to a stored request. */
export interface RequestAnswer {
  readonly request: IdempotentRequest;
  readonly answer: string;
}

/** What is remembered of a request with an idempotency key. */
export interface RememberedRequest {
  readonly fingerprint: string;
  readonly eventId: bigint;
  /** Null where it was not answered. */
  readonly answer: string | null;
}
