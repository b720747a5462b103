import type { components } from "../../../src/client/generated/v2.ts";
import { parentProblem } from "../../../src/domain/hierarchy.ts";
import { compareNames } from "../format.ts";
import { allItems, useFetched } from "./resources.ts";

export type Space = components["schemas"]["Space"];

/** When the request for a list of spaces was sent, in ms: the counts are at least as new. */
const requestedAt = new WeakMap<readonly Space[], number>();

export function spacesRequestedAt(spaces: readonly Space[]): number {
  return requestedAt.get(spaces) ?? Number.NEGATIVE_INFINITY;
}

/** All spaces in the order of the tree, siblings by name. */
export function useSpaces(options: { readonly enabled?: boolean } = {}) {
  return useFetched(
    ["spaces"],
    async (v2) => {
      const now = Date.now();
      const ordered = inTreeOrder(await allItems((query) => v2.GET("/v2/spaces/", { params: { query } })));
      requestedAt.set(ordered, now);
      return ordered;
    },
    // `spacesRequestedAt` needs a new object for each response.
    { ...options, structuralSharing: false },
  );
}

/** Sorts spaces so that each is followed by its descendants. */
function inTreeOrder(spaces: readonly Space[]): readonly Space[] {
  const childrenOf = Map.groupBy(spaces, (space) => space.parent_id);
  const known = new Set(spaces.map((space) => space.id));
  const roots = spaces.filter(({ parent_id: parent }) => parent === null || !known.has(parent));
  const ordered: Space[] = [];
  const visit = (siblings: readonly Space[]): void => {
    for (const space of [...siblings].sort(byName)) {
      ordered.push(space);
      visit(childrenOf.get(space.id) ?? []);
    }
  };
  visit(roots);
  return ordered;
}

function byName(a: Space, b: Space): number {
  return compareNames(a.name, b.name);
}

/** The names of the ancestors of a space, outermost first: `Harbour Campus › Lighthouse`. */
export function pathOf(space: Pick<Space, "ancestry">): string {
  return space.ancestry
    .map(({ name }) => name)
    .reverse()
    .join(" › ");
}

/** The names of the ancestors of a space, and its own: `Harbour Campus › Lighthouse › Gym`. */
export function fullNameOf(space: Pick<Space, "ancestry" | "name">): string {
  return [pathOf(space), space.name].filter(Boolean).join(" › ");
}

/** Spaces as choices with their paths. */
export function pathChoices(spaces: readonly Space[]) {
  return spaces.map((space) => ({ value: space.id, name: fullNameOf(space) }));
}

type TreeSpace = Pick<Space, "id" | "name" | "parent_id" | "space_type" | "tags" | "ancestry">;

/** A space with its children. */
export interface TreeNode<Each extends TreeSpace = Space> {
  readonly space: Each;
  readonly children: readonly TreeNode<Each>[];
}

/** Spaces as a tree; siblings keep their order. */
export function treeOf<Each extends TreeSpace>(spaces: readonly Each[]): readonly TreeNode<Each>[] {
  const nodes = new Map(spaces.map((space) => [space.id, { space, children: [] as TreeNode<Each>[] }]));
  const roots: TreeNode<Each>[] = [];
  for (const node of nodes.values()) {
    const parent = node.space.parent_id === null ? undefined : nodes.get(node.space.parent_id);
    (parent?.children ?? roots).push(node);
  }
  return roots;
}

/** The spaces whose name, id, type or tag matches a search. */
export function findSpaces<Each extends TreeSpace>(spaces: readonly Each[], search: string): readonly Each[] {
  const wanted = search.trim().toLowerCase();
  if (wanted === "") return spaces;
  return spaces.filter(
    ({ id, name, space_type: type, tags }) =>
      name.toLowerCase().includes(wanted) ||
      [id, type].includes(wanted) ||
      tags.some((tag) => tag.toLowerCase() === wanted),
  );
}

/**
 * The possible parents of a space by their types; the server checks the rest. The selected parent is always one of
 * them, so that another type does not move the space without notice (D21).
 */
export function possibleParents<Each extends TreeSpace>(
  spaces: readonly Each[],
  of: { readonly id: string | null; readonly type: Space["space_type"]; readonly chosenId: string },
): readonly Each[] {
  const { id, type, chosenId } = of;
  const isInside = (space: Each) => space.id === id || space.ancestry.some((ancestor) => ancestor.id === id);
  return spaces.filter(
    (space) =>
      space.id === chosenId ||
      (parentProblem(type, space.space_type, 0) === null && (id === null || !isInside(space))),
  );
}
