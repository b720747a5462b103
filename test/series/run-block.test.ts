import { describe, expect, it } from "vitest";
import { findChange, packChange } from "../../src/series/run-block.ts";

const DAY_MS = 86_400_000;

describe("D4: changes", () => {
  it("D4: an entrance has the lowest bit set, an exit has not", () => {
    expect(packChange(0, 1)).toBe(1);
    expect(packChange(0, -1)).toBe(0);
    expect(packChange(1000, 1)).toBe(2001);
    expect(packChange(1000, -1)).toBe(2000);
  });

  it("D4: a day's last millisecond fits 32 bits", () => {
    expect(Uint32Array.of(packChange(DAY_MS - 1, 1))[0]).toBe(172_799_999);
  });
});

describe("finding a change", () => {
  // Two events of one millisecond, by their ids: the exit's number is the smaller one but comes last.
  const changes = Uint32Array.of(packChange(5, 1), packChange(8, 1), packChange(8, -1), packChange(9, -1));

  it.each([
    [-Infinity, 0],
    [0, 0],
    [5, 0],
    [6, 1],
    [8, 1],
    [9, 3],
    [10, 4],
    [DAY_MS, 4],
    [Infinity, 4],
  ])("the first change at or after %d ms has the index %i", (ms, index) => {
    expect(findChange(changes, ms)).toBe(index);
  });

  it("an empty run has none", () => {
    expect(findChange(new Uint32Array(0), 7)).toBe(0);
  });
});
