import { describe, expect, it } from "vitest";
import { depthProblem, parentProblem } from "../../src/domain/hierarchy.ts";
import { SPACE_DEPTH_MAX } from "../../src/domain/limits.ts";
import { SPACE_TYPES, type SpaceType } from "../../src/domain/resources.ts";

/** The parent types that D21 allows. */
const ALLOWED: Readonly<Record<SpaceType, readonly SpaceType[]>> = {
  campus: [],
  building: ["campus"],
  floor: ["building", "campus"],
  space: ["campus", "building", "floor", "space"],
};
const PAIRS = SPACE_TYPES.flatMap((child) => SPACE_TYPES.map((parent) => ({ child, parent })));

describe("D21: hierarchy", () => {
  it.each(PAIRS)("D21: a $child in a $parent", ({ child, parent }) => {
    expect(parentProblem(child, parent, 0) === null).toBe(ALLOWED[child].includes(parent));
  });

  it("D21: a parent of the type space holds at most one child, others hold many", () => {
    expect(parentProblem("space", "space", 1)).not.toBeNull();
    expect(parentProblem("space", "floor", 99)).toBeNull();
    expect(parentProblem("floor", "building", 99)).toBeNull();
  });

  it("D21: spaces are inside each other up to a depth", () => {
    expect(depthProblem(SPACE_DEPTH_MAX)).toBeNull();
    expect(depthProblem(SPACE_DEPTH_MAX + 1)).toContain(String(SPACE_DEPTH_MAX));
  });
});
