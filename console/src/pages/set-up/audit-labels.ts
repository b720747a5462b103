import { DateTime } from "luxon";
import type { components } from "../../../../src/client/generated/v2.ts";
import {
  formatCount,
  formatInstant,
  formatNumber,
  formatTimeOfDay,
  NOTHING,
  readable,
} from "../../format.ts";
import type { AuditFilter } from "../../queries/resources.ts";
import { sideOf } from "./labels.ts";

export type AuditEntry = components["schemas"]["AuditEntry"];

/** The names of resources by id. */
export type Names = ReadonlyMap<string, string>;

const SCHEDULE = "daily_reset_schedule";

/** Types of which the label is not derived from the name in the API. */
const TYPE_LABELS: Readonly<Record<string, string>> = {
  [SCHEDULE]: "daily reset",
  sensor_attachment: "sensor at a doorway",
  sensor_counting: "counting of a sensor",
  assigned_team: "team",
};

/** The types of resources that the audit log names. */
export const RESOURCE_TYPES = [
  "space",
  "doorway",
  "link",
  "reset",
  "event",
  "import",
  SCHEDULE,
  "sensor",
  "sensor_attachment",
  "sensor_counting",
  "time_segment",
  "time_segment_group",
  "webhook",
  "token",
  "assigned_team",
] as const;

export function typeLabel(type: string): string {
  return TYPE_LABELS[type] ?? readable(type).toLowerCase();
}

const FIELD_LABELS: Readonly<Record<string, string>> = {
  parent_id: "Parent space",
  effective_from: "From",
  effective_until: "Until",
  rate: "Requests per minute",
  meta: "Metadata",
  is_reversed: "Reverse",
  cap: "People per second at most",
  width: "Width of the counter",
  resets_at: "Daily reset of the device",
  safe_capacity: "Safe limit, in people",
  safe_threshold_mode: "Safe limit",
  safe_threshold_value: "Safe limit, share of the capacity",
};

export function fieldLabel(field: string): string {
  return FIELD_LABELS[field] ?? readable(field.replace(/_id$/, ""));
}

const INSTANT = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;
const TIMES_OF_DAY = new Set(["daily_reset", "resets_at", "start", "end"]);
/** Fields whose values are enumerations of the API. */
const ENUMERATIONS = new Set(["space_type", "function", "safe_threshold_mode", "size_area_unit", "type"]);

/** Formats the value of a field: names instead of ids, and times in the format of the settings. */
export function formatValue(field: string, value: unknown, names: Names, zone: string): string {
  if (value === undefined || value === null || value === "") return NOTHING;
  if (Array.isArray(value))
    return value.map((each) => formatValue(field, each, names, zone)).join(", ") || NOTHING;
  if (field === "sensor_placement") return sideOf(value === 1 ? 1 : -1);
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (typeof value === "number") return Number.isInteger(value) ? formatCount(value) : formatNumber(value);
  if (typeof value !== "string") return JSON.stringify(value);
  if (INSTANT.test(value)) return formatInstant(value, zone);
  if (TIMES_OF_DAY.has(field)) return formatTimeOfDay(value);
  return names.get(value) ?? (ENUMERATIONS.has(field) ? readable(value.toLowerCase()) : value);
}

/** Adds the names of deleted resources, which the entries contain. @param entries newest first */
export function namesIn(entries: readonly AuditEntry[], known: Names): Names {
  const names = new Map<string, string>();
  for (const { resource_id: id, changes } of entries) {
    const change =
      changes.name ?? changes.label ?? changes.serial_number ?? changes.team_name ?? changes.endpoint;
    const name = change?.to ?? change?.from;
    if (!names.has(id) && typeof name === "string" && name !== "") names.set(id, name);
  }
  for (const [id, name] of known) names.set(id, name);
  for (const { resource_id: id, changes } of entries) {
    const pair = ["doorway_id", "sensor_id", "space_id"]
      .map((field) => changes[field]?.to ?? changes[field]?.from)
      .filter((each) => typeof each === "string");
    if (!names.has(id) && pair.length > 0)
      names.set(id, pair.map((each) => names.get(each) ?? each).join(" – "));
  }
  return names;
}

/**
 * Leaves out the entries of daily reset schedules that follow from another entry: the one that creates, changes or
 * deletes the space.
 */
