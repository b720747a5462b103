import { z } from "zod";
import { must } from "../../domain/errors.ts";
import { formatId } from "../../domain/ids.ts";
import { formatInstant } from "../../domain/instant.ts";
import { SAFE_THRESHOLD_MODES, SPACE_FUNCTIONS, SPACE_TYPES, type Space } from "../../domain/resources.ts";
import { WEEKDAYS, type Windows } from "../../domain/time-segment.ts";
import type { Catalog } from "../../engine/catalog/catalog.ts";
import { listSpaces, openLinks } from "../../engine/catalog/resource-lists.ts";
import { type LiveCounting, measuredPeriods, spaceCountAt } from "../../engine/counts/count-queries.ts";
import { createdInstant, createSpace, deleteSpace, updateSpace } from "../../engine/resources/spaces.ts";
import { groupsWith, segmentsOf } from "../../engine/resources/time-segments.ts";
import { answerOf, idOrNull, intOrNull, text, textOrNull } from "../../schemas/answers.ts";
import { body, effectiveFrom, id, instant, name, sensorPlacement } from "../../schemas/fields.ts";
import { aliases, changedSpace, newSpace, ownFields, spaceFields } from "../../schemas/space.ts";
import { addRoute } from "../add-route.ts";
import { requireScope, requireSpace } from "../admission/auth.ts";
import { type Answers, type ChangeParts, effectiveFromOf, ofKind, Resource } from "../resource-routes.ts";
import type { App, Version } from "../types.ts";
import { linked, linkedBy } from "./links.ts";

type SpaceParts = ChangeParts & LiveCounting;

/** The parts that a space is presented with: its present count, and in version 2 when it was measured. */
export interface Presenting {
  readonly catalog: Catalog;
  readonly counts: ReadonlyMap<bigint, number>;
  readonly measured: ReadonlyMap<bigint, Windows>;
}

const numberOrNull = z.number().nullable();

/** A space as the lists of version 1 have it, without its doorways and daily reset. */
const brief = answerOf<Space, Presenting>({ v1: "ListedSpace" })({
  id: [text, ({ id }) => formatId("space", id)],
  name: [text, ({ name }) => name],
  timezone: [text, ({ timeZone }) => timeZone],
  current_count: [z.int(), ({ id }, { counts }) => must(counts.get(id), "count")],
  tags: [z.array(text), ({ tags }) => tags],
});

const v1 = answerOf<Space, Presenting>({ v1: "Space" })({
  ...brief.fields,
  description: [text, ({ notes }) => notes],
  daily_reset: [textOrNull, ({ dailyReset }) => dailyReset],
  doorways: [
    z.array(z.object({ doorway_id: text, name: text, sensor_placement: sensorPlacement })),
    (space, { catalog }) =>
      linkedDoorways(catalog, space).map(({ id, link_id: _, ...doorway }) => ({
        doorway_id: id,
        ...doorway,
      })),
  ],
});

const named = z.object({ id: text, name: text });

