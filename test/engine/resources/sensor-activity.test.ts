import { describe, expect, it } from "vitest";
import { SensorActivity } from "../../../src/engine/resources/sensors.ts";

const NEVER = async () => new Map<bigint, number>();

describe("the arrival of the last event of sensors", () => {
  it("is the latest recorded one", () => {
    const activity = new SensorActivity(new Map([[1n, 10]]), NEVER);
    activity.record(1n, 5);
    activity.record(2n, 7);
    expect([activity.of(1n), activity.of(2n), activity.of(3n)]).toEqual([10, 7, -Infinity]);
  });

  it("is read from the log once, and never goes back", async () => {
    let reads = 0;
    const activity = new SensorActivity(new Map([[1n, 10]]), async () => {
      reads++;
      return new Map([
        [1n, 8],
        [2n, 3],
      ]);
    });
    await Promise.all([activity.loadAll(), activity.loadAll()]);
    await activity.loadAll();
    expect([activity.of(1n), activity.of(2n), reads]).toEqual([10, 3, 1]);
  });

  it("is read again after a failure", async () => {
    let fails = true;
    const activity = new SensorActivity(new Map(), async () => {
      if (fails) throw new Error("failed");
      return new Map([[1n, 4]]);
    });
    await expect(activity.loadAll()).rejects.toThrow("failed");
    fails = false;
    await activity.loadAll();
    expect(activity.of(1n)).toBe(4);
  });
});
