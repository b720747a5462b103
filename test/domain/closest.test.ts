import { describe, expect, it } from "vitest";
import { closest } from "../../src/domain/closest.ts";

const WORDS = ["name", "capacity", "target_capacity", "id", "meta"];

describe("closest", () => {
  it.each([
    ["capcity", "capacity"],
    ["Capacity", "capacity"],
    ["capacityy", "capacity"],
    ["nmae", "name"],
    ["targetcapacity", "target_capacity"],
    ["is", "id"],
  ])("takes %s for %s", (written, meant) => {
    expect(closest(written, WORDS)).toBe(meant);
  });

  it.each(["colour", "x", "", "capability_of_room"])("takes %j for nothing", (written) => {
    expect(closest(written, WORDS)).toBeNull();
  });
});
