import { notFound } from "../../domain/errors.ts";
import type { Doorway, Space } from "../../domain/resources.ts";
import type { Catalog, CatalogChange } from "../catalog/catalog.ts";
import { openDoorways } from "../catalog/resource-lists.ts";

/** The spaces and doorways with a tag, in order of creation. */
export interface TaggedResources {
  readonly spaces: readonly Space[];
  readonly doorways: readonly Doorway[];
}

/** Adds a tag to a space, unless it has it (D28). @throws HeadcountError `not-found` */
export function tagSpace(change: CatalogChange, id: bigint, tag: string): Promise<void> {
  const { catalog, clock } = change;
  return catalog.exclusive(change, async () => {
    const space = catalog.space(id);
    if (space.tags.includes(tag)) return;
    await catalog.save({
      put: { space: [{ ...space, tags: [...space.tags, tag], updatedAt: clock.now() }] },
    });
  });
}

/**
 * Removes a tag from a space. @throws HeadcountError `not-found` if the space does not exist or does not have the tag
 */
export function untagSpace(change: CatalogChange, id: bigint, tag: string): Promise<void> {
  const { catalog, clock } = change;
  return catalog.exclusive(change, async () => {
    const space = catalog.space(id);
    const tags = withoutTag(space.tags, tag);
    await catalog.save({ put: { space: [{ ...space, tags, updatedAt: clock.now() }] } });
  });
}

/** Like `tagSpace`, for a doorway. */
export function tagDoorway(change: CatalogChange, id: bigint, tag: string): Promise<void> {
  const { catalog, clock } = change;
  return catalog.exclusive(change, async () => {
    const doorway = catalog.doorway(id);
    if (doorway.tags.includes(tag)) return;
    await catalog.save({
      put: { doorway: [{ ...doorway, tags: [...doorway.tags, tag], updatedAt: clock.now() }] },
    });
  });
}

/** Like `untagSpace`, for a doorway. */
export function untagDoorway(change: CatalogChange, id: bigint, tag: string): Promise<void> {
  const { catalog, clock } = change;
  return catalog.exclusive(change, async () => {
    const doorway = catalog.doorway(id);
    const tags = withoutTag(doorway.tags, tag);
    await catalog.save({ put: { doorway: [{ ...doorway, tags, updatedAt: clock.now() }] } });
  });
}

function withoutTag(tags: readonly string[], tag: string): string[] {
  if (!tags.includes(tag)) throw notFound("tag", JSON.stringify(tag.slice(0, 64)));
  return tags.filter((each) => each !== tag);
}

/** The tags in use, by name (D16, D28). */
export function tagsInUse(catalog: Catalog): string[] {
  const carriers = [...catalog.spaces.all(), ...openDoorways(catalog)];
  return [...new Set(carriers.flatMap(({ tags }) => tags))].sort();
}

/** The resources with a tag. @throws HeadcountError `not-found` if there are none */
export function taggedWith(catalog: Catalog, tag: string): TaggedResources {
  const spaces = catalog.spaces.all().filter(({ tags }) => tags.includes(tag));
  const doorways = openDoorways(catalog).filter(({ tags }) => tags.includes(tag));
  if (spaces.length + doorways.length === 0) throw notFound("tag", JSON.stringify(tag.slice(0, 64)));
  return { spaces, doorways };
}
