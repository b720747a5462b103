import { describe, expect, it } from "vitest";
import { HOUR_MS } from "../../src/domain/instant.ts";
import { countSeries } from "../../src/engine/counts.ts";
import type { RunReader } from "../../src/engine/ports.ts";
import { updateSpace } from "../../src/engine/spaces.ts";
import { duckDbStore, opened } from "../support/store-harness.ts";
import { at, reportOf } from "../support/store-reports.ts";
import { World } from "../support/store-world.ts";

const DAYS = ["2024-05-06", "2024-05-07", "2024-05-08"];

/** Within a quarter each, two come at 8:00, three go at 9:00, which is one more, and thirty come and go later. */
const REPORTS = DAYS.flatMap((day) => [
  ...passages(day, 8, 2, 1),
  ...passages(day, 9, 3, -1),
  ...passages(day, 10, 30, 1),
  ...passages(day, 11, 30, -1),
]);

function passages(day: string, hour: number, count: number, trajectory: 1 | -1): string[] {
  const two = (number: number) => String(number).padStart(2, "0");
  return Array.from({ length: count }, (_, i) => `a ${day}T${two(hour)}:00:${two(i + 1)} ${trajectory}`);
}

/** A store that has these runs in a file, and counts by the hour of their space, with how many runs were read whole. */
async function stored() {
  const world = await World.over(await opened(duckDbStore));
  const hall = await world.space("Hall");
  await world.link(hall, await world.doorway("Front", "a"));
  await world.ingest(REPORTS.map(reportOf));
  const { context } = await world.reopen();
  const { catalog, events } = context;
  let wholeRuns = 0;
  const runs: Pick<RunReader, "read"> = {
    read: (spaceId, fromDay, toDay, work) =>
      events.read(spaceId, fromDay, toDay, async (pieces) => {
        const done = await work(pieces);
        for (const { block, from, to } of pieces)
          for (let i = from; i < to; i++) if (block.holds("changes", i)) wholeRuns++;
        return done;
      }),
  };
  const ask = async (unit: number) => {
    wholeRuns = 0;
    const range = { start: at("2024-05-06 00:00"), end: at("2024-05-09 00:00") };
    const interval = { unit: "millisecond", amount: unit } as const;
    const history = catalog.history(catalog.space(hall));
    const series = await countSeries(runs as RunReader, history, { ...range, interval, segments: null });
    const { counts, mins, maxs, length } = series.samples;
    const noon = Array.from({ length }, (_, i) => [counts[i], mins[i], maxs[i]]);
    return { samples: noon, breaches: series.safeThreshold?.breaches ?? null, wholeRuns };
  };
  return { context, hall, ask };
}

describe("stored excerpts", () => {
  it("spare the reading of runs in which the count meets the floor (D7), by hours and by quarters", async () => {
    const { ask } = await stored();
    const hourly = await ask(HOUR_MS);
    expect(hourly.samples.slice(8, 12)).toEqual([
      [0, 0, 2],
      [2, 0, 2],
      [0, 0, 30],
      [30, 0, 30],
    ]);
    expect(hourly.wholeRuns).toBe(0);
    expect((await ask(HOUR_MS / 4)).wholeRuns).toBe(0);
    expect((await ask(HOUR_MS / 60)).wholeRuns).toBe(DAYS.length);
  });

  it("are no answer to what they were not picked for: runs are read whole for that", async () => {
    const { context, hall, ask } = await stored();
    await updateSpace(context, hall, { safeThresholdMode: "SAFE_CAPACITY", safeCapacity: 1 }, null);
    expect(await ask(HOUR_MS)).toMatchObject({ breaches: 2 * DAYS.length, wholeRuns: DAYS.length });
    await context.events.rebuild({ spaceId: null, from: -Infinity, to: Infinity, verify: false });
    expect(await ask(HOUR_MS)).toMatchObject({ breaches: 2 * DAYS.length });
  });
});
