import type { z } from "zod";
import { must } from "../../domain/errors.ts";
import { formatId } from "../../domain/ids.ts";
import { formatInstant } from "../../domain/instant.ts";
import type { Space } from "../../domain/resources.ts";
import type { Catalog } from "../../engine/catalog/catalog.ts";
import { openLinks } from "../../engine/catalog/resource-lists.ts";
import { currentCounts } from "../../engine/counts/count-queries.ts";
import { createdInstants } from "../../engine/resources/spaces.ts";
import { groupsWith, segmentsOf } from "../../engine/resources/time-segments.ts";
import type { spaceAnswer } from "../../schemas/space.ts";
import type { SpaceParts } from "../common/spaces.ts";

type SpaceAnswer = z.output<typeof spaceAnswer>;

/** Spaces with their present counts, as version 2 answers them. */
export async function presentSpaces(http: SpaceParts, spaces: readonly Space[]): Promise<SpaceAnswer[]> {
  const [counts, created] = await Promise.all([currentCounts(http, spaces), createdInstants(http, spaces)]);
  return spaces.map((space) =>
    present(http.catalog, space, {
      currentCount: must(counts.get(space.id), "count"),
      createdAt: must(created.get(space.id), "instant of creation"),
    }),
  );
}

/** As `presentSpaces`, for one. */
export async function presentSpace(http: SpaceParts, space: Space): Promise<SpaceAnswer> {
  const [answer] = await presentSpaces(http, [space]);
  return must(answer, "space");
}

function present(
  catalog: Catalog,
  space: Space,
  { currentCount, createdAt }: { readonly currentCount: number; readonly createdAt: number },
): SpaceAnswer {
  const links = openLinks(catalog.linksOfSpace.of(space.id));
  const segments = segmentsOf(catalog, space);
  const segmentIds = segments.map((segment) => segment.id);
  return {
    id: formatId("space", space.id),
    name: space.name,
    notes: space.notes,
    description: space.notes,
    meta: space.meta,
    parent_id: space.parentId === null ? null : formatId("space", space.parentId),
    ancestry: catalog.ancestry(space).map(({ id, name }) => ({ id: formatId("space", id), name })),
    space_type: space.spaceType,
    function: space.function,
    time_zone: space.timeZone,
    daily_reset: space.dailyReset,
    current_count: currentCount,
    capacity: space.capacity,
    target_capacity: space.targetCapacity,
    safe_capacity: space.safeCapacity,
    safe_threshold_mode: space.safeThresholdMode,
    safe_threshold_value: space.safeThresholdValue,
    max_dwell_minutes: null,
    doorways: links.map((link) => ({
      id: formatId("doorway", link.doorwayId),
      name: must(catalog.doorways.get(link.doorwayId), "doorway").name,
      link_id: formatId("link", link.id),
      sensor_placement: link.sensorPlacement,
    })),
    tags: [...space.tags],
    address: space.address,
    latitude: space.latitude,
    longitude: space.longitude,
    counting_mode: "doorways",
    component_spaces: [],
    floor_level: null,
    space_mappings: [],
    time_segments: segments.map(({ id, label, start, end, days }) => ({
      id: formatId("timeSegment", id),
      name: label,
      start,
      end,
      days: [...days],
    })),
    time_segment_groups: groupsWith(catalog, segmentIds).map(({ id, name }) => ({
      id: formatId("timeSegmentGroup", id),
      name,
    })),
    size_area: space.sizeArea,
    size_area_unit: space.sizeAreaUnit,
    annual_rent: space.annualRent,
    annual_rent_currency: space.annualRentCurrency,
    assigned_teams: catalog.teamsOfSpace.of(space.id).map(({ id, teamName }) => ({
      id: formatId("assignedTeam", id),
      team_name: teamName,
    })),
    sensors_total: links.filter((link) => catalog.sensorAt(link.doorwayId) !== undefined).length,
    image_url: null,
    created_at: formatInstant(createdAt),
    updated_at: formatInstant(space.updatedAt),
    inherits_time_segments: space.inheritsTimeSegments,
  };
}
