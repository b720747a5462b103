import { SPACE_DEPTH_MAX } from "./limits.ts";
import type { SpaceType } from "./resources.ts";

/** The parent types allowed for each type of space; a parent is optional (D21). */
const PARENT_TYPES: Readonly<Record<SpaceType, readonly SpaceType[]>> = {
  campus: [],
  building: ["campus"],
  floor: ["building", "campus"],
  space: ["campus", "building", "floor", "space"],
};

/** The rule of D21 that a parent and child break, as a message, or null. */
export function parentProblem(child: SpaceType, parent: SpaceType, siblings: number): string | null {
  if (!PARENT_TYPES[child].includes(parent)) return `a ${child} cannot be inside a ${parent}`;
  if (parent === "space" && siblings > 0) return "a space holds at most one child space";
  return null;
}

/** A message if a hierarchy has too many levels, or null. */
export function depthProblem(levels: number): string | null {
  return levels > SPACE_DEPTH_MAX ? `spaces are more than ${SPACE_DEPTH_MAX} levels deep` : null;
}
