import { describe, expect, it } from "vitest";
import { displayState, displayTexts } from "../../../console/src/pages/display/display-state.ts";
import type { Space } from "../../../console/src/queries/spaces.ts";

const UNLIMITED = {
  capacity: null,
  target_capacity: 10,
  safe_capacity: null,
  safe_threshold_mode: null,
  safe_threshold_value: null,
};

function state(limits: Partial<Space>, count: number) {
  return displayState({ ...UNLIMITED, ...limits } as Space, count);
}

describe("a display", () => {
  it("asks to wait once one more person would exceed the limit", () => {
    const safe = { safe_threshold_mode: "SAFE_CAPACITY", safe_capacity: 5 } as const;
    expect(state(safe, 4)).toEqual({ limit: 5, invitation: "come in" });
    expect(state(safe, 5)).toEqual({ limit: 5, invitation: "please wait" });
    expect(state(safe, 7)).toEqual({ limit: 5, invitation: "please wait" });
  });

  it("uses the capacity without a safe limit, or if it is lower", () => {
    expect(state({ capacity: 3 }, 2).limit).toBe(3);
    const safe = { safe_threshold_mode: "SAFE_CAPACITY", safe_capacity: 5 } as const;
    expect(state({ ...safe, capacity: 3 }, 2).limit).toBe(3);
    expect(state({ ...safe, capacity: 8 }, 2).limit).toBe(5);
  });

  it("rounds the limit down", () => {
    const share = { safe_threshold_mode: "UTILIZATION_PERC_TARGET", safe_threshold_value: 0.75 } as const;
    expect(state(share, 7)).toEqual({ limit: 7, invitation: "please wait" });
  });

  it("has only the count without a limit", () => {
    expect(state({}, 7)).toEqual({ limit: null, invitation: null });
    expect(state({ capacity: 0 }, 7).invitation).toBeNull();
  });

  it("takes texts from the URL", () => {
    const texts = displayTexts(new URLSearchParams("message=Quiet, please&come_in=Bienvenue&people="));
    expect(texts).toEqual({
      name: null,
      message: "Quiet, please",
      come_in: "Bienvenue",
      please_wait: "Please wait",
      people: "people inside",
      not_up_to_date: "Not up to date: last known {count} at {time}",
      at_most: "at most",
    });
  });
});
