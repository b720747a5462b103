import type {
  AssignedTeam,
  Attachment,
  CountingSpan,
  Doorway,
  Import,
  Json,
  Link,
  Reset,
  ScheduleSpan,
  Sensor,
  SensorState,
  Space,
  Span,
  TimeSegment,
  TimeSegmentGroup,
  Token,
  Webhook,
} from "../../domain/resources.ts";
import type { EventPage, PageOf } from "./event-types.ts";

export interface CatalogTables {
  readonly space: Space;
  readonly assignedTeam: AssignedTeam;
  readonly doorway: Doorway;
  readonly sensor: Sensor;
  readonly sensorState: SensorState;
  readonly counting: CountingSpan;
  readonly import: Import;
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
  readonly nextId: bigint;
}

/** A span of time for which a change may have added a sensor's events to a space, or removed them from it (D5). */
export interface ChangedBinding extends Span {
  readonly spaceId: bigint;
  readonly sensorKey: number;
}

/** Changes to the catalog that happen together or not at all. */
export interface CatalogWrite {
  /** Rows to insert, or to replace by id. */
  readonly put?: { readonly [T in CatalogTable]?: readonly CatalogTables[T][] };
  readonly remove?: { readonly [T in CatalogTable]?: readonly bigint[] };
  /** The spans for which the write changes which events count for which space. */
  readonly changedBindings?: readonly ChangedBinding[];
  readonly nextId?: bigint;
  readonly audit?: readonly NewAuditEntry[];
}

export interface CatalogStore {
  load(): Promise<CatalogRows>;

  /** Entries of the audit log in the order in which they were made. */
  audit(filter: AuditFilter, page: EventPage): Promise<PageOf<AuditEntry>>;
}

/** Who makes a change: a token, or a user of the command line. */
export interface Actor {
  /** Null at the command line. */
  readonly tokenId: bigint | null;
  readonly name: string;
}

export type AuditAction = "create" | "update" | "delete" | "void";

/** The old and new value of a field, in JSON as the API writes them. */
export interface FieldChange {
  readonly from?: Json | undefined;
  readonly to?: Json | undefined;
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

export interface AuditEntry extends NewAuditEntry {
  readonly id: bigint;
}

export interface AuditFilter {
  readonly tokenId?: bigint | null;
  readonly resourceType?: string | null;
  readonly resourceId?: string | null;
}
