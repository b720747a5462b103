import { formatId, type IdKind } from "../../domain/ids.ts";
import { formatInstant } from "../../domain/instant.ts";
import { MASK, maskedAddress } from "../../domain/masking.ts";
import type { Json } from "../../domain/resources.ts";
import type { CatalogTable, CatalogWrite, FieldChange, NewAuditEntry } from "../ports.ts";

/** What changed, before it is known who changed it, and when. */
export type DescribedChange = Omit<NewAuditEntry, "actor" | "instant">;

type Row = Readonly<Record<string, unknown>> & { readonly id: bigint };

/** What the audit log calls the resources of each table, and the prefix of their ids where they have one. */
const TYPES: Readonly<Record<CatalogTable, readonly [type: string, kind: IdKind | null]>> = {
  space: ["space", "space"],
  assignedTeam: ["assigned_team", "assignedTeam"],
  doorway: ["doorway", "doorway"],
  sensor: ["sensor", "sensor"],
  sensorState: ["sensor", "sensor"],
  attachment: ["sensor_attachment", null],
  link: ["link", "link"],
  schedule: ["daily_reset_schedule", null],
  reset: ["reset", "reset"],
  timeSegment: ["time_segment", "timeSegment"],
  timeSegmentGroup: ["time_segment_group", "timeSegmentGroup"],
  webhook: ["webhook", "webhook"],
  token: ["token", "token"],
};

/** Sensors say how they are by themselves: nobody has changed anything. */
const UNNOTED: readonly CatalogTable[] = ["sensorState"];

/** Fields that say nothing of a change, and those that nobody may read. */
const OMITTED: ReadonlySet<string> = new Set(["id", "key", "createdAt", "updatedAt", "hash", "secret"]);

/** Fields whose values are ids, and of what. */
const ID_FIELDS: Readonly<Record<string, IdKind>> = {
  parentId: "space",
  spaceId: "space",
  spaceIds: "space",
  doorwayId: "doorway",
  sensorId: "sensor",
  timeSegmentIds: "timeSegment",
};

/** Fields that the API knows by another name, or not at all. */
const FIELD_NAMES: Readonly<Record<string, string>> = {
  instant: "timestamp",
  from: "effective_from",
  to: "effective_until",
  spaceIds: "spaces",
  timeSegmentIds: "time_segments",
};

/** Fields whose values are instants in ms, which may be infinite. */
const INSTANT_FIELDS: ReadonlySet<string> = new Set(["instant", "from", "to", "deletedAt", "voidedAt"]);

/** The tables whose changes are described, in the order in which they are. */
export const DESCRIBED_TABLES = (Object.keys(TYPES) as CatalogTable[]).filter(
  (table) => !UNNOTED.includes(table),
);

/**
 * What a write changes, resource by resource, as it is noted: in the API's words, with long values cut. A
 * write that changes nothing of a resource is no change of it.
 *
 * @param rowOf the row of a table before the write
 */
export function describeChanges(
  write: CatalogWrite,
  rowOf: (table: CatalogTable, id: bigint) => object | undefined,
): DescribedChange[] {
  const changes = DESCRIBED_TABLES.flatMap((table) =>
    [
      ...(write.remove?.[table] ?? []).map((id) => describeChange(table, rowOf(table, id), undefined)),
      ...(write.put?.[table] ?? []).map((row) => describeChange(table, rowOf(table, row.id), row)),
    ].filter((change) => change !== null),
  );
  return changes.map((change) => ({ ...change, changes: shortenFields(change.changes) }));
}

/** What a row's change is in the API's words, whole; null where it is none. */
export function describeChange(
  table: CatalogTable,
  rowBefore: object | undefined,
  rowAfter: object | undefined,
): DescribedChange | null {
  // Rows are plain objects; a string key reads any field of theirs.
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
  // A link that is deleted ends, and stays for the events it had.
  if (becomes("deletedAt") || (table === "link" && becomes("to"))) return "delete";
  return becomes("voidedAt") ? "void" : "update";
}

/** What became of fields as far as it is noted, with long values cut. */
export function shortenFields(changes: DescribedChange["changes"]): Record<string, FieldChange> {
  const fields = Object.entries(changes).map(([field, sides]): [string, FieldChange] => [
    field,
    mapSides(sides, shortened),
  ]);
  return Object.fromEntries(fields);
}

/** A field's change with other values. */
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
    changes[nameOf(field)] = {
      ...(from === undefined ? {} : { from: shown(field, from) }),
      ...(to === undefined ? {} : { to: shown(field, to) }),
    };
  }
  return changes;
}

const names = new Map(Object.entries(FIELD_NAMES));

function nameOf(field: string): string {
  let name = names.get(field);
  if (name === undefined) {
    name = field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    names.set(field, name);
  }
  return name;
}

function jsonOf(field: string, value: unknown): Json {
  if (Array.isArray(value)) return value.map((item) => jsonOf(field, item));
  if (typeof value === "bigint") return idOf(field, value);
  if (typeof value === "number" && INSTANT_FIELDS.has(field)) {
    return Number.isFinite(value) ? formatInstant(value) : null;
  }
  return (value ?? null) as Json;
}

/** A value as far as it may be read: what a webhook is called with often holds secrets. */
function shown(field: string, value: Json): Json {
  if (field === "headers") return Object.keys(value ?? {});
  return field === "endpoint" && typeof value === "string" ? shownAddress(value) : value;
}

/** An address without the user in it, and of its query the names alone. */
function shownAddress(address: string): string {
  // A part without a value may be a secret by itself.
  return maskedAddress(address, (query) => query.replace(/([?&])(?:([^&=]*=)[^&]*|[^&]+)/g, `$1$2${MASK}`));
}

function idOf(field: string, id: bigint): Json {
  const kind = ID_FIELDS[field];
  return kind === undefined ? String(id) : formatId(kind, id);
}

/** Characters of a value's JSON that are kept; free texts can be far longer than what they tell of a change. */
const VALUE_LENGTH_MAX = 1_000;

/** A value, or the beginning of its JSON where that is long. */
export function shortened(value: Json): Json {
  const text = JSON.stringify(value);
  return text.length <= VALUE_LENGTH_MAX ? value : `${text.slice(0, VALUE_LENGTH_MAX)}…`;
}
