import { describe, expect, it } from "vitest";
import { type SensedDoorway, type SimulatedSpace, siteUse } from "../../src/simulation/site-use.ts";

function space(id: string, parentId: string | null = null, count = 0): SimulatedSpace {
  return { id, parentId, function: null, timeZone: "UTC", capacity: 10, count };
}

/** A doorway written as its sensor and `space+` or `space-` for each placement. */
function doorway(serialNumber: string, ...links: readonly string[]): SensedDoorway {
  return {
    serialNumber,
    links: links.map((link) => ({ place: link.slice(0, -1), sensorPlacement: link.endsWith("+") ? 1 : -1 })),
  };
}

/** The ways to a place: doors of a step as `sensor` and its trajectory inwards. */
function waysTo(place: string, spaces: readonly SimulatedSpace[], doorways: readonly SensedDoorway[]) {
  const destination = siteUse(spaces, doorways).destinations.find((each) => each.place === place);
  return destination?.routes.map((route) =>
    route.map((doors) =>
      doors.map(({ serialNumber, inward }) => `${serialNumber}${inward > 0 ? "+" : "-"}`).join("|"),
    ),
  );
}

const CAMPUS = [space("campus"), space("house", "campus", 9), space("cafe", "house", 4)];
const DOORS = [
  doorway("main", "campus+", "house+"),
  doorway("side", "campus-", "house-"),
  doorway("cafe", "cafe-"),
];

describe("the ways through a site", () => {
  it("D4: lead from outdoors through the spaces that contain a place, by doors with the same effect", () => {
    expect(waysTo("house", CAMPUS, DOORS)).toEqual([["main+|side-"]]);
    expect(waysTo("cafe", CAMPUS, DOORS)).toEqual([["main+|side-", "cafe-"]]);
    expect(waysTo("campus", CAMPUS, DOORS)).toBeUndefined();
  });

  it("go through a door between two spaces in either direction", () => {
    const spaces = [space("kitchen"), space("hall")];
    const between = doorway("between", "hall-", "kitchen+");
    expect(waysTo("kitchen", spaces, [between, doorway("front", "hall+")])).toEqual([["front+", "between+"]]);
    expect(waysTo("hall", spaces, [between, doorway("front", "kitchen+")])).toEqual([["front+", "between-"]]);
  });

  it("do not exchange doors with different effects, so that people leave every space that they entered", () => {
    const doors = [...DOORS, doorway("garden", "house+")];
    expect(waysTo("house", CAMPUS, doors)).toEqual([["main+|side-"], ["garden+"]]);
  });

  it("begin in a space if no door leads outdoors", () => {
    const spaces = [space("a"), space("b"), space("c")];
    const doors = [doorway("ab", "a-", "b+"), doorway("bc", "b-", "c+"), doorway("ca", "c-", "a+")];
    expect(siteUse(spaces, doors).destinations.map(({ place }) => place)).toHaveLength(2);
  });

  it("do not exist without links", () => {
    expect(siteUse(CAMPUS, [])).toEqual({ destinations: [], capacity: 0, inside: new Map() });
  });

  it("start with the people inside, each in the innermost place", () => {
    expect(siteUse(CAMPUS, DOORS).inside).toEqual(
      new Map([
        ["house", 5],
        ["cafe", 4],
      ]),
    );
  });
});
