import type { SpaceFilterValues } from "../../components/space-filter.tsx";
import type { SpaceCounts } from "../../queries/counts.ts";
import { pathOf, type Space } from "../../queries/spaces.ts";
import { fullAt } from "../../utilization.ts";

/** The filters of the Now page. A filter by a containing space shows that space, too. */
export interface SpaceFilter extends SpaceFilterValues {
  /** Words that the name, the path or the function contains, in any order. */
  readonly search: string;
}

/** The spaces that match a filter. */
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

/** Spaces of one building. */
interface SpaceGroup {
  readonly key: string;
  readonly title: string;
  readonly spaces: readonly Space[];
}

/** Groups spaces by their building, or by their outermost ancestor if they are in no building. */
export function groupSpaces(spaces: readonly Space[]): readonly SpaceGroup[] {
  const buildings = new Set(spaces.filter((space) => space.space_type === "building").map(({ id }) => id));
  const groupOf = (space: Space) =>
    [space, ...space.ancestry].find(({ id }) => buildings.has(id)) ?? space.ancestry.at(-1) ?? space;
  const groups = new Map<string, { readonly title: string; readonly spaces: Space[] }>();
  for (const space of spaces) {
    const { id, name } = groupOf(space);
    const group = groups.get(id) ?? { title: name, spaces: [] };
    group.spaces.push(space);
    groups.set(id, group);
  }
  return [...groups].map(([key, group]) => ({ key, ...group }));
}

/** The highest count in a trend, in people. */
function peakOf(counts: SpaceCounts | undefined): number {
  return Math.max(0, ...(counts?.results ?? []).map(({ interval }) => interval.analytics.max));
}

/**
 * The count at the full height of the trends without a capacity: the highest count among them, so that they can be
 * compared.
 */
export function commonHeight(spaces: readonly Space[], trends: ReadonlyMap<string, SpaceCounts>): number {
  const peaks = spaces.filter((space) => fullAt(space) === null).map(({ id }) => peakOf(trends.get(id)));
  return Math.max(1, ...peaks);
}
