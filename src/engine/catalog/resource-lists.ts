import type { Doorway, Link, Space, SpaceType } from "../../domain/resources.ts";
import type { Catalog } from "./catalog.ts";

export interface SpaceFilter {
  readonly doorwayId?: bigint | undefined;
  readonly parentId?: bigint | undefined;
  readonly spaceType?: SpaceType | undefined;
  readonly tag?: string | undefined;
}

/**
 * The spaces that match all given filters, in order of creation (D16).
 *
 * @throws HeadcountError `invalid` if a filter names a resource that does not exist
 */
export function listSpaces(catalog: Catalog, { doorwayId, parentId, spaceType, tag }: SpaceFilter): Space[] {
  const doorway = doorwayId === undefined ? null : catalog.named("doorway", doorwayId, "doorway_id");
  const links = doorway && openLinks(catalog.linksOfDoorway.of(doorway.id));
  const linked = links && new Set(links.map((link) => link.spaceId));
  if (parentId !== undefined) catalog.named("space", parentId, "parent_id");
  return catalog.spaces
    .all()
    .filter((space) => linked?.has(space.id) ?? true)
    .filter((space) => parentId === undefined || space.parentId === parentId)
    .filter((space) => spaceType === undefined || space.spaceType === spaceType)
    .filter((space) => tag === undefined || space.tags.includes(tag));
}

/**
 * The doorways that are not deleted, or those linked to a space, in order of creation (D16).
 *
 * @throws HeadcountError `invalid` if the space does not exist
 */
export function listDoorways(catalog: Catalog, spaceId: bigint | undefined): Doorway[] {
  const doorways = openDoorways(catalog);
  if (spaceId === undefined) return doorways;
  const space = catalog.named("space", spaceId, "space_id");
  const linked = new Set(openLinks(catalog.linksOfSpace.of(space.id)).map((link) => link.doorwayId));
  return doorways.filter((doorway) => linked.has(doorway.id));
}

export interface LinkFilter {
  readonly spaceId?: bigint | undefined;
  readonly doorwayId?: bigint | undefined;
  /** Whether to include links that have ended (D22). */
  readonly ended: boolean;
}

/** @throws HeadcountError `invalid` if a filter names a resource that does not exist */
export function listLinks(catalog: Catalog, { spaceId, doorwayId, ended }: LinkFilter): Link[] {
  if (spaceId !== undefined) catalog.named("space", spaceId, "space_id");
  if (doorwayId !== undefined) catalog.named("doorway", doorwayId, "doorway_id");
  const ofSpace = spaceId === undefined ? catalog.links.all() : catalog.linksOfSpace.of(spaceId);
  const links = ofSpace.filter((link) => doorwayId === undefined || link.doorwayId === doorwayId);
  return ended ? links : openLinks(links);
}

/** The links that have not ended (D5). */
export function openLinks(links: readonly Link[]): Link[] {
  return links.filter(({ to }) => to === null);
}

export function openDoorways(catalog: Catalog): Doorway[] {
  return catalog.doorways.all().filter((doorway) => doorway.deletedAt === null);
}
