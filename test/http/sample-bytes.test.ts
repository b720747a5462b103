import fc from "fast-check";
import { expect, it } from "vitest";
import { INSTANT_MAX, MINUTE_MS } from "../../src/domain/instant.ts";
import { countRows } from "../../src/engine/counts/count-rows.ts";
import type { CountSeries } from "../../src/engine/counts/count-series.ts";
import { presentSample, type SampleStyle, samplesText } from "../../src/http/counts/sample-writer.ts";
import { allocateSamples, type Samples } from "../../src/series/samples.ts";
import { PLAIN } from "../support/examples.ts";
import { kernelSeriesOf } from "../support/kernel.ts";
import { checkProperty } from "../support/random.ts";

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

it("samples are written as JSON.stringify writes them: many, large, of any year, capacity and measured time", async () => {
  const lists = fc.array(anySample, { maxLength: 300, size: "max" });
  const capacity = fc.option(fc.nat(400));
  const stretch = fc.tuple(fc.integer({ min: -2, max: 20 }), fc.integer({ min: -2, max: 350 }));
  const series = await kernelSeriesOf(PLAIN);
  await checkProperty(
    fc.property(lists, stretch, styles, capacity, capacity, (list, range, style, all, targetCapacity) => {
      const space = { ...series.space, capacity: all, targetCapacity };
      const written = { ...series, space, samples: samplesOf(list) };
      const text = samplesText(written, style, { from: range[0], to: range[1] });
      expect(text).toBe(expectedText(written, range, style));
    }),
    { numRuns: 100 },
  );
});
