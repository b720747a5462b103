import { SPACE_DEPTH_MAX } from "./limits.ts";
import type { SpaceType } from "./resources.ts";

/** The types a space of each type may have as its parent; every type may stand alone (D21). */
const PARENT_TYPES: Readonly<Record<SpaceType, readonly SpaceType[]>> = {
  campus: [],
  building: ["campus"],
  floor: ["building", "campus"],
  space: ["campus", "building", "floor", "space"],
};

/** How a rule of D21 is broken by a child of one type under a parent of another, or null where it is not. */
export function parentProblem(child: SpaceType, parent: SpaceType, siblings: number): string | null {
  if (!PARENT_TYPES[child].includes(parent)) return `a ${child} cannot be inside a ${parent}`;
  if (parent === "space" && siblings > 0) return "a space holds at most one child space";
  return null;
}

/** What is wrong with spaces so many levels deep inside each other, or null where nothing is. */
export function depthProblem(levels: number): string | null {
  return levels > SPACE_DEPTH_MAX ? `spaces are more than ${SPACE_DEPTH_MAX} deep inside each other` : null;
}
