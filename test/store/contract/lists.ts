import { beforeAll, describe, expect, it } from "vitest";
import type { EventFilter, EventPage, PageOf, SensorEvent } from "../../../src/engine/ports.ts";
import { deleteLink } from "../../../src/engine/resources/links.ts";
import type { OpenedStore, StoreFactory } from "../../support/store-harness.ts";
import { at } from "../../support/store-reports.ts";
import { EVERYTHING, World } from "../../support/store-world.ts";

/**
 * A hall with two doorways, of which the back one leads to the yard as well, from 10:00 to 12:00; a sensor
 * at neither; and events of all of them, ties among them.
 */
async function siteOver(store: OpenedStore) {
  const world = await World.over(store);
  const [hall, yard] = [await world.space("Hall"), await world.space("Yard")];
  const [front, back] = [await world.doorway("Front", "a"), await world.doorway("Back", "b")];
  await world.link(hall, front);
  await world.link(hall, back, -1);
  world.now = at("12:00");
  const link = await world.link(yard, back, 1, at("10:00"));
  await deleteLink(world.context, link, { erase: false });
  world.now = at("2024-06-01 00:00");
  await world.report("a 11:00 1", "b 11:00 1", "lost 11:00 1", "b 11:00 -1", "a 11:00 -1 x", "a 11:00 -1 y");
  await world.report(
    "b 13:00 1",
    "a 09:00 1",
    "b 09:00 -1",
    "lost 10:00 -1",
    "b 10:00 1",
    "b 12:00 1",
    "b 11:59:59.999 1",
  );
  return { world, hall, yard, front, back };
}

