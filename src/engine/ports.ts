import type {
  AssignedTeam,
  Attachment,
  Doorway,
  Json,
  Link,
  Reset,
  ScheduleSpan,
  Sensor,
  SensorPlacement,
  SensorState,
  Space,
  TimeSegment,
  TimeSegmentGroup,
  Token,
  Webhook,
} from "../domain/resources.ts";
import type { ChangeRun } from "../series/change-run.ts";

export type { ChangeRun } from "../series/change-run.ts";
export type { CountRow } from "./count-rows.ts";

/** The catalog's tables: what the store holds of each kind of resource. */
export interface CatalogTables {
  readonly space: Space;
  readonly assignedTeam: AssignedTeam;
  readonly doorway: Doorway;
  readonly sensor: Sensor;
  readonly sensorState: SensorState;
  readonly attachment: Attachment;
  readonly link: Link;
  readonly schedule: ScheduleSpan;
  readonly reset: Reset;
  readonly timeSegment: TimeSegment;
  readonly timeSegmentGroup: TimeSegmentGroup;
  readonly webhook: Webhook;
  readonly token: Token;
}
export type CatalogTable = keyof CatalogTables;

/** Everything the catalog holds, each table ascending by id. */
export interface CatalogRows extends Readonly<{ [T in CatalogTable]: readonly CatalogTables[T][] }> {
  readonly organizationId: bigint;
  /** The id the next new resource gets. */
  readonly nextId: bigint;
}

/** One sensor's events over a span may have come to belong to a space, or ceased to (D5). */
export interface Rebinding {
  readonly spaceId: bigint;
  readonly sensorKey: number;
  /** In ms; null without limit. */
  readonly from: number | null;
  readonly to: number | null;
}

/** Changes to the catalog that happen together or not at all. */
export interface CatalogWrite {
  /** Rows to insert, or to replace by id. */
  readonly put?: { readonly [T in CatalogTable]?: readonly CatalogTables[T][] };
  /** Ids of rows to remove. */
  readonly remove?: { readonly [T in CatalogTable]?: readonly bigint[] };
  /** What the write changes in which events count for which space. */
  readonly rebindings?: readonly Rebinding[];
  readonly nextId?: bigint;
  /** What is noted of the changes in the audit log. */
  readonly audit?: readonly NewAuditEntry[];
}

/** Who makes a change: a token, or somebody at the command line. */
export interface Actor {
  /** Null at the command line. */
  readonly tokenId: bigint | null;
  readonly name: string;
}

export type AuditAction = "create" | "update" | "delete" | "void";

/** What became of a field: JSON values, as the API writes them. */
export interface FieldChange {
  readonly from?: Json;
  readonly to?: Json;
}

/** A change of one resource, before it has a number. */
export interface NewAuditEntry {
  /** In ms. */
  readonly instant: number;
  readonly actor: Actor;
  readonly action: AuditAction;
  /** In the API's words, such as `time_segment`. */
  readonly resourceType: string;
  /** As the API writes it, such as `tsm_12`. */
  readonly resourceId: string;
  readonly changes: Readonly<Record<string, FieldChange>>;
}

/** A change of one resource, as the audit log holds it. */
export interface AuditEntry extends NewAuditEntry {
  readonly id: bigint;
}

export interface AuditFilter {
  readonly tokenId: bigint | null;
  readonly resourceId: string | null;
}

/** The durable side of the catalog. What `save` has resolved is on disk. */
export interface CatalogStore {
  load(): Promise<CatalogRows>;
  save(write: CatalogWrite): Promise<void>;

  /** Entries of the audit log in the order in which they were made. */
  audit(filter: AuditFilter, page: EventPage): Promise<PageOf<AuditEntry>>;
}

/** A sensor's report as it enters the log. */
export interface SensorReport {
  readonly serialNumber: string;
  /** In ms. */
  readonly timestamp: number;
  readonly trajectory: SensorPlacement;
  /** The sender's own id for it; null where absent (D9). */
  readonly eventId: string | null;
}

