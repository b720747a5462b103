import { groupBy } from "../domain/collections.ts";
import { must } from "../domain/errors.ts";
import { formatId, type IdKind } from "../domain/ids.ts";
import type {
  CountingSettings,
  Doorway,
  Json,
  Sensor,
  Space,
  TimeSegment,
  TimeSegmentGroup,
} from "../domain/resources.ts";
import type { Catalog } from "../engine/catalog/catalog.ts";
import { openDoorways, openLinks } from "../engine/catalog/resource-lists.ts";
import { COUNTING_DEFAULTS, countingAt } from "../engine/readings/counting-settings.ts";
import { defaultZone, SPACE_DEFAULTS } from "../engine/resources/spaces.ts";
import type { SiteReference, SiteSpaceFields } from "../engine/site/document.ts";
import { References } from "../engine/site/references.ts";
import { unusualSensors } from "../engine/site/sensor-settings.ts";
import { engineName } from "./fields.ts";
import { countingAnswer } from "./sensor-settings.ts";
import { ownFields } from "./space.ts";

export type JsonObject = { readonly [field: string]: Json };

/**
 * Exports the current catalog as a site document in JSON, which `siteDocument` reads: resources in order of creation,
 * sensors by serial number, and the fields of spaces and sensors that differ from their defaults. The same catalog gives
 * the same document.
 *
 * @param options.ids whether to include ids, so that resources can be renamed and moved in the file
 */
export function exportSite(catalog: Catalog, options: { readonly ids: boolean }): JsonObject {
  const pin = (kind: IdKind, { id }: { readonly id: bigint }) =>
    options.ids ? { id: formatId(kind, id) } : {};
  // Grouped here, since the order of the catalog's index of children depends on moves.
  const children = groupBy(catalog.spaces.all(), (space) => space.parentId);
  const innerOf = ({ id }: Pick<Space, "id">) => children.get(id) ?? [];
  const top = children.get(null) ?? [];
  const segments = catalog.timeSegments.all();
  const spaceReferences = new References("space", top, ({ name }) => name, innerOf);
  const segmentReferences = new References("timeSegment", segments, ({ label }) => label);
  const spaceNamed = (id: bigint): SiteReference => spaceReferences.to(must(catalog.spaces.get(id), "space"));
  const segmentNamed = (id: bigint): SiteReference =>
    segmentReferences.to(must(catalog.timeSegments.get(id), "time segment"));

  const presentSpace = (space: Space): JsonObject => ({
    ...pin("space", space),
    name: space.name,
    ...unusualFields(space, defaultZone(catalog, space.parentId)),
    ...withoutEmpty({
      tags: space.tags,
      assigned_teams: catalog.teamsOfSpace.of(space.id).map((team) => team.teamName),
      spaces: innerOf(space).map(presentSpace),
    }),
  });
  const presentDoorway = (doorway: Doorway): JsonObject =>
    withoutEmpty({
      ...pin("doorway", doorway),
      name: doorway.name,
      description: doorway.description,
      sensor_serial_number: catalog.sensorAt(doorway.id)?.serialNumber,
      tags: doorway.tags,
      links: openLinks(catalog.linksOfDoorway.of(doorway.id))
        .sort((a, b) => (a.id < b.id ? -1 : 1))
        .map(({ spaceId, sensorPlacement }) => ({
          space: spaceNamed(spaceId),
          sensor_placement: sensorPlacement,
        })),
    });
  const presentSensor = (sensor: Sensor): JsonObject => {
    const counting = unusualSettings(countingAt(catalog, sensor, Infinity));
    return {
      serial_number: sensor.serialNumber,
      ...(Object.keys(counting).length > 0 && { counting }),
      ...(sensor.isIgnored && { ignored: true }),
    };
  };
  const presentSegment = (segment: TimeSegment): JsonObject => {
    const { label, start, end, days, spaceIds } = segment;
    const fields = { label, start, end, days, spaces: spaceIds.map(spaceNamed) };
    return withoutEmpty({ ...pin("timeSegment", segment), ...fields });
  };
  const presentGroup = (group: TimeSegmentGroup): JsonObject => {
    const fields = { name: group.name, time_segments: group.timeSegmentIds.map(segmentNamed) };
    return withoutEmpty({ ...pin("timeSegmentGroup", group), ...fields });
  };
  return {
    spaces: top.map(presentSpace),
    ...withoutEmpty({
      doorways: openDoorways(catalog).map(presentDoorway),
      sensors: unusualSensors(catalog).map(presentSensor),
      time_segments: segments.map(presentSegment),
      time_segment_groups: catalog.timeSegmentGroups.all().map(presentGroup),
    }),
  };
}

/**
 * The fields that differ from their defaults, even if they are empty.
 *
 * @param zone the time zone that the space has by default
 */
function unusualFields(space: Space, zone: string): JsonObject {
  const defaults: Partial<Space> = { ...SPACE_DEFAULTS, timeZone: zone };
  const fields = Object.keys(ownFields).flatMap((name) => {
    const field = engineName(name) as keyof SiteSpaceFields;
    return space[field] === defaults[field] ? [] : [[name, space[field]] as const];
  });
  return Object.fromEntries(fields);
}

function unusualSettings(settings: CountingSettings): JsonObject {
  const defaults = new Map(Object.entries(countingAnswer.present(COUNTING_DEFAULTS)));
  const fields = Object.entries(countingAnswer.present(settings));
  return Object.fromEntries(fields.filter(([name, value]) => value !== defaults.get(name)));
}

function withoutEmpty(fields: Readonly<Record<string, Json | undefined>>): JsonObject {
  const entries = Object.entries(fields).flatMap(([name, value]) =>
    value === undefined || value === "" || (Array.isArray(value) && value.length === 0)
      ? []
      : [[name, value] as const],
  );
  return Object.fromEntries(entries);
}
