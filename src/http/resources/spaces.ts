import { z } from "zod";
import { must } from "../../domain/errors.ts";
import { formatId } from "../../domain/ids.ts";
import { formatInstant } from "../../domain/instant.ts";
import { SPACE_TYPES, type Space } from "../../domain/resources.ts";
import type { Catalog } from "../../engine/catalog/catalog.ts";
import { listSpaces, openLinks } from "../../engine/catalog/resource-lists.ts";
import { type LiveCounting, spaceCountAt } from "../../engine/counts/count-queries.ts";
import type { EventStore } from "../../engine/ports.ts";
import { createdInstants, createSpace, deleteSpace, updateSpace } from "../../engine/resources/spaces.ts";
import { groupsWith, segmentsOf } from "../../engine/resources/time-segments.ts";
import {
  body,
  dailyReset,
  effectiveFrom,
  freeText,
  id,
  instant,
  name,
  sensorPlacement,
  timeZone,
  v1Schemas,
} from "../../schemas/fields.ts";
import { changedSpace, newSpace, spaceAnswer, spaceFields } from "../../schemas/space.ts";
import { type ChangeParts, changeBy, effectiveFromOf } from "../auth.ts";
import type { PublicAddress } from "../pagination.ts";
import { Resource } from "../resource.ts";
import type { App, Version } from "../types.ts";

/** The parts of the engine that spaces are changed and presented with. */
type SpaceParts = ChangeParts &
  LiveCounting &
  PublicAddress & { readonly events: Pick<EventStore, "firstChanges"> };

/** A space as the lists of version 1 have it, without its doorways and daily reset. */
const listedSpace = z
  .object({
    id: z.string(),
    name: z.string(),
    timezone: z.string(),
    current_count: z.int(),
    tags: z.array(z.string()),
  })
  .register(v1Schemas, { id: "ListedSpace" });

const v1Space = listedSpace
  .extend({
    description: z.string(),
    daily_reset: z.string().nullable(),
    doorways: z.array(
      z.object({ doorway_id: z.string(), name: z.string(), sensor_placement: sensorPlacement }),
    ),
  })
  .register(v1Schemas, { id: "Space" });

/** The fields of a body of version 1, whose description is version 2's notes (D27). */
const v1Fields = {
  description: freeText.optional(),
  timezone: timeZone.optional(),
  daily_reset: dailyReset.nullable().optional(),
};
const v1Changed = body({ name: name.optional(), ...v1Fields, effective_from: effectiveFrom.optional() });

const filters = {
  tag: z.string().optional(),
  space_type: z.enum(SPACE_TYPES).optional(),
  parent_id: id("space").optional(),
};

/** The differences between the versions. In version 1 a space without a daily reset has none (D8). */
const VERSIONS = {
  v1: {
    item: listedSpace,
    list: listBriefly,
    query: {} as typeof filters,
    newSpace: body({ name, ...v1Fields }),
    defaults: { dailyReset: null },
    changedSpace: v1Changed,
    answer: v1Space,
    present: presentV1,
  },
  v2: {
    item: spaceAnswer,
    list: presentSpaces,
    query: filters,
    newSpace,
    defaults: {},
    changedSpace,
    answer: spaceAnswer,
    present: presentV2,
  },
};

/** GET, POST /spaces/; GET, PUT, DELETE /spaces/:space_id/. The name of a space confirms its deletion (D19). */
export function spaceRoutes(app: App, http: SpaceParts, version: Version): void {
  const { catalog } = http;
  const { item, list, query, defaults, answer, present, ...bodies } = VERSIONS[version];
  const one = { space_id: id("space") };
  const spaces = new Resource(app, http, { path: "/spaces/", one, tag: "Spaces", name: "space", version });
  spaces.list(
    { item, query: { doorway_id: id("doorway").optional(), ...query } },
    ({ query: { doorway_id: doorwayId, parent_id: parentId, space_type: spaceType, tag } }) =>
      listSpaces(catalog, { doorwayId, parentId, spaceType, tag }),
    (page) => list(http, page),
  );
  spaces.create({ body: bodies.newSpace, answer }, async (request) => {
    const made = { ...defaults, ...spaceFields(request.body), name: request.body.name };
    return present(http, await createSpace(changeBy(http, request), made));
  });
  spaces.read({ answer }, ({ params }) => present(http, catalog.space(params.space_id)));
  spaces.update({ body: bodies.changedSpace, answer }, async (request) => {
    const { params, body: given } = request;
    const from = effectiveFromOf(request);
    const change = changeBy(http, request);
    return present(http, await updateSpace(change, params.space_id, spaceFields(given), from));
  });
  const deletion = {
    summary: "Delete a space, its counts, links and resets",
    conflicts: ["space-has-children"],
  } as const;
  spaces.delete({ ...deletion, body: body({ name: z.string() }) }, (request) =>
    deleteSpace(changeBy(http, request), request.params.space_id, request.body.name),
  );
}

/** GET /spaces/:space_id/count/: the count now, or at `time`; the same in both versions (D22). */
export function spaceCountRoute(app: App, http: LiveCounting): void {
  const summary = "Read a space's count, now or at a past time";
  app.get(
    "/spaces/:space_id/count/",
    {
      config: { access: "read", operation: { id: "getCount", tag: "Spaces", summary } },
      schema: {
        params: z.object({ space_id: id("space") }),
        querystring: z.object({ time: instant.optional() }),
        response: { 200: z.object({ count: z.int() }) },
      },
    },
    async (request) => ({
      count: await spaceCountAt(http, request.params.space_id, request.query.time ?? null),
    }),
  );
}

async function listBriefly(
  http: LiveCounting,
  spaces: readonly Space[],
): Promise<z.output<typeof listedSpace>[]> {
  const counts = await http.live.current(spaces.map(({ id }) => id));
  return spaces.map((space) => ({
    id: formatId("space", space.id),
    name: space.name,
    timezone: space.timeZone,
    current_count: must(counts.get(space.id), "count"),
    tags: [...space.tags],
  }));
}

async function presentV1(http: LiveCounting, space: Space): Promise<z.output<typeof v1Space>> {
  const [brief] = await listBriefly(http, [space]);
  const links = openLinks(http.catalog.linksOfSpace.of(space.id));
  return {
    ...must(brief, "space"),
    description: space.notes,
    daily_reset: space.dailyReset,
    doorways: links.map((link) => ({
      doorway_id: formatId("doorway", link.doorwayId),
      name: must(http.catalog.doorways.get(link.doorwayId), "doorway").name,
      sensor_placement: link.sensorPlacement,
    })),
  };
}

async function presentV2(http: SpaceParts, space: Space): Promise<z.output<typeof spaceAnswer>> {
  const [answer] = await presentSpaces(http, [space]);
  return must(answer, "space");
}

/** Spaces with their present counts, as version 2 answers them. */
async function presentSpaces(
  http: SpaceParts,
  spaces: readonly Space[],
): Promise<z.output<typeof spaceAnswer>[]> {
  const [counts, created] = await Promise.all([
    http.live.current(spaces.map(({ id }) => id)),
    createdInstants(http, spaces),
  ]);
  return spaces.map((space) =>
    present(http.catalog, space, {
      currentCount: must(counts.get(space.id), "count"),
      createdAt: must(created.get(space.id), "instant of creation"),
    }),
  );
}

function present(
  catalog: Catalog,
  space: Space,
  { currentCount, createdAt }: { readonly currentCount: number; readonly createdAt: number },
): z.output<typeof spaceAnswer> {
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
