import { describe, expect, it } from "vitest";
import { type ExplicitReset, mergeResets } from "../../src/series/replay-plan.ts";

function merged(
  daily: readonly number[],
  explicit: readonly ExplicitReset[],
): [instant: number, count: number][] {
  const { instants, counts } = mergeResets(daily, explicit);
  expect(counts.length).toBe(instants.length);
  return Array.from(instants, (instant, i) => [instant, counts[i] as number]);
}

describe("D6: resets that share an instant act as one change", () => {
  it("D6: resets of different instants stand by instant", () => {
    expect(merged([10, 30], [{ instant: 20, count: 5 }])).toEqual([
      [10, 0],
      [20, 5],
      [30, 0],
    ]);
  });

  it("D6: an explicit reset comes after the daily one of its instant", () => {
    expect(merged([10], [{ instant: 10, count: 5 }])).toEqual([[10, 5]]);
  });

  it("D6: of explicit resets of one instant the last id decides", () => {
    const explicit = [9, 2, 7].map((count) => ({ instant: 10, count }));
    expect(merged([10], explicit)).toEqual([[10, 7]]);
    expect(merged([], explicit)).toEqual([[10, 7]]);
  });

  it("D6: daily resets before, between and after explicit ones are all there", () => {
    const explicit = [15, 20, 20, 35].map((instant, i) => ({ instant, count: i + 1 }));
    expect(merged([10, 20, 30, 40], explicit)).toEqual([
      [10, 0],
      [15, 1],
      [20, 3],
      [30, 0],
      [35, 4],
      [40, 0],
    ]);
  });

  it("D6: without resets there is none", () => {
    expect(merged([], [])).toEqual([]);
  });
});
