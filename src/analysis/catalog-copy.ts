import { createHash } from "node:crypto";
import { groupBy } from "../domain/grouping.ts";
import { formatId } from "../domain/ids.ts";
import { type Space, safeLimit } from "../domain/resources.ts";
import type { CatalogRows } from "../engine/ports.ts";

/** A value of a copied column; ids are decimal texts, since a number would not hold all of them. */
export type CopiedValue = string | number | boolean | null | readonly string[];

/** A row by column: a table of `sql/analysis/base/` has just these columns. */
export type CopiedRow = Readonly<Record<string, CopiedValue>>;

/**
 * What ad hoc SQL may know of the catalog, by table: plain data without tokens, webhooks, network addresses
 * and other private data. All of it is JSON.
 */
export interface CatalogCopy {
  readonly tables: Readonly<Record<string, readonly CopiedRow[]>>;
}

/** Copies what ad hoc SQL may know of a catalog. */
export function copyCatalog(rows: CatalogRows): CatalogCopy {
  return {
    tables: {
      space: copySpaces(rows),
      doorway: copyDoorways(rows),
      sensor: copySensors(rows),
      attachment: rows.attachment.map((attachment) => ({
        id: String(attachment.id),
        sensor_id: String(attachment.sensorId),
        doorway_id: String(attachment.doorwayId),
        valid_from: attachment.from,
        valid_to: attachment.to,
      })),
      link: rows.link.map((link) => ({
        id: String(link.id),
        key: formatId("link", link.id),
        space_id: String(link.spaceId),
        doorway_id: String(link.doorwayId),
        sensor_placement: link.sensorPlacement,
        valid_from: link.from,
        valid_to: link.to,
      })),
      schedule: rows.schedule.map((schedule) => ({
        id: String(schedule.id),
        space_id: String(schedule.spaceId),
        time_zone: schedule.timeZone,
        daily_reset: schedule.dailyReset,
        valid_from: finite(schedule.from),
        valid_to: finite(schedule.to),
      })),
      reset: rows.reset
        .filter(({ voidedAt }) => voidedAt === null)
        .map((reset) => ({
          id: String(reset.id),
          key: formatId("reset", reset.id),
          space_id: String(reset.spaceId),
          ts: reset.instant,
          count: reset.count,
          created_at: reset.createdAt,
        })),
      time_segment: copyTimeSegments(rows),
    },
  };
}

/** A text that differs between two copies. */
export function digestOf(copy: CatalogCopy): string {
  return createHash("sha256").update(JSON.stringify(copy)).digest("hex");
}

function finite(instant: number): number | null {
  return Number.isFinite(instant) ? instant : null;
}

function copySpaces({ space: spaces, assignedTeam: teams }: CatalogRows): CopiedRow[] {
  const byId = new Map(spaces.map((space) => [space.id, space]));
  const teamsOf = groupBy(teams, (team) => team.spaceId);
  return spaces.map((space) => {
    const path = pathOf(space, byId);
    const nearest = (type: Space["spaceType"]) => path.findLast(({ spaceType }) => spaceType === type);
    const parent = path.at(-2);
    const building = nearest("building");
    return {
      id: String(space.id),
      key: formatId("space", space.id),
      name: space.name,
      notes: space.notes,
      space_type: space.spaceType,
      function: space.function,
      parent_key: parent === undefined ? null : formatId("space", parent.id),
      parent_type: parent?.spaceType ?? null,
      path: path.map(({ name }) => name),
      campus: nearest("campus")?.name ?? null,
      building: building?.name ?? null,
      building_key: building === undefined ? null : formatId("space", building.id),
      floor: nearest("floor")?.name ?? null,
      time_zone: space.timeZone,
      daily_reset: space.dailyReset,
      capacity: space.capacity,
      target_capacity: space.targetCapacity,
      safe_capacity: space.safeCapacity,
      safe_threshold_mode: space.safeThresholdMode,
      safe_threshold_value: space.safeThresholdValue,
      safe_limit: safeLimit(space),
      address: space.address,
      latitude: space.latitude,
      longitude: space.longitude,
      size_area: space.sizeArea,
      size_area_unit: space.sizeAreaUnit,
      annual_rent: space.annualRent,
      annual_rent_currency: space.annualRentCurrency,
      tags: space.tags,
      assigned_teams: (teamsOf.get(space.id) ?? []).map(({ teamName }) => teamName),
      meta: JSON.stringify(space.meta),
      created_at: space.createdAt,
      updated_at: space.updatedAt,
    };
  });
}

/** A space's ancestors and the space, the outermost first. */
function pathOf(space: Space, byId: ReadonlyMap<bigint, Space>): Space[] {
  const path = [space];
  for (let { parentId } = space; parentId !== null; ) {
    const parent = byId.get(parentId);
    if (parent === undefined) break;
    path.unshift(parent);
    parentId = parent.parentId;
  }
  return path;
}

function copyDoorways({ doorway: doorways }: CatalogRows): CopiedRow[] {
  return doorways.map((doorway) => ({
    id: String(doorway.id),
    key: formatId("doorway", doorway.id),
    name: doorway.name,
    description: doorway.description,
    tags: doorway.tags,
    created_at: doorway.createdAt,
    updated_at: doorway.updatedAt,
    deleted_at: doorway.deletedAt,
  }));
}

function copySensors({ sensor: sensors, sensorState: states }: CatalogRows): CopiedRow[] {
  const stateOf = new Map(states.map((state) => [state.id, state]));
  return sensors.map((sensor) => {
    const state = stateOf.get(sensor.id);
    return {
      id: String(sensor.id),
      key: formatId("sensor", sensor.id),
      number: sensor.key,
      serial_number: sensor.serialNumber,
      sensor_type: state?.sensorType ?? null,
      firmware_version: state?.firmwareVersion ?? null,
      current_disposition: state?.currentDisposition ?? null,
      last_heartbeat: state?.lastHeartbeat ?? null,
      created_at: sensor.createdAt,
    };
  });
}

function copyTimeSegments({ timeSegment: segments, timeSegmentGroup: groups }: CatalogRows): CopiedRow[] {
  return segments.map((segment) => ({
    id: String(segment.id),
    key: formatId("timeSegment", segment.id),
    label: segment.label,
    start_time: segment.start,
    end_time: segment.end,
    days: segment.days,
    space_keys: segment.spaceIds.map((id) => formatId("space", id)),
    group_names: groups.filter((group) => group.timeSegmentIds.includes(segment.id)).map(({ name }) => name),
  }));
}