/** A space as version 2 answers it, in lists too (D27). */
const v2Space = answerOf<Space, Presenting>({ v2: "Space" })({
  id: brief.fields.id,
  name: brief.fields.name,
  notes: [text, ({ notes }) => notes],
  description: v1.fields.description,
  meta: [z.unknown(), ({ meta }) => meta],
  parent_id: [textOrNull, ({ parentId }) => idOrNull("space", parentId)],
  ancestry: [
    z.array(named),
    (space, { catalog }) =>
      catalog.ancestry(space).map(({ id, name }) => ({ id: formatId("space", id), name })),
  ],
  space_type: [z.enum(SPACE_TYPES), ({ spaceType }) => spaceType],
  function: [z.enum(SPACE_FUNCTIONS).nullable(), (space) => space.function],
  time_zone: [text, ({ timeZone }) => timeZone],
  daily_reset: v1.fields.daily_reset,
  current_count: brief.fields.current_count,
  capacity: [intOrNull, ({ capacity }) => capacity],
  target_capacity: [intOrNull, ({ targetCapacity }) => targetCapacity],
  safe_capacity: [intOrNull, ({ safeCapacity }) => safeCapacity],
  safe_threshold_mode: [z.enum(SAFE_THRESHOLD_MODES).nullable(), (space) => space.safeThresholdMode],
  safe_threshold_value: [numberOrNull, ({ safeThresholdValue }) => safeThresholdValue],
  max_dwell_minutes: [intOrNull, () => null],
  doorways: [z.array(linked), (space, { catalog }) => linkedDoorways(catalog, space)],
  tags: brief.fields.tags,
  address: [textOrNull, ({ address }) => address],
  latitude: [numberOrNull, ({ latitude }) => latitude],
  longitude: [numberOrNull, ({ longitude }) => longitude],
  counting_mode: [z.literal("doorways"), () => "doorways" as const],
  component_spaces: [z.array(z.unknown()), () => []],
  floor_level: [z.unknown(), () => null],
  space_mappings: [z.array(z.unknown()), () => []],
  time_segments: [
    z.array(
      z.object({
        id: text,
        name: text,
        label: text,
        start: text,
        end: text,
        days: z.array(z.enum(WEEKDAYS)),
      }),
    ),
    (space, { catalog }) =>
      segmentsOf(catalog, space).map(({ id, label, start, end, days }) => ({
        id: formatId("timeSegment", id),
        name: label,
        label,
        start,
        end,
        days,
      })),
  ],
  time_segment_groups: [
    z.array(named),
    (space, { catalog }) => {
      const segmentIds = segmentsOf(catalog, space).map((segment) => segment.id);
      const groups = groupsWith(catalog, segmentIds);
      return groups.map(({ id, name }) => ({ id: formatId("timeSegmentGroup", id), name }));
    },
  ],
  size_area: [numberOrNull, ({ sizeArea }) => sizeArea],
  size_area_unit: [text, ({ sizeAreaUnit }) => sizeAreaUnit],
  annual_rent: [numberOrNull, ({ annualRent }) => annualRent],
  annual_rent_currency: [text, ({ annualRentCurrency }) => annualRentCurrency],
  assigned_teams: [
    z.array(z.object({ id: text, team_name: text })),
    ({ id }, { catalog }) => {
      const teams = catalog.teamsOfSpace.of(id);
      return teams.map((team) => ({ id: formatId("assignedTeam", team.id), team_name: team.teamName }));
    },
  ],
  sensors_total: [
    z.int(),
    ({ id }, { catalog }) =>
      openLinks(catalog.linksOfSpace.of(id)).filter((link) => catalog.sensorAt(link.doorwayId)).length,
  ],
  image_url: [textOrNull, () => null],
  measured_periods: [
    z.array(z.object({ start: text, end: textOrNull })),
    ({ id }, { measured }) => {
      const edges = [...must(measured.get(id), "measured periods")];
      const starts = edges.filter((_, index) => index % 2 === 0);
      return starts.map((start, index) => {
        const end = edges[2 * index + 1] as number;
        return { start: formatInstant(start), end: end === Infinity ? null : formatInstant(end) };
      });
    },
  ],
  created_at: [
    text,
    (space, { catalog, measured }) => {
      const [first = Infinity] = must(measured.get(space.id), "measured periods");
      return formatInstant(createdInstant(catalog, space, first));
    },
  ],
  updated_at: [text, ({ updatedAt }) => formatInstant(updatedAt)],
  inherits_time_segments: [z.boolean(), ({ inheritsTimeSegments }) => inheritsTimeSegments],
});

function linkedDoorways(catalog: Catalog, space: Space) {
  return linkedBy(catalog, "doorway", catalog.linksOfSpace.of(space.id));
}

/** The fields of a body of version 1, whose description is version 2's notes (D27). */
const v1Fields = {
  ...aliases,
  notes: ownFields.notes,
  time_zone: ownFields.time_zone,
  daily_reset: ownFields.daily_reset,
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
    listed: brief,
    answered: v1,
    query: {} as typeof filters,
    newSpace: body({ name, ...v1Fields }),
    defaults: { dailyReset: null },
    changedSpace: v1Changed,
  },
  v2: { listed: v2Space, answered: v2Space, query: filters, newSpace, defaults: {}, changedSpace },
};