/** What became of the reports of one batch or file. */
export interface IngestResult {
  readonly accepted: number;
  readonly duplicates: number;
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

/** What is remembered of a request with an idempotency key. */
export interface RememberedRequest {
  readonly fingerprint: string;
  readonly eventId: bigint;
  /** Null where it was not answered. */
  readonly answer: string | null;
}

/**
 * Gives identities to sensors that events name for the first time (D20). The store saves the write
 * together with their events.
 */
export type RegisterSensors = (serialNumbers: readonly string[]) => CatalogWrite;

/** A row of a file that was refused: which (counted from 1, without the header), and why. */
export interface RejectedRow {
  readonly row: number;
  readonly reason: string;
}

/** How far a load has come; `fraction` is from 0 to 1 within the phase, null where unknown. */
export interface LoadProgress {
  readonly phase: "reading" | "storing" | "deriving";
  readonly fraction: number | null;
  /** Rows seen so far, where known. */
  readonly rows: number | null;
}

/** Which column of a file holds which field. */
export type ColumnMap = Readonly<
  Partial<Record<"sensor_serial_number" | "timestamp" | "trajectory" | "event_id", string>>
>;

export interface LoadOptions {
  readonly columns: ColumnMap;
  /** Keep rows without an event id that repeat another in the same file (D9). */
  readonly keepDuplicates: boolean;
  /** The present, in ms: later rows are refused as D3 says. */
  readonly now: number;
  readonly onReject: (row: RejectedRow) => void;
  readonly onProgress: (progress: LoadProgress) => void;
}

export interface LoadResult extends IngestResult {
  /** Data rows in the file. */
  readonly rows: number;
  /** Rows refused, by reason. */
  readonly rejected: ReadonlyMap<string, number>;
}

/** A run and the space it belongs to. */
export interface SpaceRun extends ChangeRun {
  readonly spaceId: bigint;
}

/** An event as the log holds it, with the doorway its sensor was attached to (D5). */
export interface SensorEvent {
  readonly id: bigint;
  readonly timestamp: number;
  readonly sensorId: bigint;
  readonly trajectory: SensorPlacement;
  /** Null where the sensor was attached nowhere. */
  readonly doorwayId: bigint | null;
}

/** An event as a space sees it: direction +1 is an entrance, -1 an exit (D4). */
export interface SpaceEvent extends SensorEvent {
  readonly spaceId: bigint;
  readonly direction: SensorPlacement;
}

/** Which stretch of a list of events is wanted. */
export interface EventPage extends EventRange {
  readonly offset: number;
  readonly limit: number;
}

/** All events of a range, in an order. */
export interface EventRange {
  /** Half-open range of timestamps, in ms. */
  readonly start: number;
  readonly end: number;
  readonly order: "ASC" | "DESC";
}

export interface EventFilter {
  /** Events that changed this space. */
  readonly spaceId?: bigint | undefined;
  readonly doorwayId?: bigint | undefined;
  readonly sensorId?: bigint | undefined;
}

export interface PageOf<T> {
  readonly total: number;
  readonly items: readonly T[];
}

/** Reads the derived runs; they are up to date with everything acknowledged before the call. */
export interface RunReader {
  /**
   * The runs of some spaces from day `fromDay` up to, not including, `toDay` (days since the epoch;
   * either may be infinite), ascending by space, then by day.
   */
  runs(spaceIds: readonly bigint[], fromDay: number, toDay: number): AsyncIterable<SpaceRun>;
}

/** What deriving again from the log amounted to. */
export interface RebuildResult {
  readonly runs: number;
  readonly events: number;
  /** With `verify`: runs that differ from what the log says. */
  readonly differences: readonly { readonly spaceId: bigint; readonly day: number }[];
}

export interface RebuildRange {
  readonly spaceId: bigint | null;
  readonly from: number;
  readonly to: number;
  /** Compare only; store nothing. */
  readonly verify: boolean;
}

/** The log of sensor events and what is derived from it. */
export interface EventStore extends RunReader {
  /**
   * Appends reports in their order: all of them or, where it throws, none. Reports stored already, or
   * repeated in the batch, are counted as duplicates (D9). What it has resolved is on disk.
   */
  ingest(
    reports: readonly SensorReport[],
    options: { readonly keepDuplicates: boolean },
    register: RegisterSensors,
  ): Promise<IngestResult>;

  /** Appends a file's rows in one transaction, as `ingest` does. */
  load(path: string, options: LoadOptions, register: RegisterSensors): Promise<LoadResult>;

  /**
   * Appends one report, also where it repeats another (D9), and what is remembered of the request that
   * brought it; gives back the event's id. What it has resolved is on disk.
   */
  create(report: SensorReport, request: IdempotentRequest | null, register: RegisterSensors): Promise<bigint>;

  /** What is remembered of a request with the same token and key, or null. */
  request(request: IdempotentRequest): Promise<RememberedRequest | null>;

  /** Remembers the answer to a request, where it has none yet; gives back the one that it has. */
  answerRequest(request: IdempotentRequest, answer: string): Promise<string>;

  /** The event of an id that has not been voided, or null. */
  event(id: bigint): Promise<SensorEvent | null>;

  /** Voids an event as of an instant in ms, and saves a write with it; false where there is no such event. */
  voidEvent(id: bigint, instant: number, write: CatalogWrite): Promise<boolean>;

  /**
   * The timestamp of the last event since an instant, in ms, of each sensor that has one. A voided event is
   * one: its sensor was alive.
   */
  lastEvents(since: number): Promise<ReadonlyMap<bigint, number>>;

  /** Events by timestamp, then by id. A filter by space or doorway finds those that changed or passed it. */
  events(filter: EventFilter, page: EventPage): Promise<PageOf<SensorEvent>>;

  /** A space's events by timestamp, then by id. */
  spaceEvents(spaceId: bigint, doorwayId: bigint | null, page: EventPage): Promise<PageOf<SpaceEvent>>;

  /**
   * As `events`, all of a range, batch by batch, however slowly they are taken. What arrives meanwhile may
   * be among them.
   */
  scanEvents(filter: EventFilter, range: EventRange): AsyncIterable<readonly SensorEvent[]>;

  /** As `spaceEvents`, all of a range, batch by batch, however slowly they are taken. */
  scanSpaceEvents(
    spaceId: bigint,
    doorwayId: bigint | null,
    range: EventRange,
  ): AsyncIterable<readonly SpaceEvent[]>;

  /** Every effect that the events at some instants had on any space, ascending by timestamp, then by id. */
  effectsAt(instants: readonly number[]): Promise<readonly SpaceEvent[]>;

  /** Derives runs again from the log. */
  rebuild(range: RebuildRange): Promise<RebuildResult>;

  /** How the log and the runs are, as they are now: nothing is brought up to date for it. */
  summary(): Promise<LogSummary>;
}

/** The log and the runs in figures. */
export interface LogSummary {
  /** Events in the log, voided ones too. */
  readonly events: number;
  /** The greatest id of an event; 0 where there is none. */
  readonly lastEventId: bigint;
  /** Days of spaces whose runs are to be derived again. */
  readonly staleRuns: number;
}

/** An open data directory: one process, one thread holds it. */
export interface Store {
  readonly catalog: CatalogStore;
  readonly events: EventStore;
  /** Checkpoints and lets go of the directory. */
  close(): Promise<void>;
}
