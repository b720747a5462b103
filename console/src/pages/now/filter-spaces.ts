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
  const textOf = (space: Space) => `${pathOf(space)} ${space.name} ${space.function ?? ""}`.toLowerCase();
  return spaces.filter(
    (space) =>
      (inside === "" || space.id === inside || space.ancestry.some(({ id }) => id === inside)) &&
      (tag === "" || space.tags.includes(tag)) &&
      words.every((word) => textOf(space).includes(word)),
  );
}

/** Groups spaces by their building, or by their outermost ancestor if they are in no building. */
export function groupSpaces(spaces: readonly Space[]) {
  const buildings = new Set(spaces.filter((space) => space.space_type === "building").map(({ id }) => id));
  const groupOf = (space: Space) =>
    [space, ...space.ancestry].find(({ id }) => buildings.has(id)) ?? space.ancestry.at(-1) ?? space;
  return [...Map.groupBy(spaces, (space) => groupOf(space).id)].map(([key, members]) => ({
    key,
    title: members[0] === undefined ? "" : groupOf(members[0]).name,
    members,
  }));
}

/**
 * The count at the full height of the trends without a capacity: the highest count among them, so that they can be
 * compared.
 */
export function commonHeight(spaces: readonly Space[], trends: ReadonlyMap<string, SpaceCounts>): number {
  const shared = spaces.filter((space) => fullAt(space) === null);
  const samples = shared.flatMap(({ id }) => trends.get(id)?.results ?? []);
  return Math.max(1, ...samples.map(({ interval }) => interval.analytics.max));
}
