import { describe, expect, it } from "vitest";
import { READING_EVENTS_MAX } from "../../../src/domain/limits.ts";
import type { IntervalReading, TotalReading } from "../../../src/domain/reading.ts";
import { ingestReadings } from "../../../src/engine/ingest/ingest-readings.ts";
import { opened, type StoreFactory } from "../../support/store-harness.ts";
import { World } from "../../support/store-world.ts";

const PAGE = { start: 0, end: Number.MAX_SAFE_INTEGER, order: "ASC", offset: 0, limit: 100 } as const;

/** The contract of a store for readings of devices (D31): `Store.readings` of the ports. */
export function describeReadings(factory: StoreFactory): void {
  describe("readings", () => {
    it("are stored with their events, and go on where they were after a restart", async () => {
      const harness = await opened(factory);
      let world = await World.over(harness);
      const { now } = world;
      const total = (minutes: number, inTotal: number, outTotal: number): TotalReading => ({
        kind: "total",
        serialNumber: "a",
        at: now - minutes * 60_000,
        inTotal,
        outTotal,
        width: 16,
        isBoot: false,
        isUndirected: false,
      });
      expect(await ingestReadings(world.context, [total(60, 65_530, 5), total(45, 2, 7)])).toMatchObject({
        results: { baseline: 1, wrap: 1 },
        counted: { in: 8, out: 2 },
      });
      world = await world.reopen();
      const again = [total(60, 65_530, 5), total(60, 1, 5), total(50, 65_535, 6), total(30, 4, 7)];
      expect(await ingestReadings(world.context, again)).toMatchObject({
        results: { duplicate: 1, conflict: 1, late: 1, counted: 1 },
        counted: { in: 2, out: 0 },
      });
      const { total: stored, items } = await world.context.readings.readings(1, PAGE);
      expect(stored).toBe(6);
      expect(items.map(({ result, number }) => [result, number])).toEqual([
        ["baseline", 1],
        ["duplicate", 3],
        ["conflict", 4],
        ["late", 5],
        ["wrap", 2],
        ["counted", 6],
      ]);
      expect(items.at(-2)).toMatchObject({
        in: 2,
        out: 7,
        width: 16,
        isBoot: false,
        counted: { in: 8, out: 2 },
      });
      expect(await world.context.readings.readings(1, { ...PAGE, order: "DESC", limit: 1 })).toMatchObject({
        total: 6,
        items: [{ number: 6 }],
      });
      expect((await world.context.events.summary()).events).toBe(12);
    });

    it("that make many events are divided over commits, and find what they repeat or overlap", async () => {
      const world = await World.over(await opened(factory));
      const hour = (start: number, entered: number): IntervalReading => ({
        kind: "interval",
        serialNumber: "a",
        from: world.now - start * 3_600_000,
        to: world.now - (start - 1) * 3_600_000,
        in: entered,
        out: 0,
        coverage: null,
        isUndirected: false,
      });
      const many = Math.ceil(READING_EVENTS_MAX / 2);
      const sent = [hour(9, many), hour(8, many), hour(6, 3), hour(7, 2)];
      expect(await ingestReadings(world.context, sent)).toMatchObject({
        results: { counted: 4 },
        counted: { in: 2 * many + 5, out: 0 },
      });
      expect(await ingestReadings(world.context, [hour(7, 2), hour(8, 1), hour(6.5, 1)])).toMatchObject({
        results: { duplicate: 1, conflict: 1 },
        rejected: 1,
        counted: { in: 0, out: 0 },
      });
    });
  });
}
