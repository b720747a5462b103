import { type HeadcountError, notFound } from "../../domain/errors.ts";
import type { Catalog } from "../catalog/catalog.ts";
import { openDoorways } from "../catalog/resource-lists.ts";
import type { CatalogChange } from "../journal/journal.ts";

type TaggedTable = "space" | "doorway";

/** Adds a tag to a space or a doorway, unless it has it (D28). @throws HeadcountError `not-found` */
export function addTag(change: CatalogChange, table: TaggedTable, id: bigint, tag: string): Promise<void> {
  return changeTags(change, table, id, (tags) => (tags.includes(tag) ? tags : [...tags, tag]));
}

/** @throws HeadcountError `not-found` if the resource does not exist or does not have the tag */
export function removeTag(change: CatalogChange, table: TaggedTable, id: bigint, tag: string): Promise<void> {
  return changeTags(change, table, id, (tags) => {
    if (!tags.includes(tag)) throw unknownTag(tag);
    return tags.filter((each) => each !== tag);
  });
}

function changeTags(
  change: CatalogChange,
  table: TaggedTable,
  id: bigint,
  changed: (tags: readonly string[]) => readonly string[],
): Promise<void> {
  return change.journal.transact(change, (draft) => {
    const { catalog, now } = draft;
    const old = catalog.find(table, id);
    const tags = changed(old.tags);
    if (tags !== old.tags) draft.save({ put: { [table]: [{ ...old, tags, updatedAt: now }] } });
  });
}

function unknownTag(tag: string): HeadcountError {
  return notFound("tag", JSON.stringify(tag.slice(0, 64)));
}

/** The tags in use, by name (D16, D28). */
export function tagsInUse(catalog: Catalog): string[] {
  const carriers = [...catalog.spaces.all(), ...openDoorways(catalog)];
  return [...new Set(carriers.flatMap(({ tags }) => tags))].sort();
}

/** The resources with a tag, in order of creation. @throws HeadcountError `not-found` if there are none */
export function taggedWith(catalog: Catalog, tag: string) {
  const spaces = catalog.spaces.all().filter(({ tags }) => tags.includes(tag));
  const doorways = openDoorways(catalog).filter(({ tags }) => tags.includes(tag));
  if (spaces.length + doorways.length === 0) throw unknownTag(tag);
  return { spaces, doorways };
}
