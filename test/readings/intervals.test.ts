import { describe, expect, it } from "vitest";
import { judgeInterval, overlapped } from "../../src/readings/intervals.ts";

const INTERVAL = { from: 1_000, to: 2_000, in: 5, out: 3, isUndirected: false };
const PLAIN = { replaces: false, isReversed: false, direction: null };

describe("intervals (D31)", () => {
  it("are counted, also with zeros, and exchanged where the device is mounted the other way round", () => {
    expect(judgeInterval(INTERVAL, null, PLAIN)).toMatchObject({
      result: "counted",
      counted: { in: 5, out: 3 },
    });
    const zeros = { ...INTERVAL, in: 0, out: null };
    expect(judgeInterval(zeros, null, PLAIN)).toMatchObject({
      result: "counted",
      counted: { in: 0, out: 0 },
    });
    const reversed = judgeInterval(INTERVAL, null, { ...PLAIN, isReversed: true });
    expect(reversed.counted).toEqual({ in: 3, out: 5 });
  });

  it("with the values from before are duplicates, and with others a conflict unless they replace them", () => {
    expect(judgeInterval(INTERVAL, INTERVAL, PLAIN).result).toBe("duplicate");
    expect(judgeInterval(INTERVAL, INTERVAL, { ...PLAIN, replaces: true }).result).toBe("duplicate");
    const other = { ...INTERVAL, in: 6 };
    expect(judgeInterval(other, INTERVAL, PLAIN)).toMatchObject({
      result: "conflict",
      counted: { in: 0, out: 0 },
    });
    expect(judgeInterval(other, INTERVAL, { ...PLAIN, replaces: true })).toEqual({
      result: "counted",
      counted: { in: 6, out: 3 },
      replaces: true,
      note: null,
    });
  });

  it("of a register without a direction wait for the setting `direction`, which counts them as what it says", () => {
    const register = { ...INTERVAL, out: null, isUndirected: true };
    const waiting = judgeInterval(register, null, PLAIN);
    expect(waiting).toMatchObject({ result: "counted", counted: { in: 0, out: 0 } });
    expect(waiting.note).toContain("direction");
    const countedAs = (direction: "in" | "out") =>
      judgeInterval(register, null, { ...PLAIN, direction }).counted;
    expect([countedAs("in"), countedAs("out")]).toEqual([
      { in: 5, out: 0 },
      { in: 0, out: 5 },
    ]);
  });

  it("overlap others unless they are the same or only touch them", () => {
    const stored = [
      { from: 0, to: 1_000 },
      { from: 1_000, to: 2_000 },
      { from: 3_000, to: 4_000 },
    ];
    expect(overlapped({ from: 1_000, to: 2_000 }, stored)).toBeNull();
    expect(overlapped({ from: 2_000, to: 3_000 }, stored)).toBeNull();
    expect(overlapped({ from: 1_500, to: 2_500 }, stored)).toEqual({ from: 1_000, to: 2_000 });
    expect(overlapped({ from: 2_500, to: 5_000 }, stored)).toEqual({ from: 3_000, to: 4_000 });
    expect(overlapped({ from: 3_100, to: 3_200 }, stored)).toEqual({ from: 3_000, to: 4_000 });
  });
});
