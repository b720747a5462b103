import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Reading } from "../../../src/domain/reading.ts";
import { ingestReadings } from "../../../src/engine/ingest/ingest-readings.ts";
import { changeCounting } from "../../../src/engine/readings/change-counting.ts";
import { Lines } from "../../../src/engine/readings/lines.ts";
import { memoryStore } from "../../support/memory-store.ts";
import { check } from "../../support/random.ts";
import { World } from "../../support/store-world.ts";

const SENSORS = ["a", "b"] as const;

/** Totals of a sensor, of which `minutes` is the time, in minutes; or an interval of as many minutes. */
const readings = fc.record({
  serialNumber: fc.constantFrom(...SENSORS),
  kind: fc.constantFrom("total", "total", "total", "interval"),
  minutes: fc.integer({ min: 0, max: 90 }),
  in: fc.option(fc.integer({ min: 0, max: 60 }), { freq: 6 }),
  out: fc.option(fc.constantFrom(0, 1, 2, 5_000), { freq: 3 }),
  isBoot: fc.boolean(),
  isUndirected: fc.integer({ min: 0, max: 20 }).map((number) => number === 0),
});

type Drawn = typeof readings extends fc.Arbitrary<infer Value> ? Value : never;

/** A reading as it is sent. */
function sentOf({ kind, serialNumber, minutes, isBoot, ...values }: Drawn, now: number): Reading {
  const at = now - 7_200_000 + minutes * 60_000;
  if (kind === "interval")
    return { ...values, kind, serialNumber, from: at, to: at + 60_000, coverage: null };
  return {
    ...values,
    kind: "total",
    serialNumber,
    at,
    inTotal: values.in,
    outTotal: values.out,
    width: 16,
    isBoot,
  };
}

describe("a line of readings (D31)", () => {
  it("follows from what is stored of it and the readings since then", () =>
    check(300, fc.array(fc.array(readings, { maxLength: 12 }), { maxLength: 8 }), async (batches) => {
      const store = memoryStore();
      const world = await World.over({ store, reopen: async () => store, dispose: async () => {} });
      const { context, now } = world;
      const { catalog, lines } = context;
      for (const [step, batch] of batches.entries()) {
        const sent = batch.map((reading) => sentOf(reading, now));
        await ingestReadings(context, sent, { replaces: step % 3 === 0 });
        if (batch.length === 5)
          await changeCounting(context, "a", { isReversed: step % 2 === 0 }, { effectiveFrom: "beginning" });
        const restarted = await Lines.open(context.readings);
        for (const serialNumber of SENSORS) {
          const key = catalog.sensorsBySerial.first(serialNumber)?.key ?? 0;
          expect(restarted.of(key)).toEqual(lines.of(key));
        }
      }
    }));
});
