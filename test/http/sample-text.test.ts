import fc from "fast-check";
import { expect, it } from "vitest";
import { countRows } from "../../src/engine/count-rows.ts";
import { presentSample } from "../../src/http/v2/count-presenter.ts";
import { writeSamples } from "../../src/http/v2/sample-text.ts";
import { scenarios } from "../property/generate.ts";
import { kernelSeriesOf } from "../support/kernel.ts";

it("samples are written as JSON.stringify writes them, either way round", async () => {
  const stretch = fc.tuple(fc.integer({ min: -3, max: 12 }), fc.integer({ min: -3, max: 40 }));
  await fc.assert(
    fc.asyncProperty(scenarios, stretch, fc.nat(9), async (scenario, [from, to], capacity) => {
      const series = await kernelSeriesOf({ ...scenario, capacity });
      const rows = countRows(series, Math.max(0, from), Math.max(0, to)).map(presentSample);
      expect(`[${writeSamples(series, from, to, "ASC")}]`).toBe(JSON.stringify(rows));
      expect(`[${writeSamples(series, from, to, "DESC")}]`).toBe(JSON.stringify(rows.reverse()));
    }),
    { numRuns: 300 },
  );
});
