import { describe, expect, it } from "vitest";
import { displayState, displayTexts } from "../../console/src/pages/display/display-state.ts";
import { commonHeight, countedFirst } from "../../console/src/pages/now/now-page.tsx";
import type { SpaceCounts } from "../../console/src/queries/counts.ts";
import type { Space } from "../../console/src/queries/spaces.ts";

const UNLIMITED = {
  capacity: null,
  target_capacity: 10,
  safe_capacity: null,
  safe_threshold_mode: null,
  safe_threshold_value: null,
};

describe("a display", () => {
  const safe = { safe_threshold_mode: "SAFE_CAPACITY", safe_capacity: 5 } as const;
  const share = { safe_threshold_mode: "UTILIZATION_PERC_TARGET", safe_threshold_value: 0.75 } as const;

  it.each([
    ["below the safe limit", safe, 4, 5, "come in"],
    ["at the safe limit", safe, 5, 5, "please wait"],
    ["above the safe limit", safe, 7, 5, "please wait"],
    ["below the capacity", { capacity: 3 }, 2, 3, "come in"],
    ["at a capacity below the safe limit", { ...safe, capacity: 3 }, 3, 3, "please wait"],
    ["below a capacity above the safe limit", { ...safe, capacity: 8 }, 2, 5, "come in"],
    ["at a share that is rounded down", share, 7, 7, "please wait"],
    ["without a limit", {}, 7, null, null],
    ["with a capacity of 0", { capacity: 0 }, 7, null, null],
  ] as const)("%s", (_name, limits, count, limit, invitation) => {
    expect(displayState({ ...UNLIMITED, ...limits } as Space, count)).toEqual({ limit, invitation });
  });

  it("takes texts from the URL", () => {
    expect(displayTexts(new URLSearchParams("message=Quiet, please&come_in=Bienvenue&people="))).toEqual({
      name: null,
      message: "Quiet, please",
      come_in: "Bienvenue",
      please_wait: "Please wait",
      person: "person inside",
      people: "people inside",
      not_up_to_date: "Not up to date: last known {count} at {time}",
      at_most: "at most",
    });
  });
});

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

it("the page Now begins with what has a count", () => {
  const space = (id: string, isMeasured: boolean) =>
    ({
      id,
      measured_periods: isMeasured ? [{ start: "2026-05-05T00:00:00.000Z", end: null }] : [],
    }) as unknown as Space;
  const spaces = [space("a", false), space("b", true), space("c", false), space("d", true)];
  expect(countedFirst(spaces).map(({ id }) => id)).toEqual(["b", "d", "a", "c"]);
});
