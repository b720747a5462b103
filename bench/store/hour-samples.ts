import { intervalGrid } from "../../src/domain/grid.ts";
import { DAY_MS, HOUR_MS } from "../../src/domain/instant.ts";
import type { EngineContext } from "../../src/engine/context.ts";
import { countSeries } from "../../src/engine/counts.ts";
import { Replay } from "../../src/series/replay.ts";
import { planReplay } from "../../src/series/replay-plan.ts";
import { SampleMeter, type Samples, type Totals } from "../../src/series/sample-meter.ts";
import type { MeasuredRange } from "../site.ts";

export const HOURLY = { unit: "millisecond", amount: HOUR_MS } as const;

/** One space's samples over the measured range. */
export interface SpaceSamples {
  readonly spaceId: bigint;
  readonly samples: Samples;
  readonly totals: Totals;
}

/** Hour samples of all spaces from their stored runs, in one pass: reader, replay and meter of the product. */
export async function hourSamples(
  { catalog, events }: EngineContext,
  { start, end }: MeasuredRange,
): Promise<SpaceSamples[]> {
  const replays = new Map(
    catalog.spaces.all().map((space) => {
      const grid = intervalGrid(start, end, HOURLY, space.timeZone);
      const meter = new SampleMeter({ grid, windows: null, bandFloors: [] });
      return [space.id, new Replay(planReplay(catalog.history(space), start, end), meter)] as const;
    }),
  );
  for await (const run of events.runs([...replays.keys()], start / DAY_MS, end / DAY_MS)) {
    replays.get(run.spaceId)?.push(run);
  }
  return [...replays].map(([spaceId, replay]) => {
    const { samples, totals } = replay.finish();
    return { spaceId, samples, totals };
  });
}

/** The same, asked for space by space, as a client would: each answer whole, with its metrics. */
export async function countSeriesOfEach(
  { catalog, events }: EngineContext,
  { start, end }: MeasuredRange,
): Promise<void> {
  for (const space of catalog.spaces.all()) {
    const request = { start, end, interval: HOURLY, segments: null };
    await countSeries(events, catalog.history(space), request);
  }
}
