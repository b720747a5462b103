import { formatId, type IdKind } from "../domain/ids.ts";
import type { Json } from "../domain/resources.ts";
import type { SiteDocument, SiteReference, SiteSpace, SiteSpaceFields } from "../engine/site/document.ts";
import type { SiteChange } from "../engine/site/plan.ts";
import type { SitePlan } from "./site.ts";

/** A JSON object. */
type JsonObject = { readonly [field: string]: Json };

/** The fields of a space, in the order in which a site file has them before the inner spaces. */
const SPACE_FIELDS: Readonly<Record<keyof SiteSpaceFields, string>> = {
  spaceType: "space_type",
  function: "function",
  timeZone: "time_zone",
  dailyReset: "daily_reset",
  capacity: "capacity",
  targetCapacity: "target_capacity",
  safeCapacity: "safe_capacity",
  safeThresholdMode: "safe_threshold_mode",
  safeThresholdValue: "safe_threshold_value",
  address: "address",
  latitude: "latitude",
  longitude: "longitude",
  sizeArea: "size_area",
  sizeAreaUnit: "size_area_unit",
  annualRent: "annual_rent",
  annualRentCurrency: "annual_rent_currency",
  inheritsTimeSegments: "inherits_time_segments",
  notes: "notes",
  meta: "meta",
};

/** A document as JSON: without defaults, in a fixed order. */
export function presentSite(site: SiteDocument): JsonObject {
  return {
    spaces: site.spaces.map(presentSpace),
    ...listed({
      doorways: site.doorways.map((doorway) => ({
        ...pinned("doorway", doorway),
        name: doorway.name,
        ...(doorway.description ? { description: doorway.description } : {}),
        ...(doorway.sensorSerialNumber == null ? {} : { sensor_serial_number: doorway.sensorSerialNumber }),
        ...listed({
          tags: doorway.tags,
          links: doorway.links?.map(({ space, sensorPlacement }) => ({
            space: presentReference(space),
            sensor_placement: sensorPlacement,
          })),
        }),
      })),
      time_segments: site.timeSegments.map((segment) => ({
        ...pinned("timeSegment", segment),
        label: segment.label,
        start: segment.start,
        end: segment.end,
        days: segment.days,
        ...listed({ spaces: segment.spaces?.map(presentReference) }),
      })),
      time_segment_groups: site.timeSegmentGroups.map((group) => ({
        ...pinned("timeSegmentGroup", group),
        name: group.name,
        ...listed({ time_segments: group.timeSegments?.map(presentReference) }),
      })),
    }),
  };
}

function presentSpace(space: SiteSpace): JsonObject {
  const fields = Object.entries(SPACE_FIELDS).flatMap(([field, called]) => {
    const value = space.fields[field as keyof SiteSpaceFields];
    return value === undefined ? [] : [[called, value] as const];
  });
  return {
    ...pinned("space", space),
    name: space.name,
    ...Object.fromEntries(fields),
    ...listed({
      tags: space.tags,
      assigned_teams: space.assignedTeams,
      spaces: space.spaces.map(presentSpace),
    }),
  };
}

function pinned(kind: IdKind, { id }: { readonly id?: bigint }): JsonObject {
  return id === undefined ? {} : { id: formatId(kind, id) };
}

function presentReference(reference: SiteReference): Json {
  return typeof reference === "string" ? reference : [...reference];
}

/** The lists that are not empty. */
function listed(lists: Readonly<Record<string, readonly Json[] | undefined>>): JsonObject {
  const entries = Object.entries(lists).flatMap(([field, list]) =>
    list === undefined || list.length === 0 ? [] : [[field, list] as const],
  );
  return Object.fromEntries(entries);
}

/** The changes that applying a document makes, with their numbers. */
export function presentPlan(changes: readonly SiteChange[], dryRun: boolean): SitePlan {
  const count = (wanted: SiteChange["action"]) => changes.filter(({ action }) => action === wanted).length;
  return {
    dry_run: dryRun,
    created: count("create"),
    updated: count("update"),
    ended: count("end"),
    deleted: count("delete"),
    changes: changes.map(({ action, resourceType, resourceId, name, changes: fields }) => ({
      action,
      resource_type: resourceType,
      resource_id: dryRun && action === "create" ? null : resourceId,
      name,
      changes: { ...fields },
    })),
  };
}
