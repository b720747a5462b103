import { pathOf, type Space } from "../../queries/spaces.ts";

/** Which spaces are shown; empty texts show all. */
export interface SpaceFilter {
  /** A campus, building or floor: it and what is inside it. */
  readonly inside: string;
  readonly tag: string;
  /** Words that the name or the path has, in any order. */
  readonly search: string;
}

/** The spaces that a filter lets through, in their order. */
export function filterSpaces(
  spaces: readonly Space[],
  { inside, tag, search }: SpaceFilter,
): readonly Space[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return spaces.filter(
    (space) =>
      (inside === "" || space.id === inside || space.ancestry.some(({ id }) => id === inside)) &&
      (tag === "" || space.tags.includes(tag)) &&
      hasWords(space, words),
  );
}

function hasWords(space: Space, words: readonly string[]): boolean {
  const text = `${pathOf(space)} ${space.name} ${space.function ?? ""}`.toLowerCase();
  return words.every((word) => text.includes(word));
}

/** Spaces under what they are grouped by. */
export interface SpaceGroup {
  readonly key: string;
  readonly title: string;
  readonly spaces: readonly Space[];
}

/** Groups spaces by the building that they are or are in; the others by the outermost space that they are in. */
export function groupSpaces(spaces: readonly Space[]): readonly SpaceGroup[] {
  const buildings = new Set(spaces.filter((space) => space.space_type === "building").map(({ id }) => id));
  const homeOf = (space: Space) =>
    [space, ...space.ancestry].find(({ id }) => buildings.has(id)) ?? space.ancestry.at(-1) ?? space;
  const groups = new Map<string, { readonly title: string; readonly spaces: Space[] }>();
  for (const space of spaces) {
    const { id, name } = homeOf(space);
    const group = groups.get(id) ?? { title: name, spaces: [] };
    group.spaces.push(space);
    groups.set(id, group);
  }
  return [...groups].map(([key, group]) => ({ key, ...group }));
}
