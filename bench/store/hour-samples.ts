import { HOUR_MS } from "../../src/domain/instant.ts";
import { intervalGrid } from "../../src/domain/interval.ts";
import { countSeries, levelFor, replayRuns } from "../../src/engine/counts/count-series.ts";
import type { Engine } from "../../src/engine/engine.ts";
import { planReplay } from "../../src/series/replay-plan.ts";
import { SampleMeter } from "../../src/series/sample-meter.ts";
import type { Samples, Totals } from "../../src/series/samples.ts";
import type { MeasuredRange } from "../site.ts";

export const HOURLY = { unit: "millisecond", amount: HOUR_MS } as const;

/** The samples of a space over the measured range. */
export interface SpaceSamples {
  readonly spaceId: bigint;
  readonly samples: Samples;
  readonly totals: Totals;
}

/** Computes the hour samples of all spaces from their stored runs, with or without roll-ups. */
export async function hourSamples(
  { catalog, events }: Engine,
  { start, end }: MeasuredRange,
  useRollUps: boolean,
): Promise<SpaceSamples[]> {
  const all: SpaceSamples[] = [];
  for (const space of catalog.spaces.all()) {
    const grid = intervalGrid(start, end, HOURLY, space.timeZone);
    const meter = new SampleMeter({ grid, windows: Float64Array.of(start, end), bandFloors: [] });
    await replayRuns(
      events,
      space.id,
      planReplay(catalog.history(space), start, end),
      end,
      [meter],
      useRollUps ? levelFor(grid) : null,
    );
    all.push({ spaceId: space.id, samples: meter.samples, totals: meter.totals });
  }
  return all;
}

/** Computes the hour samples and metrics of each space, with one query per space as in the API. */
export async function countSeriesOfEach(
  { catalog, events }: Engine,
  { start, end }: MeasuredRange,
): Promise<void> {
  for (const space of catalog.spaces.all()) {
    const request = { start, end, interval: HOURLY, segments: null };
    await countSeries(events, catalog.history(space), request);
  }
}
