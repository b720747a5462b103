import { describe, expect, it } from "vitest";
import { commonHeight } from "../../../console/src/pages/now/filter-spaces.ts";
import type { SpaceCounts } from "../../../console/src/queries/counts.ts";
import type { Space } from "../../../console/src/queries/spaces.ts";

function space(id: string, capacity: number | null): Space {
  return { id, capacity, target_capacity: null } as Space;
}

function trend(...highest: readonly number[]): SpaceCounts {
  return { results: highest.map((max) => ({ interval: { analytics: { max } } })) } as unknown as SpaceCounts;
}

describe("the height of lines on Now", () => {
  it("is the same for all spaces without a capacity: the highest count among them", () => {
    const spaces = [space("a", null), space("b", null), space("c", 500)];
    const trends = new Map([
      ["a", trend(3, 12, 5)],
      ["b", trend(40)],
      ["c", trend(300)],
    ]);
    expect(commonHeight(spaces, trends)).toBe(40);
  });

  it("is at least one person, so that 0 is at the bottom", () => {
    expect(commonHeight([space("a", null)], new Map([["a", trend(0, 0)]]))).toBe(1);
    expect(commonHeight([], new Map())).toBe(1);
  });
});
