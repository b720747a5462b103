import type { components } from "../../../../src/client/generated/v2.ts";

type Space = components["schemas"]["Space"];
type Placed = Pick<Space, "id" | "name" | "parent_id" | "space_type" | "tags" | "ancestry">;

/** A space with what is inside it. */
export interface TreeNode<Each extends Placed = Space> {
  readonly space: Each;
  readonly children: readonly TreeNode<Each>[];
}

/** Spaces as a tree; siblings stay in the order in which they come. */
export function treeOf<Each extends Placed>(spaces: readonly Each[]): readonly TreeNode<Each>[] {
  const nodes = new Map(spaces.map((space) => [space.id, { space, children: [] as TreeNode<Each>[] }]));
  const roots: TreeNode<Each>[] = [];
  for (const node of nodes.values()) {
    const parent = node.space.parent_id === null ? undefined : nodes.get(node.space.parent_id);
    (parent?.children ?? roots).push(node);
  }
  return roots;
}

/** The spaces that a search finds, by name, id, type or tag. */
export function findSpaces<Each extends Placed>(spaces: readonly Each[], search: string): readonly Each[] {
  const wanted = search.trim().toLowerCase();
  if (wanted === "") return spaces;
  return spaces.filter(
    ({ id, name, space_type: type, tags }) =>
      name.toLowerCase().includes(wanted) ||
      [id, type].includes(wanted) ||
      tags.some((tag) => tag.toLowerCase() === wanted),
  );
}

/** The types that a space of each type may be inside (D21). */
const PARENT_TYPES: Readonly<Record<Space["space_type"], readonly Space["space_type"][]>> = {
  campus: [],
  building: ["campus"],
  floor: ["building", "campus"],
  space: ["campus", "building", "floor", "space"],
};

/**
 * The spaces that one of a type may be put into, by what the types say; the server knows the rest. What is
 * chosen stays among them, so that a change of type does not move a space without a word.
 */
export function possibleParents<Each extends Placed>(
  spaces: readonly Each[],
  {
    id,
    type,
    chosenId,
  }: { readonly id: string | null; readonly type: Space["space_type"]; readonly chosenId: string },
): readonly Each[] {
  const isInside = (space: Each) => space.id === id || space.ancestry.some((ancestor) => ancestor.id === id);
  return spaces.filter(
    (space) =>
      space.id === chosenId ||
      (PARENT_TYPES[type].includes(space.space_type) && (id === null || !isInside(space))),
  );
}
