import { describe, expect, it, vi } from "vitest";
import { HOUR_MS } from "../../src/domain/instant.ts";
import type { Interval } from "../../src/domain/interval.ts";
import { countSeries } from "../../src/engine/counts/count-series.ts";
import type { RunReader } from "../../src/engine/ports.ts";
import { createSpace, updateSpace } from "../../src/engine/resources/spaces.ts";
import { duckDbStore, opened } from "../support/store-harness.ts";
import { at, reportOf } from "../support/store-reports.ts";
import { EVER, World } from "../support/store-world.ts";

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

const HOUR: Interval = { unit: "millisecond", amount: HOUR_MS };
const DAY: Interval = { unit: "day", amount: 1 };

/** A store that has these runs in a file, and counts of their space, with how many runs were read by their changes. */
async function stored() {
  const world = await World.over(await opened(duckDbStore));
  const { id: hall } = await createSpace(world.context, { name: "Hall" });
  await world.link(hall, await world.doorway("Front", "a"));
  await world.ingest(REPORTS.map(reportOf));
  const { context } = await world.reopen();
  const { catalog, events } = context;
  const read = { changes: 0, hours: 0 };
  const runs: Pick<RunReader, "read"> = {
    read: (spaceId, fromDay, toDay, work) =>
      events.read(spaceId, fromDay, toDay, async (pieces) => {
        const loads = pieces.map(({ block }) => vi.spyOn(block, "load"));
        const done = await work(pieces);
        for (const load of loads)
          for (const part of ["changes", "hours"] as const)
            read[part] += new Set(
              load.mock.calls.filter((call) => call[0] === part).map(([, run]) => run),
            ).size;
        for (const load of loads) load.mockRestore();
        return done;
      }),
  };
  const ask = async (interval: Interval) => {
    Object.assign(read, { changes: 0, hours: 0 });
    const range = { start: at("2024-05-06 00:00"), end: at("2024-05-09 00:00") };
    const history = catalog.history(catalog.find("space", hall));
    const series = await countSeries(runs as RunReader, history, { ...range, interval, segments: null });
    const { counts, mins, maxs, length } = series.samples;
    const noon = Array.from({ length }, (_, i) => [counts[i], mins[i], maxs[i]]);
    const breaches = series.safeThreshold?.breaches ?? null;
    return { samples: noon, breaches, wholeRuns: read.changes, read: { ...read } };
  };
  return { context, hall, ask };
}

describe("stored rows of hours and quarters", () => {
  it("spare the reading of runs in which the count meets the floor (D7), by hours and by quarters", async () => {
    const { ask } = await stored();
    const hourly = await ask(HOUR);
    expect(hourly.samples.slice(8, 12)).toEqual([
      [0, 0, 2],
      [2, 0, 2],
      [0, 0, 30],
      [30, 0, 30],
    ]);
    expect(hourly.wholeRuns).toBe(0);
    expect((await ask({ ...HOUR, amount: HOUR_MS / 4 })).wholeRuns).toBe(0);
    expect((await ask({ ...HOUR, amount: HOUR_MS / 60 })).wholeRuns).toBe(DAYS.length);
  });

  it("do not answer other queries: runs are read whole for those", async () => {
    const { context, hall, ask } = await stored();
    await updateSpace(context, hall, { safeThresholdMode: "SAFE_CAPACITY", safeCapacity: 1 }, null);
    expect(await ask(HOUR)).toMatchObject({ breaches: 2 * DAYS.length, wholeRuns: DAYS.length });
    await context.events.rebuild({ ...EVER, verify: false });
    expect(await ask(HOUR)).toMatchObject({ breaches: 2 * DAYS.length });
  });
});

it("days are read by their hours, also if they are reset within one in which the count is 0", async () => {
  const { context, hall, ask } = await stored();
  const byHours = { samples: DAYS.map(() => [0, 0, 30]), read: { changes: 0, hours: DAYS.length } };
  expect(await ask(DAY)).toMatchObject(byHours);
  await updateSpace(context, hall, { dailyReset: "08:00" }, "beginning");
  expect(await ask(DAY)).toMatchObject(byHours);
});
