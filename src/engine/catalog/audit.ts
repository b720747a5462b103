import { formatId, type IdKind } from "../../domain/ids.ts";
import { formatInstant } from "../../domain/instant.ts";
import { MASK, maskedAddress } from "../../domain/masking.ts";
import type { Json } from "../../domain/resources.ts";
import type { CatalogTable, CatalogWrite, FieldChange, NewAuditEntry } from "../ports.ts";

export type DescribedChange = Omit<NewAuditEntry, "actor" | "instant">;

type Row = Readonly<Record<string, unknown>> & { readonly id: bigint };

/** The audit log's resource type for each table, and the id kind of its rows, if they have one. */
const TYPES: Readonly<Record<CatalogTable, readonly [type: string, kind: IdKind | null]>> = {
  space: ["space", "space"],
  assignedTeam: ["assigned_team", "assignedTeam"],
  doorway: ["doorway", "doorway"],
  sensor: ["sensor", "sensor"],
  sensorState: ["sensor", "sensor"],
  counting: ["sensor_counting", null],
  import: ["import", "import"],
  attachment: ["sensor_attachment", null],
  link: ["link", "link"],
  schedule: ["daily_reset_schedule", null],
  reset: ["reset", "reset"],
  timeSegment: ["time_segment", "timeSegment"],
  timeSegmentGroup: ["time_segment_group", "timeSegmentGroup"],
  webhook: ["webhook", "webhook"],
  token: ["token", "token"],
};

/** Tables without audit entries: sensors report their state themselves. */
const UNAUDITED: readonly CatalogTable[] = ["sensorState"];

/** Fields omitted from audit entries: those irrelevant to a change, and secrets. */
const OMITTED: ReadonlySet<string> = new Set([
  "id",
  "key",
  "createdAt",
  "updatedAt",
  "hash",
  "secret",
  "firstIds",
  "lastIds",
]);

const ID_FIELDS: Readonly<Record<string, IdKind>> = {
  parentId: "space",
  spaceId: "space",
  spaceIds: "space",
  doorwayId: "doorway",
  sensorId: "sensor",
  timeSegmentIds: "timeSegment",
};

/** Fields that have another name in the API, or none. */
const FIELD_NAMES: Readonly<Record<string, string>> = {
  instant: "timestamp",
  from: "effective_from",
  to: "effective_until",
  isIgnored: "ignored",
  isReversed: "reverse",
  spaceIds: "spaces",
  timeSegmentIds: "time_segments",
};

/** Fields that hold instants in ms, which may be infinite. */
const INSTANT_FIELDS: ReadonlySet<string> = new Set(["instant", "from", "to", "deletedAt", "voidedAt"]);

/** The catalog's tables, in the order in which a write changes them. */
export const TABLES_IN_WRITE_ORDER = Object.keys(TYPES) as CatalogTable[];

/** The tables that have audit entries, in the order of the entries. */
export const DESCRIBED_TABLES = TABLES_IN_WRITE_ORDER.filter((table) => !UNAUDITED.includes(table));

/**
 * The audit entries of a write, one per resource, with the API's names. A resource whose fields stay the same has no
 * entry.
 *
 * @param rowOf the row of a table before the write
 */
export function describeChanges(
  write: CatalogWrite,
  rowOf: (table: CatalogTable, id: bigint) => object | undefined,
): DescribedChange[] {
  return DESCRIBED_TABLES.flatMap((table) =>
    [
      ...(write.remove?.[table] ?? []).map((id) => describeChange(table, rowOf(table, id), undefined)),
      ...(write.put?.[table] ?? []).map((row) => describeChange(table, rowOf(table, row.id), row)),
    ].filter((change) => change !== null),
  );
}

/** The audit entry of a row's change; null if nothing changes. */
export function describeChange(
  table: CatalogTable,
  rowBefore: object | undefined,
  rowAfter: object | undefined,
): DescribedChange | null {
  // Rows are plain objects, so a string key reads any of their fields.
  const [before, after] = [rowBefore as Row | undefined, rowAfter as Row | undefined];
  const row = after ?? before;
  if (row === undefined) return null;
  const changes = fieldChanges(before, after);
  if (before !== undefined && after !== undefined && Object.keys(changes).length === 0) return null;
  const [resourceType, kind] = TYPES[table];
  return {
    action: actionOf(table, before, after),
    resourceType,
    resourceId: kind === null ? String(row.id) : formatId(kind, row.id),
    changes,
  };
}

function actionOf(
  table: CatalogTable,
  before: Row | undefined,
  after: Row | undefined,
): DescribedChange["action"] {
  if (after === undefined) return "delete";
  if (before === undefined) return "create";
  const becomes = (field: string) => after[field] != null && before[field] == null;
  // A deleted link ends, and is kept for its events.
  if (becomes("deletedAt") || (table === "link" && becomes("to"))) return "delete";
  return becomes("voidedAt") ? "void" : "update";
}

/** A change for the audit log, with long values truncated. */
export function audited(change: DescribedChange): DescribedChange {
  const fields = Object.entries(change.changes).map(
    ([field, sides]) => [field, mapSides(sides, truncated)] as const,
  );
  return { ...change, changes: Object.fromEntries(fields) };
}

export function mapSides(
  { from, to }: FieldChange,
  map: (value: Json, side: "from" | "to") => Json,
): FieldChange {
  return {
    ...(from === undefined ? {} : { from: map(from, "from") }),
    ...(to === undefined ? {} : { to: map(to, "to") }),
  };
}

function fieldChanges(before: Row | undefined, after: Row | undefined): Record<string, FieldChange> {
  const changes: Record<string, FieldChange> = {};
  for (const field of Object.keys(after ?? before ?? {})) {
    if (OMITTED.has(field)) continue;
    const from = before && jsonOf(field, before[field]);
    const to = after && jsonOf(field, after[field]);
    if (JSON.stringify(from) === JSON.stringify(to)) continue;
    changes[nameOf(field)] = mapSides({ from, to }, (value) => redacted(field, value));
  }
  return changes;
}

function nameOf(field: string): string {
  return FIELD_NAMES[field] ?? field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function jsonOf(field: string, value: unknown): Json {
  if (Array.isArray(value)) return value.map((item) => jsonOf(field, item));
  if (typeof value === "bigint") {
    const kind = ID_FIELDS[field];
    return kind === undefined ? String(value) : formatId(kind, value);
  }
  if (typeof value === "number" && INSTANT_FIELDS.has(field)) {
    return Number.isFinite(value) ? formatInstant(value) : null;
  }
  return (value ?? null) as Json;
}

/** A value for the audit log: the URL and headers of webhooks are masked, since they often contain secrets. */
function redacted(field: string, value: Json): Json {
  if (field === "headers") return Object.keys(value ?? {});
  return field === "endpoint" && typeof value === "string" ? redactedUrl(value) : value;
}

/** A URL without its user and with the names of its query parameters only. */
function redactedUrl(address: string): string {
  // A parameter without a value may be a secret itself.
  return maskedAddress(address, (query) => query.replace(/([?&])(?:([^&=]*=)[^&]*|[^&]+)/g, `$1$2${MASK}`));
}

const VALUE_LENGTH_MAX = 1_000;

export function truncated(value: Json): Json {
  const text = JSON.stringify(value);
  return text.length <= VALUE_LENGTH_MAX ? value : `${text.slice(0, VALUE_LENGTH_MAX)}…`;
}
