import { describe, expect, it } from "vitest";
import { DAY_MS, INSTANT_MAX } from "../../../src/domain/instant.ts";
import { READING_EVENTS_MAX } from "../../../src/domain/limits.ts";
import { parseKeep } from "../../../src/domain/retention.ts";
import { spaceCountAt } from "../../../src/engine/counts/count-queries.ts";
import { ingestReadings } from "../../../src/engine/ingest/ingest-readings.ts";
import { changeCounting } from "../../../src/engine/readings/change-counting.ts";
import { removeOldEvents } from "../../../src/engine/retention/retention.ts";
import { applySite } from "../../../src/engine/site/apply.ts";
import { opened, type StoreFactory } from "../../support/store-harness.ts";
import { World } from "../../support/store-world.ts";
import { hourOf, totalOf } from "../../support/timed-readings.ts";

const PAGE = { start: 0, end: Number.MAX_SAFE_INTEGER, order: "ASC", offset: 0, limit: 100 } as const;

/** The contract of a store for readings of devices (D31): `Store.readings` of the ports. */
export function describeReadings(factory: StoreFactory): void {
  describe("readings", () => {
    it("are stored with their events, and go on where they were after a restart", async () => {
      const harness = await opened(factory);
      let world = await World.over(harness);
      const { now } = world;
      const total = (minutes: number, inTotal: number, outTotal: number) =>
        totalOf(now - minutes * 60_000, inTotal, { outTotal, width: 16 });
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

    it("that retention removes leave their lines as they were", async () => {
      const world = await World.over(await opened(factory));
      const { context } = world;
      const total = (inTotal: number) => totalOf(world.now, inTotal, { outTotal: null });
      await ingestReadings(context, [total(1)]);
      world.now += 60_000;
      await ingestReadings(context, [total(3)]);
      world.now += 10 * DAY_MS;
      await ingestReadings(context, [{ ...total(1), serialNumber: "b" }]);
      world.now += 60_000;
      await ingestReadings(context, [{ ...total(2), serialNumber: "b" }]);
      await removeOldEvents(context, parseKeep("2d", "keep"));
      expect(await context.readings.readings(1, PAGE)).toMatchObject({ total: 0 });
      expect(await context.readings.readings(2, PAGE)).toMatchObject({ total: 2 });
      const { context: reopened } = await world.reopen();
      expect(await ingestReadings(reopened, [total(4)])).toMatchObject({ results: { counted: 1 } });
      expect(await reopened.readings.readings(1, PAGE)).toMatchObject({ items: [{ number: 3 }] });
    });

    it("are removed by retention also where no event is as old", async () => {
      const world = await World.over(await opened(factory));
      const { context } = world;
      const sent = { kind: "interval", serialNumber: "a", coverage: 0.5, isUndirected: false } as const;
      const at = world.now - 3_600_000;
      await ingestReadings(context, [{ ...sent, from: at, to: at + 60_000, in: 0, out: 0 }]);
      world.now += 10 * DAY_MS;
      const later = world.now - 3_600_000;
      await ingestReadings(context, [{ ...sent, from: later, to: later + 60_000, in: 2, out: 0 }]);
      await removeOldEvents(context, parseKeep("2d", "keep"));
      expect(await context.readings.readings(1, PAGE)).toMatchObject({ total: 1, items: [{ from: later }] });
      expect((await context.events.summary()).events).toBe(2);
    });

    it("that make many events are divided over commits, and find what they repeat or overlap", async () => {
      const world = await World.over(await opened(factory));
      const hour = (hoursAgo: number, entered: number) =>
        hourOf(world.now - hoursAgo * 3_600_000, entered, { serialNumber: "a" });
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

    it("that are judged again have other events in place of theirs, as one write, and stay so", async () => {
      const harness = await opened(factory);
      let world = await World.over(harness);
      const hall = await world.space("Hall");
      await world.link(hall, await world.doorway("Front", "a"));
      await world.link(hall, await world.doorway("Back", "d:door"));
      const { now } = world;
      const total = (minutes: number, inTotal: number, outTotal: number) =>
        totalOf(now - minutes * 60_000, inTotal, { outTotal });
      const sent = [total(60, 10, 10), total(45, 14, 11), total(30, 1_500, 12), total(15, 1_503, 14)];
      expect(await ingestReadings(world.context, sent)).toMatchObject({ counted: { in: 7, out: 3 } });
      const state = async () => {
        const { items } = await world.context.readings.readings(1, PAGE);
        const events = await world.context.events.eventsOfReadings([1], { from: 0, to: INSTANT_MAX });
        const trajectories = events.map(({ trajectory }) => trajectory);
        return {
          results: items.map(({ result, counted }) => [result, counted.in, counted.out]),
          events: { in: trajectories.filter((each) => each === 1).length, all: trajectories.length },
          count: await spaceCountAt(world.context, hall, null),
        };
      };
      const judged = {
        results: [
          ["baseline", 0, 0],
          ["counted", 4, 1],
          ["jump", 0, 0],
          ["counted", 3, 2],
        ],
      };
      expect(await state()).toMatchObject({ ...judged, events: { in: 7, all: 10 }, count: 4 });
      const change = { cap: 2 };
      const options = { effectiveFrom: "beginning" } as const;
      const figures = { readings: 4, changed: 1, before: { in: 7, out: 3 }, after: { in: 1_493, out: 4 } };
      const { context } = world;
      expect(await changeCounting(context, "a", change, { ...options, isDryRun: true })).toMatchObject(
        figures,
      );
      expect(await state()).toMatchObject({ ...judged, events: { in: 7, all: 10 }, count: 4 });
      expect(await changeCounting(context, "a", change, options)).toMatchObject(figures);
      const again = { events: { in: 1_493, all: 1_497 }, count: 1_489 };
      expect(await state()).toMatchObject(again);
      world = await world.reopen();
      expect(await state()).toMatchObject(again);
      await world.context.events.deriveRuns();
      const all = { spaceId: null, from: 0, to: Number.MAX_SAFE_INTEGER, verify: true };
      expect((await world.context.events.rebuild(all)).differences).toEqual([]);
      await changeCounting(world.context, "a", { isReversed: true }, options);
      expect(await state()).toMatchObject({ events: { in: 4, all: 1_497 }, count: 0 });
      await changeCounting(world.context, "a", { isReversed: false, cap: 1 }, options);
      expect(await state()).toMatchObject({ ...judged, events: { in: 7, all: 10 }, count: 4 });
      expect(await ingestReadings(world.context, [...sent, total(5, 1_504, 14)])).toMatchObject({
        results: { duplicate: 4, counted: 1 },
      });
      expect(await state()).toMatchObject({ events: { in: 8, all: 11 }, count: 5 });
    });

    it("that a site file has judged again are stored with what else it changes, as one write", async () => {
      const harness = await opened(factory);
      let world = await World.over(harness);
      const [hall, yard] = [await world.space("Hall"), await world.space("Yard")];
      await world.link(hall, await world.doorway("Front", "a"));
      const falling = [0, 1, 2, 3].map((step) =>
        totalOf(world.now - (4 - step) * 300_000, 100 - 10 * step, { outTotal: 100 - 3 * step }),
      );
      await ingestReadings(world.context, falling);
      const counts = async () => {
        const found = [hall, yard].map((space) => spaceCountAt(world.context, space, null));
        return [...(await Promise.all(found)), (await world.context.events.summary()).events];
      };
      expect(await counts()).toEqual([0, 0, 0]);
      const apply = (isReversed: boolean, space: string) => {
        const link = { space, sensorPlacement: 1 } as const;
        const document = {
          spaces: ["Hall", "Yard"].map((name) => ({ name, fields: {}, spaces: [] })),
          doorways: [{ name: "Front", links: [link], sensorSerialNumber: "a" }],
          sensors: [{ serialNumber: "a", counting: { isReversed } }],
          timeSegments: [],
          timeSegmentGroups: [],
        };
        return applySite(world.context, document, { dryRun: false, prune: false });
      };
      expect(await apply(true, "Yard")).toMatchObject([
        { action: "create", name: "Front into Yard" },
        { action: "update", name: "a", judged: { changed: 3, after: { in: 30, out: 9 } } },
      ]);
      expect(await counts()).toEqual([21, 21, 39]);
      world = await world.reopen();
      expect(await counts()).toEqual([21, 21, 39]);
      await world.context.events.deriveRuns();
      const all = { spaceId: null, from: 0, to: Number.MAX_SAFE_INTEGER, verify: true };
      expect((await world.context.events.rebuild(all)).differences).toEqual([]);
      expect(await apply(true, "Yard")).toEqual([]);
      const [{ result } = { result: null }] = (await world.context.readings.readings(1, PAGE)).items.slice(
        -1,
      );
      expect(result).toBe("counted");
    });

    it("of which others replace an interval have the events of these, as often as they are replaced", async () => {
      const world = await World.over(await opened(factory));
      const hall = await world.space("Hall");
      await world.link(hall, await world.doorway("Front", "a"));
      const hour = (hoursAgo: number, entered: number) =>
        hourOf(world.now - hoursAgo * 3_600_000, entered, { serialNumber: "a" });
      const count = () => spaceCountAt(world.context, hall, null);
      await ingestReadings(world.context, [hour(3, 5), hour(2, 4)]);
      expect(await count()).toBe(9);
      const replaces = { replaces: true };
      expect(await ingestReadings(world.context, [hour(2, 6), hour(1, 1)], replaces)).toMatchObject({
        results: { counted: 2 },
        counted: { in: 7, out: 0 },
      });
      expect(await count()).toBe(12);
      await ingestReadings(world.context, [hour(2, 4)], replaces);
      expect(await count()).toBe(10);
      expect(await ingestReadings(world.context, [hour(2, 4)], replaces)).toMatchObject({ duplicates: 1 });
      await ingestReadings(world.context, [hour(2, 6)], replaces);
      expect(await count()).toBe(12);
      await ingestReadings(world.context, [hour(2, 7), hour(2, 8), hour(2, 9)], replaces);
      expect(await count()).toBe(15);
      const repeated = await ingestReadings(world.context, Array(5).fill(hour(2, 8)), replaces);
      expect(repeated).toMatchObject({ accepted: 1, duplicates: 4, counted: { in: 8, out: 0 } });
      expect(await count()).toBe(14);
      await ingestReadings(world.context, [hour(2, 6)], replaces);
      expect(await count()).toBe(12);
      // The events of each replacement have ids of their own.
      expect(world.context.lines.of(1)?.revision).toBe(8);
      const unknown = [hour(2, 1), hour(2, 3)].map((each) => ({ ...each, serialNumber: "b" }));
      await ingestReadings(world.context, unknown, replaces);
      expect(await world.context.events.eventsOfReadings([2], { from: 0, to: INSTANT_MAX })).toHaveLength(3);
      expect(await ingestReadings(world.context, [hour(2, 5)])).toMatchObject({ results: { conflict: 1 } });
    });
  });
}