/** GET, POST /spaces/; GET, PUT, DELETE /spaces/:space_id/. The name of a space confirms its deletion (D19). */
export function spaceRoutes(app: App, http: SpaceParts, version: Version): void {
  const { catalog } = http;
  const { listed, answered, query, defaults, ...bodies } = VERSIONS[version];
  const presentedBy = ({ schema, present }: typeof listed | typeof answered): Answers<Space> => ({
    schema,
    present: async (spaces) => {
      const ids = spaces.map(({ id }) => id);
      const [counts, measured] = await Promise.all([
        http.notifier.current(ids),
        version === "v1" ? new Map<bigint, Windows>() : measuredPeriods(http, ids),
      ]);
      // A space without a count was deleted while the counts were read.
      const counted = spaces.filter(({ id }) => counts.has(id));
      return counted.map((space) => present(space, { catalog, counts, measured }));
    },
  });
  const spaces = new Resource(app, http, {
    ...ofKind("space"),
    tag: "Spaces",
    version,
    answer: presentedBy(answered),
  });
  spaces.list(
    { answer: presentedBy(listed), query: { doorway_id: id("doorway").optional(), ...query } },
    ({ query: { doorway_id: doorwayId, parent_id: parentId, space_type: spaceType, tag } }) =>
      listSpaces(catalog, { doorwayId, parentId, spaceType, tag }),
  );
  spaces.create({ body: bodies.newSpace }, (change, { body: given }) =>
    createSpace(change, { ...defaults, ...spaceFields(given, version), name: given.name }),
  );
  spaces.read({}, ({ params }) => catalog.find("space", params.space_id));
  spaces.update({ body: bodies.changedSpace }, (change, request) => {
    const from = effectiveFromOf(request);
    return updateSpace(change, request.params.space_id, spaceFields(request.body, version), from);
  });
  const deletion = {
    summary: "Delete a space with its counts, links and resets",
    conflicts: ["space-has-children"],
  } as const;
  spaces.delete({ ...deletion, body: body({ name: z.string() }) }, (change, request) =>
    deleteSpace(change, request.params.space_id, request.body.name),
  );
}

const COUNT = {
  id: "getCount",
  tag: "Spaces",
  access: "display",
  summary: "Get the count of a space",
  detail: "The count at another time requires the scope `read`.",
  params: { space_id: id("space") },
  query: { time: instant.optional() },
  answer: z.object({ count: z.int() }),
} as const;

/** GET /spaces/:space_id/count/: the count now, or at `time`; the same in both versions (D22). */
export function spaceCountRoute(app: App, http: LiveCounting): void {
  addRoute(app, "GET /spaces/:space_id/count/", COUNT, async (request) => {
    const { space_id: spaceId } = request.params;
    requireSpace(request, spaceId);
    const { time = null } = request.query;
    if (time !== null) requireScope(request, "read");
    return { count: await spaceCountAt(http, spaceId, time) };
  });
}

const { fields } = v2Space;

/** What a display shows of its space: all that a token with the scope `display` reads. */
const displayed = answerOf<Space, Presenting>({ v2: "DisplayedSpace" })({
  id: fields.id,
  name: fields.name,
  time_zone: fields.time_zone,
  current_count: fields.current_count,
  capacity: fields.capacity,
  target_capacity: fields.target_capacity,
  safe_capacity: fields.safe_capacity,
  safe_threshold_mode: fields.safe_threshold_mode,
  safe_threshold_value: fields.safe_threshold_value,
});

const DISPLAY = {
  id: "getDisplay",
  tag: "Spaces",
  access: "display",
  summary: "Get the space that a display shows",
  detail: "With the scope `display`, the space has only the fields that a display shows.",
  params: {
    /** Each space has one, of its number. */
    display_id: z
      .string()
      .regex(/^dsp_\d{1,18}$/, "is not a display id such as dsp_12")
      .transform((text) => BigInt(text.slice("dsp_".length))),
  },
  answer: z.object({
    id: z.string(),
    state: z.enum(["counting", "no_data", "not_measured"]),
    dedicated_space: z.union([v2Space.schema, displayed.schema]),
  }),
} as const;

/** GET /displays/:display_id/ (D22). */
export function displayRoute(app: App, http: LiveCounting): void {
  const { catalog } = http;
  addRoute(app, "GET /displays/:display_id/", DISPLAY, async (request) => {
    const { display_id: number } = request.params;
    requireSpace(request, number);
    const space = catalog.find("space", number);
    const measured = await measuredPeriods(http, [number]);
    const isMeasured = measured.get(number)?.at(-1) === Infinity;
    // The first event of its doorways is yet to come.
    const unmeasured = openLinks(catalog.linksOfSpace.of(number)).length > 0 ? "no_data" : "not_measured";
    const counts = await http.notifier.current([number]);
    const { present } = request.token?.spaceId === undefined ? v2Space : displayed;
    const dedicated_space = present(space, { catalog, counts, measured });
    return { id: `dsp_${number}`, state: isMeasured ? "counting" : unmeasured, dedicated_space } as const;
  });
}