export function withoutDerived(entries: readonly AuditEntry[]): readonly AuditEntry[] {
  const written = new Set(entries.map((entry) => writeKey(entry, entry.resource_id)));
  return entries.filter((entry) => {
    if (entry.resource_type !== SCHEDULE) return true;
    const { space_id: space, effective_from: from, effective_until: until } = entry.changes;
    // Creating a space creates its first schedule. The entry of the space may be on another page of the log.
    const isFirst = entry.action === "create" && from?.to === null && until?.to === null;
    return (
      !isFirst && !written.has(writeKey(entry, String(space?.to ?? space?.from ?? spaceOf(entry, entries))))
    );
  });
}

/** The space of a schedule, from the entry that created it. */
function spaceOf({ resource_id: id }: AuditEntry, entries: readonly AuditEntry[]): unknown {
  const whole = entries.find((entry) => entry.resource_id === id && entry.changes.space_id !== undefined);
  return whole?.changes.space_id?.to ?? whole?.changes.space_id?.from;
}

/** A key that all entries of one write about a resource share. */
function writeKey({ timestamp, token_id: token }: AuditEntry, id: string): string {
  return `${timestamp} ${token} ${id}`;
}

/** The filters of the audit log, which are parameters of the URL. */
export const AUDIT_PARAMETERS = ["from", "to", "token", "kind", "resource"] as const;
export type AuditParameter = (typeof AUDIT_PARAMETERS)[number];

/**
 * The filter of the API for the parameters of the URL. The days are local, and the last one is included.
 *
 * @param id the id that `auditResourceOf` has found
 */
export function auditFilterOf(parameters: URLSearchParams, zone: string, id: string | null): AuditFilter {
  const day = (name: AuditParameter) => {
    const text = parameters.get(name);
    const midnight = DateTime.fromISO(text ?? "", { zone });
    return text !== null && midnight.isValid ? midnight : null;
  };
  const from = day("from");
  const to = day("to")?.plus({ days: 1 }) ?? null;
  const token = parameters.get("token");
  const kind = parameters.get("kind");
  return {
    ...(from === null ? {} : { start_time: new Date(from.toMillis()).toISOString() }),
    ...(to === null ? {} : { end_time: new Date(to.toMillis()).toISOString() }),
    ...(token === null ? {} : { token_id: token }),
    ...(kind === null ? {} : { resource_type: kind }),
    ...(id === null ? {} : { resource_id: id }),
  };
}

/** The types of resources that have names, by the prefixes of their ids. */
const NAMED_TYPES: Readonly<Record<string, string>> = {
  spc_: "space",
  drw_: "doorway",
  snr_: "sensor",
  tsm_: "time_segment",
  tsg_: "time_segment_group",
  whk_: "webhook",
  tkn_: "token",
};

/** An id of the API, also of a deleted resource. */
const ID = /^[a-z]{3}_\S+$/;

/**
 * The id of the resource that a user has entered by its id or its name, in any case; null for an empty text.
 *
 * @param kind a type of `RESOURCE_TYPES` that the resource must have; empty for any
 * @returns a problem if no resource or several resources have the name
 */
export function auditResourceOf(
  text: string,
  kind: string,
  names: Names,
): { readonly id: string | null; readonly problem?: string } {
  const wanted = text.trim();
  if (wanted === "" || names.has(wanted) || ID.test(wanted)) return { id: wanted || null };
  const ids = [...names]
    .filter(
      ([id, name]) =>
        name.toLowerCase() === wanted.toLowerCase() && (kind === "" || NAMED_TYPES[id.slice(0, 4)] === kind),
    )
    .map(([id]) => id);
  if (ids.length === 1) return { id: ids[0] ?? null };
  const problem =
    ids.length === 0
      ? `No ${kind === "" ? "resource" : typeLabel(kind)} is named ${wanted}. Enter a full name or an id.`
      : `${ids.length} resources are named ${wanted}. Enter the id of one: ${ids.join(", ")}.`;
  return { id: null, problem };
}

/** The types of resources that have a page. */
const WITH_PAGE = ["space", "doorway", "webhook"];

/** The path of the page of a resource; null if it has no page. */
export function pathOfResource(id: string): string | null {
  const type = NAMED_TYPES[id.slice(0, 4)] ?? "";
  return WITH_PAGE.includes(type) ? `/set-up/${type}s/${id}` : null;
}
