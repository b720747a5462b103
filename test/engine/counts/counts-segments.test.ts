import { describe, expect, it } from "vitest";
import type { Scenario } from "../../model/scenario.ts";
import { events, hours, PLAIN, utc } from "../../support/examples.ts";
import { kernelSeries } from "../../support/kernel.ts";

const MINUTE_MS = 60_000;

/** The samples as `HH:MM count min..max +entrances -exits minutes`. */
async function samplesOf(overrides: Partial<Scenario>): Promise<string[]> {
  const { samples } = await kernelSeries({ ...PLAIN, ...overrides });
  return samples.map((s) => {
    const start = new Date(s.start).toISOString().slice(11, 16);
    return `${start} ${s.count} ${s.min}..${s.max} +${s.entrances} -${s.exits} ${s.measured / MINUTE_MS}`;
  });
}

describe("D14: measured time", () => {
  const history = { events: events("+09:10 +09:30 +09:30 -09:50 +10:30 -11:10") };

  it("D14: intervals without measured time are left out; the others keep their grid start and end", async () => {
    const segments = [hours("10:15:00", "10:45:00")];
    const { samples } = await kernelSeries({ ...PLAIN, ...history, segments });
    expect(samples).toEqual([
      {
        start: utc("10:00"),
        end: utc("11:00"),
        count: 2,
        min: 2,
        max: 3,
        entrances: 1,
        exits: 0,
        average: 2.5,
        measured: 30 * MINUTE_MS,
      },
    ]);
  });

  it("D14: count is N at the first measured instant", async () => {
    expect(await samplesOf({ ...history, segments: [hours("09:30:00", "09:40:00")] })).toEqual([
      "09:00 3 1..3 +2 -0 10",
    ]);
    expect(await samplesOf({ ...history, segments: [hours("09:29:59", "09:40:00")] })).toEqual([
      `09:00 1 1..3 +2 -0 ${10 + 1 / 60}`,
    ]);
  });

  it("D14: each piece carries in the count at its start; changes between pieces are not measured", async () => {
    // Between 09:05 and 09:40 the count rises to 3, which is carried in; 09:50 lies outside.
    const segments = [hours("09:00:00", "09:05:00"), hours("09:40:00", "09:45:00")];
    expect(await samplesOf({ ...history, segments })).toEqual(["09:00 0 0..3 +0 -0 10"]);
    const around = [hours("09:00:00", "09:20:00"), hours("09:55:00", "10:00:00")];
    expect(await samplesOf({ ...history, segments: around })).toEqual(["09:00 0 0..2 +1 -0 25"]);
  });

  it("D14: time in several segments counts once", async () => {
    const segments = [
      hours("09:00:00", "10:00:00"),
      hours("09:30:00", "10:30:00"),
      hours("09:40:00", "09:41:00"),
    ];
    const { samples, metrics } = await kernelSeries({ ...PLAIN, ...history, segments, targetCapacity: 1 });
    expect(samples.map(({ measured }) => measured / MINUTE_MS)).toEqual([60, 30]);
    expect(metrics.entrances.total).toBe(3);
    // The count is 0 until 09:10, and 1 of a target of 1 is 100 %.
    expect(metrics.targetUtilization?.durations).toEqual([10 * MINUTE_MS, 0, 0, 80 * MINUTE_MS]);
  });
});
