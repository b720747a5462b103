import { intervalGrid } from "../../src/domain/grid.ts";
import { DAY_MS, HOUR_MS } from "../../src/domain/instant.ts";
import type { EngineContext } from "../../src/engine/context.ts";
import { countSeries } from "../../src/engine/counts.ts";
import { Replay } from "../../src/series/replay.ts";
import { planReplay } from "../../src/series/replay-plan.ts";
import { SampleMeter, type Samples, type Totals } from "../../src/series/sample-meter.ts";
import { END, START } from "../site.ts";

export const HOURLY = { unit: "millisecond", amount: HOUR_MS } as const;

/** One space's samples over the measured range. */
export interface SpaceSamples {
  readonly spaceId: bigint;
  readonly samples: Samples;
  readonly totals: Totals;
}

/** Hour samples of all spaces from their stored runs, in one pass: reader, replay and meter of the product. */
export async function hourSamples({ catalog, events }: EngineContext): Promise<SpaceSamples[]> {
  const replays = new Map(
    catalog.spaces.all().map((space) => {
      const grid = intervalGrid(START, END, HOURLY, space.timeZone);
      const meter = new SampleMeter({ grid, windows: null, bandFloors: [] });
      return [space.id, new Replay(planReplay(catalog.history(space), START, END), meter)] as const;
    }),
  );
  for await (const run of events.runs([...replays.keys()], START / DAY_MS, END / DAY_MS)) {
    replays.get(run.spaceId)?.push(run);
  }
  return [...replays].map(([spaceId, replay]) => {
    const { samples, totals } = replay.finish();
    return { spaceId, samples, totals };
  });
}

/** The same, asked for space by space, as a client would: each answer whole, with its metrics. */
export async function countSeriesOfEach({ catalog, events }: EngineContext): Promise<void> {
  for (const space of catalog.spaces.all()) {
    const request = { start: START, end: END, interval: HOURLY, segments: null };
    await countSeries(events, catalog.history(space), request);
  }
}
