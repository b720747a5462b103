import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { INSTANT_MAX, MINUTE_MS } from "../../src/domain/instant.ts";
import type { CountSeries } from "../../src/engine/counts/count-series.ts";
import { countRows } from "../../src/http/counts/count-rows.ts";
import { presentSample, type SampleStyle, samplesText } from "../../src/http/counts/sample-writer.ts";
import { allocateSamples, type Samples } from "../../src/series/samples.ts";
import type { Scenario } from "../model/scenario.ts";
import { scenarios } from "../property/generate.ts";
import { kernelSeriesOf } from "../support/kernel.ts";
import { checkProperty, sampleOf } from "../support/random.ts";

/** What one sample is made of, by column. */
type Column =
  | "starts"
  | "ends"
  | "counts"
  | "mins"
  | "maxs"
  | "entrances"
  | "exits"
  | "averages"
  | "measured";
type Sample = Readonly<Record<Column, number>>;

const people = fc.oneof(
  { arbitrary: fc.nat(60), weight: 5 },
  fc.constantFrom(999, 1_000, 1_023, 1_024, 9_999, 10_000, 100_000, 2 ** 31 - 1),
  fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
);
const instant = fc.oneof(
  fc.integer({ min: 0, max: INSTANT_MAX }),
  fc.constantFrom(
    0,
    INSTANT_MAX,
    ...["2024-02-29T23:59:59.999Z", "2024-03-01T00:00:00.000Z"].map(Date.parse),
  ),
);
const passing = fc.nat(2 ** 31 - 1);
const anySample: fc.Arbitrary<Sample> = fc.record({
  starts: instant,
  ends: instant.map((last) => last + 1),
  counts: people,
  mins: people,
  maxs: people,
  entrances: passing,
  exits: passing,
  averages: fc.double({ noNaN: true, noDefaultInfinity: true }),
  measured: fc.oneof(fc.constant(60 * MINUTE_MS), fc.integer({ min: 1, max: 400 * MINUTE_MS })),
});

function samplesOf(all: readonly Sample[]): Samples {
  const samples = allocateSamples(all.length);
  for (const [i, sample] of all.entries())
    for (const column of Object.keys(sample) as Column[]) samples[column][i] = sample[column];
  samples.length = all.length;
  return samples;
}

/** What is to be written of a series: from one sample up to another, some of which need not be there. */
type Stretch = readonly [from: number, to: number];

function expectedText(series: CountSeries, [from, to]: Stretch, { order, averages }: SampleStyle): string {
  const first = Math.max(0, from);
  const samples = countRows(series, first, Math.max(0, to)).map((row, i) =>
    presentSample(row, averages ? series.samples.averages[first + i] : undefined),
  );
  return JSON.stringify(order === "ASC" ? samples : samples.reverse()).slice(1, -1);
}

const styles = fc.record<SampleStyle>({ order: fc.constantFrom("ASC", "DESC"), averages: fc.boolean() });

describe("samples are written as JSON.stringify writes them", () => {
  it("such as come of counting", async () => {
    const stretch = fc.tuple(fc.integer({ min: -3, max: 12 }), fc.integer({ min: -3, max: 40 }));
    await checkProperty(
      fc.asyncProperty(scenarios, stretch, styles, fc.nat(9), async (scenario, range, style, capacity) => {
        const series = await kernelSeriesOf({ ...scenario, capacity });
        expect(samplesText(series, ...range, style)).toBe(expectedText(series, range, style));
      }),
      { numRuns: 300 },
    );
  });

  it("and any others: many, large, of any year, capacity and measured time", async () => {
    const lists = fc.array(anySample, { maxLength: 300, size: "max" });
    const capacity = fc.option(fc.nat(400));
    const stretch = fc.tuple(fc.integer({ min: -2, max: 20 }), fc.integer({ min: -2, max: 350 }));
    const series = await anySeries();
    await checkProperty(
      fc.property(lists, stretch, styles, capacity, capacity, (list, range, style, all, target) => {
        const written = withSamples(series, list, all, target);
        expect(samplesText(written, ...range, style)).toBe(expectedText(written, range, style));
      }),
      { numRuns: 100 },
    );
  });
});

function anySeries(): Promise<CountSeries> {
  return kernelSeriesOf(sampleOf(1, scenarios)[0] as Scenario);
}

/** A series as if it had other samples, of a space with other capacities. */
function withSamples(
  { space, ...series }: CountSeries,
  list: readonly Sample[],
  capacity: number | null,
  targetCapacity: number | null,
): CountSeries {
  return { ...series, space: { ...space, capacity, targetCapacity }, samples: samplesOf(list) };
}
