import fc from "fast-check";
import { expect, it } from "vitest";
import { countRows } from "../../src/engine/count-rows.ts";
import { presentSample } from "../../src/http/v2/count-presenter.ts";
import { JsonBytes } from "../../src/http/v2/json-bytes.ts";
import { type SampleStyle, writeSamples } from "../../src/http/v2/sample-bytes.ts";
import { scenarios } from "../property/generate.ts";
import { kernelSeriesOf } from "../support/kernel.ts";

it("samples are written as JSON.stringify writes them, either way round", async () => {
  const stretch = fc.tuple(fc.integer({ min: -3, max: 12 }), fc.integer({ min: -3, max: 40 }));
  const wanted = fc.tuple(stretch, fc.boolean());
  await fc.assert(
    fc.asyncProperty(scenarios, wanted, fc.nat(9), async (scenario, [[from, to], averages], capacity) => {
      const series = await kernelSeriesOf({ ...scenario, capacity });
      const first = Math.max(0, from);
      const rows = countRows(series, first, Math.max(0, to)).map((row, i) =>
        presentSample(row, averages ? series.samples.averages[first + i] : undefined),
      );
      const written = (order: SampleStyle["order"]) => {
        const out = new JsonBytes(0);
        writeSamples(out, series, from, to, { order, averages });
        return out.take().toString();
      };
      expect(`[${written("ASC")}]`).toBe(JSON.stringify(rows));
      expect(`[${written("DESC")}]`).toBe(JSON.stringify(rows.reverse()));
    }),
    { numRuns: 300 },
  );
});
