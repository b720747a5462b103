import type { components } from "../../../../src/client/generated/v2.ts";

type Space = components["schemas"]["Space"];
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

/** The types that the parent of a space can have (D21). */
const PARENT_TYPES: Readonly<Record<Space["space_type"], readonly Space["space_type"][]>> = {
  campus: [],
  building: ["campus"],
  floor: ["building", "campus"],
  space: ["campus", "building", "floor", "space"],
};

/**
 * The possible parents of a space by their types; the server checks the rest. The selected parent is always one of
 * them, so that another type does not move the space without notice.
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
      (PARENT_TYPES[type].includes(space.space_type) && (id === null || !isInside(space))),
  );
}