/** The contract of a store for lists of events: `events`, `spaceEvents` and `effectsAt` of the ports. */
export function describeLists(factory: StoreFactory): void {
  let site: Awaited<ReturnType<typeof siteOver>>;

  beforeAll(async () => {
    const store = await factory();
    site = await siteOver(store);
    return () => store.dispose();
  });

  describe("lists of events", () => {
    it("filter by space, doorway and sensor, alone and together", async () => {
      const { world, hall, yard, front, back } = site;
      const { events, catalog } = world.context;
      const lost = catalog.sensorBySerial("lost").id;
      const b = catalog.sensorBySerial("b").id;
      const model = world.events();
      const total = async (filter: EventFilter) => (await events.events(filter, EVERYTHING)).total;
      const withEffect = (spaceId: bigint) =>
        model.filter((event) => event.effects.some((e) => e.spaceId === spaceId));
      expect(await total({})).toBe(13);
      expect(await total({ spaceId: hall })).toBe(withEffect(hall).length);
      expect(await total({ spaceId: yard })).toBe(4);
      expect(await total({ doorwayId: front })).toBe(4);
      expect(await total({ doorwayId: back })).toBe(7);
      expect(await total({ sensorId: lost })).toBe(2);
      expect(await total({ sensorId: b, spaceId: yard })).toBe(4);
      expect(await total({ doorwayId: front, spaceId: yard })).toBe(0);
      expect(await total({ doorwayId: back, spaceId: hall, sensorId: b })).toBe(7);
      expect(await total({ sensorId: lost, spaceId: hall })).toBe(0);
      const reported = (trajectory: 1 | -1) =>
        model.filter((event) => event.trajectory === trajectory).length;
      for (const trajectory of [1, -1] as const) {
        expect(await total({ trajectory })).toBe(reported(trajectory));
        const ofYard = withEffect(yard).filter((event) => event.trajectory === trajectory);
        expect(await total({ spaceId: yard, trajectory })).toBe(ofYard.length);
      }
      expect(await total({ spaceId: 999n })).toBe(0);
      expect(await total({ spaceId: undefined, doorwayId: undefined, sensorId: undefined })).toBe(13);
    });

    it("of a space filter by doorway and direction, and show directions as the space sees them (D4)", async () => {
      const { world, hall, yard, front, back } = site;
      const { events } = world.context;
      const directions = async (spaceId: bigint, doorwayId?: bigint, direction?: 1 | -1) => {
        const page = await events.spaceEvents({ spaceId, doorwayId, direction }, EVERYTHING);
        expect(page.total).toBe(page.items.length);
        return page.items.map((event) => event.direction);
      };
      expect(await directions(hall, front)).toEqual([1, 1, -1, -1]);
      expect(await directions(hall, back)).toEqual([1, -1, -1, 1, -1, -1, -1]);
      expect(await directions(yard, back)).toEqual([1, 1, -1, 1]);
      expect(await directions(yard, front)).toEqual([]);
      expect(await directions(999n)).toEqual([]);
      expect(await directions(hall, back, 1)).toEqual([1, 1]);
      expect(await directions(yard, back, -1)).toEqual([-1]);
      expect(await directions(hall, undefined, 1)).toEqual([1, 1, 1, 1]);
    });

    it("of a space are those in the windows of time segments, first instants included, ends not (D14)", async () => {
      const { world, hall } = site;
      const { events } = world.context;
      const all = (await events.spaceEvents({ spaceId: hall }, EVERYTHING)).items;
      const instants = [...new Set(all.map(({ timestamp }) => timestamp))];
      const [first = 0, second = 0, third = 0] = instants;
      for (const windows of [
        [first, second],
        [second, third + 1],
        [first, first + 1, third, third + 1],
        [],
      ]) {
        const isIn = (at: number) =>
          windows.some((open, i) => i % 2 === 0 && open <= at && at < (windows[i + 1] ?? 0));
        const expected = all.filter(({ timestamp }) => isIn(timestamp));
        const filter = { spaceId: hall, windows: Float64Array.from(windows) };
        expect(await events.spaceEvents(filter, EVERYTHING)).toEqual({
          total: expected.length,
          items: expected,
        });
        const scanned = [];
        for await (const batch of events.scanSpaceEvents(filter, EVERYTHING)) scanned.push(...batch);
        expect(scanned).toEqual(expected);
      }
    });

    it.each([
      ["10:00", "12:00", 9],
      ["11:00", "11:00:00.001", 6],
      ["11:00", "11:00", 0],
      ["12:00", "11:00", 0],
      ["09:00", "10:00", 2],
      ["13:00", "9999-12-31 23:59:59.999", 1],
    ])("from %s up to, not including, %s", async (start, end, count) => {
      const { world, hall } = site;
      const range = { ...EVERYTHING, start: at(start), end: at(end) };
      const inRange = world.events().filter(({ timestamp }) => timestamp >= at(start) && timestamp < at(end));
      const ofHall = inRange.filter(({ effects }) => effects.some(({ spaceId }) => spaceId === hall));
      const { events } = world.context;
      expect((await events.events({}, range)).items).toHaveLength(count);
      expect(await events.spaceEvents({ spaceId: hall }, range)).toMatchObject({ total: ofHall.length });
    });

    it("in descending order are the exact reverse of ascending order (D16)", async () => {
      const { world, hall, yard, back } = site;
      const { events } = world.context;
      const lists: ((page: EventPage) => Promise<PageOf<SensorEvent>>)[] = [
        (page) => events.events({}, page),
        (page) => events.events({ spaceId: hall }, page),
        (page) => events.events({ doorwayId: back }, page),
        (page) => events.spaceEvents({ spaceId: hall }, page),
        (page) => events.spaceEvents({ spaceId: yard, doorwayId: back }, page),
      ];
      for (const list of lists) {
        const ascending = await list(EVERYTHING);
        const descending = await list({ ...EVERYTHING, order: "DESC" });
        expect(ascending.items.length).toBeGreaterThan(0);
        expect(descending).toEqual({ total: ascending.total, items: ascending.items.toReversed() });
      }
    });

    it.each(["ASC", "DESC"] as const)("in pages hold what the whole list holds, %s", async (order) => {
      const { world, hall } = site;
      const { events } = world.context;
      const whole = { ...EVERYTHING, order };
      for (const list of [
        (page: EventPage) => events.events({}, page),
        (page: EventPage) => events.spaceEvents({ spaceId: hall }, page),
      ]) {
        const { total, items } = await list(whole);
        for (const limit of [1, 3, total, total + 1]) {
          const pages: SensorEvent[] = [];
          for (let offset = 0; offset < total; offset += limit) {
            const page = await list({ ...whole, offset, limit });
            expect(page.total).toBe(total);
            pages.push(...page.items);
          }
          expect(pages).toEqual(items);
        }
        expect(await list({ ...whole, offset: total, limit: 5 })).toEqual({ total, items: [] });
        expect(await list({ ...whole, offset: total + 100, limit: 5 })).toEqual({ total, items: [] });
      }
    });
  });

  describe("the effects at some instants", () => {
    it("are none at no instant, or if nothing happened, and named twice come once", async () => {
      const { world } = site;
      const { events } = world.context;
      expect(await events.effectsAt([])).toEqual([]);
      expect(await events.effectsAt([0, at("11:00:00.001")])).toEqual([]);
      expect(await events.effectsAt([at("12:00"), at("12:00")])).toHaveLength(1);
    });
  });
}
