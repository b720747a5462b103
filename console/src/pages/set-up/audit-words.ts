import type { components } from "../../../../src/client/generated/v2.ts";
import {
  formatCount,
  formatInstant,
  formatNumber,
  formatTimeOfDay,
  NOTHING,
  readable,
} from "../../format.ts";
import { sideOf } from "./words.ts";

export type AuditEntry = components["schemas"]["AuditEntry"];

/** What is called what, by id. */
export type Names = ReadonlyMap<string, string>;

const SCHEDULE = "daily_reset_schedule";

/** Types that the API names for machines. */
const TYPE_WORDS: Readonly<Record<string, string>> = {
  [SCHEDULE]: "daily reset",
  sensor_attachment: "sensor at a doorway",
  assigned_team: "team",
  time_segment_group: "group of time segments",
};

export function typeWords(type: string): string {
  return TYPE_WORDS[type] ?? readable(type).toLowerCase();
}

const FIELD_WORDS: Readonly<Record<string, string>> = {
  space_id: "Space",
  doorway_id: "Doorway",
  sensor_id: "Sensor",
  parent_id: "Inside",
  sensor_placement: "Sensor hangs",
  effective_from: "From",
  effective_until: "Until",
  rate: "Requests a minute",
  meta: "Own data",
};

export function fieldWords(field: string): string {
  return FIELD_WORDS[field] ?? readable(field);
}

const INSTANT = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;
const TIMES_OF_DAY = new Set(["daily_reset", "start", "end"]);
/** Fields whose values are words of the API's. */
const WORDS = new Set(["space_type", "function", "safe_threshold_mode", "size_area_unit", "type"]);

/** A value of a field in a few words: names in the place of ids, times by the clock of the settings. */
export function valueWords(field: string, value: unknown, names: Names, zone: string): string {
  if (value === undefined || value === null || value === "") return NOTHING;
  if (Array.isArray(value))
    return value.map((each) => valueWords(field, each, names, zone)).join(", ") || NOTHING;
  if (field === "sensor_placement") return sideOf(value === 1 ? 1 : -1);
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (typeof value === "number") return Number.isInteger(value) ? formatCount(value) : formatNumber(value);
  if (typeof value !== "string") return JSON.stringify(value);
  if (INSTANT.test(value)) return formatInstant(value, zone);
  if (TIMES_OF_DAY.has(field)) return formatTimeOfDay(value);
  return names.get(value) ?? (WORDS.has(field) ? readable(value.toLowerCase()) : value);
}

/** The names that entries themselves tell, of what is gone, too; the newest first, as the log is. */
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
 * The entries that a person or a client made. Schedules of daily resets follow from a space that is created, changed or
 * deleted: its own entry says so.
 */
export function madeBySomebody(entries: readonly AuditEntry[]): readonly AuditEntry[] {
  const written = new Set(entries.map((entry) => writeKey(entry, entry.resource_id)));
  return entries.filter((entry) => {
    if (entry.resource_type !== SCHEDULE) return true;
    const { space_id: space, effective_from: from, effective_until: until } = entry.changes;
    // Every space has had one from the beginning, whichever page of the log its own entry is on.
    const isFirst = entry.action === "create" && from?.to === null && until?.to === null;
    return (
      !isFirst && !written.has(writeKey(entry, String(space?.to ?? space?.from ?? spaceOf(entry, entries))))
    );
  });
}

/** The space of a schedule of which an entry says only what was changed. */
function spaceOf({ resource_id: id }: AuditEntry, entries: readonly AuditEntry[]): unknown {
  const whole = entries.find((entry) => entry.resource_id === id && entry.changes.space_id !== undefined);
  return whole?.changes.space_id?.to ?? whole?.changes.space_id?.from;
}

/** The same for all entries of one write about a thing. */
function writeKey({ timestamp, token_id: token }: AuditEntry, id: string): string {
  return `${timestamp} ${token} ${id}`;
}
