import { describe, expect, it } from "vitest";
import { findSpaces, possibleParents, treeOf } from "../../console/src/queries/spaces.ts";
import { parentProblem } from "../../src/domain/hierarchy.ts";
import { SPACE_TYPES, type SpaceType } from "../../src/domain/resources.ts";

function space(
  id: string,
  parentId: string | null,
  type: SpaceType = "space",
  above: readonly string[] = [],
) {
  return {
    id,
    name: `Name of ${id}`,
    parent_id: parentId,
    space_type: type,
    tags: [`tag-${id}`],
    ancestry: above.map((each) => ({ id: each, name: each })),
  };
}

const CAMPUS = space("c", null, "campus");
const BUILDING = space("b", "c", "building", ["c"]);
const FLOOR = space("f", "b", "floor", ["b", "c"]);
const ROOM = space("r", "f", "space", ["f", "b", "c"]);
const ALL = [CAMPUS, BUILDING, FLOOR, ROOM];

describe("the tree of spaces", () => {
  it("has each space inside its parent, and spaces with unknown parents at the top", () => {
    const lost = space("l", "gone");
    expect(treeOf([ROOM, FLOOR, lost]).map((node) => [node.space.id, node.children.length])).toEqual([
      ["f", 1],
      ["l", 0],
    ]);
  });

  it("can be searched by name, id, type and tag", () => {
    const found = (search: string) => findSpaces(ALL, search).map(({ id }) => id);
    expect(found(" ")).toHaveLength(ALL.length);
    expect(found("NAME OF f")).toEqual(["f"]);
    expect(found("r")).toEqual(["r"]);
    expect(found("Floor")).toEqual(["f"]);
    expect(found("tag-b")).toEqual(["b"]);
  });

  it("D21: offers the parents that the types permit, except descendants, and the selected one", () => {
    for (const type of SPACE_TYPES) {
      const allowed = ALL.filter((parent) => parentProblem(type, parent.space_type, 0) === null);
      expect(possibleParents(ALL, { id: null, type, chosenId: "" })).toEqual(allowed);
    }
    expect(possibleParents(ALL, { id: "f", type: "space", chosenId: "b" })).toEqual([CAMPUS, BUILDING]);
    expect(possibleParents(ALL, { id: "b", type: "campus", chosenId: "c" })).toEqual([CAMPUS]);
  });
});
