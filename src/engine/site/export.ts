import { groupBy } from "../../domain/collections.ts";
import { must } from "../../domain/errors.ts";
import type { Doorway, Space, TimeSegment } from "../../domain/resources.ts";
import type { Catalog } from "../catalog/catalog.ts";
import { openDoorways, openLinks } from "../catalog/resource-lists.ts";
import { SPACE_DEFAULTS } from "../resources/spaces.ts";
import type { SiteDocument, SiteDoorway, SiteSpace, SiteSpaceFields, SiteTimeSegment } from "./document.ts";
import { References } from "./references.ts";

/** The fields of a space that a document has unchanged. */
const SITE_SPACE_FIELDS = (Object.keys(SPACE_DEFAULTS) as (keyof typeof SPACE_DEFAULTS)[]).filter(
  (field): field is keyof SiteSpaceFields => field !== "parentId" && field !== "tags",
);

/**
 * Exports the current catalog as a document: resources in order of creation, and fields of spaces that differ from
 * their defaults. The same catalog gives the same document.
 *
 * @param options.ids whether to include ids, so that resources can be renamed and moved in the file
 */
export function exportSite(catalog: Catalog, options: { readonly ids: boolean }): SiteDocument {
  const pin = ({ id }: { readonly id: bigint }) => (options.ids ? { id } : {});
  // Grouped here, since the order of the catalog's index of children depends on moves.
  const children = groupBy(catalog.spaces.all(), (space) => space.parentId);
  const innerOf = ({ id }: Pick<Space, "id">) => children.get(id) ?? [];
  const top = children.get(null) ?? [];
  const segments = catalog.timeSegments.all();
  const spaceReferences = new References("space", top, ({ name }) => name, innerOf);
  const segmentReferences = new References("timeSegment", segments, ({ label }) => label);

  const spaceEntry = (space: Space): SiteSpace => ({
    ...pin(space),
    name: space.name,
    fields: unusualFields(space),
    tags: space.tags,
    assignedTeams: catalog.teamsOfSpace.of(space.id).map((team) => team.teamName),
    spaces: innerOf(space).map(spaceEntry),
  });
  const spaceNamed = (id: bigint) => spaceReferences.to(must(catalog.spaces.get(id), "space"));
  const doorwayEntry = (doorway: Doorway): SiteDoorway => ({
    ...pin(doorway),
    name: doorway.name,
    description: doorway.description,
    sensorSerialNumber: catalog.sensorAt(doorway.id)?.serialNumber ?? null,
    tags: doorway.tags,
    links: openLinks(catalog.linksOfDoorway.of(doorway.id))
      .sort((a, b) => (a.id < b.id ? -1 : 1))
      .map(({ spaceId, sensorPlacement }) => ({ space: spaceNamed(spaceId), sensorPlacement })),
  });
  const segmentEntry = (segment: TimeSegment): SiteTimeSegment => ({
    ...pin(segment),
    label: segment.label,
    start: segment.start,
    end: segment.end,
    days: segment.days,
    spaces: segment.spaceIds.map(spaceNamed),
  });
  return {
    spaces: top.map(spaceEntry),
    doorways: openDoorways(catalog).map(doorwayEntry),
    timeSegments: segments.map(segmentEntry),
    timeSegmentGroups: catalog.timeSegmentGroups.all().map((group) => ({
      ...pin(group),
      name: group.name,
      timeSegments: group.timeSegmentIds.map((id) =>
        segmentReferences.to(must(catalog.timeSegments.get(id), "time segment")),
      ),
    })),
  };
}

function unusualFields(space: Space): Partial<SiteSpaceFields> {
  const unusual = SITE_SPACE_FIELDS.filter((field) => space[field] !== SPACE_DEFAULTS[field]);
  return Object.fromEntries(unusual.map((field) => [field, space[field]]));
}
