import { describe, expect, it, vi } from "vitest";
import { SITE_SCOPES } from "../../../src/domain/resources.ts";
import { SensorActivity } from "../../../src/engine/resources/sensors.ts";
import { createSpace, updateSpace } from "../../../src/engine/resources/spaces.ts";
import {
  createTimeSegment,
  createTimeSegmentGroup,
  groupsWith,
  segmentsOf,
  updateTimeSegment,
} from "../../../src/engine/resources/time-segments.ts";
import { addExternalToken, createToken, hashSecret } from "../../../src/engine/resources/tokens.ts";
import { eventsAt } from "../../support/commits.ts";
import { openTestEngine } from "../../support/engine.ts";

describe("D18: tokens", () => {
  it("D20: an external token has an id that no stored token gets, the same at every start", async () => {
    const engine = await openTestEngine();
    const external = addExternalToken(engine.context, "outside", { name: "Outside", rate: null });
    expect(external).toMatchObject({ name: "Outside", scopes: SITE_SCOPES, rate: null });
    expect(external.id).toBe(2n ** 63n - 1n);
    expect(engine.context.catalog.tokensByHash.first(hashSecret("outside"))).toEqual(external);
    const actor = { tokenId: external.id, name: external.name };
    await createSpace({ ...engine.context, actor }, { name: "Hall" });
    const { context } = await engine.reopen();
    expect(context.catalog.tokensByHash.first(hashSecret("outside"))).toBeUndefined();
    const { token } = await createToken(context, { name: "Stored", scopes: ["read"], rate: 60 });
    expect(token.id).toBeLessThan(external.id);
    const filter = { tokenId: external.id, resourceId: null };
    const all = { start: 0, end: context.clock.now() + 1, offset: 0, limit: 10, order: "ASC" } as const;
    const { items } = await context.catalog.auditLog(filter, all);
    expect(items).toMatchObject([{ actor, resourceType: "space" }, { actor }]);
    expect(addExternalToken(context, "outside", { name: "Outside", rate: null })).toEqual(external);
  });

  it("an external token with the secret of a stored one has its id, and all scopes until the process ends", async () => {
    const { context, reopen } = await openTestEngine();
    const { token, secret } = await createToken(context, { name: "Stored", scopes: ["read"], rate: 60 });
    const external = addExternalToken(context, secret, { name: "Outside", rate: null });
    expect(external).toMatchObject({ id: token.id, scopes: SITE_SCOPES });
    expect(context.catalog.tokens.all()).toEqual([external]);
    expect((await reopen()).context.catalog.tokens.all()).toEqual([token]);
  });
});

async function building() {
  const { context } = await openTestEngine();
  const house = await createSpace(context, { name: "House", spaceType: "building" });
  const floor = await createSpace(context, { name: "Floor", spaceType: "floor", parentId: house.id });
  const room = await createSpace(context, { name: "Room", parentId: floor.id });
  const hours = { start: "09:00", end: "17:00", days: ["Monday"] } as const;
  const office = await createTimeSegment(context, { label: "Office Hours", ...hours, spaceIds: [house.id] });
  const lunch = await createTimeSegment(context, { label: "Lunch", ...hours, spaceIds: [room.id] });
  return { context, house, floor, room, office, lunch };
}

describe("D14: time segments", () => {
  it("D14: those of a space, and their groups, are found in order of creation without a read of all", async () => {
    const { context, house, room, office, lunch } = await building();
    const { catalog } = context;
    const named = (name: string, ...timeSegmentIds: bigint[]) =>
      createTimeSegmentGroup(context, { name, timeSegmentIds });
    const first = await named("First", lunch.id);
    const second = await named("Second", office.id, lunch.id);
    await named("Empty");
    await updateTimeSegment(context, office.id, { spaceIds: [room.id, house.id] });
    const reads = [vi.spyOn(catalog.timeSegments, "all"), vi.spyOn(catalog.timeSegmentGroups, "all")];
    expect(segmentsOf(catalog, room).map(({ id }) => id)).toEqual([office.id, lunch.id]);
    expect(groupsWith(catalog, [office.id, lunch.id])).toEqual([first, second]);
    for (const read of reads) expect(read).not.toHaveBeenCalled();
  });

  it("D14: with inherits_time_segments false, the space and its descendants do not inherit from its ancestors", async () => {
    const { context, floor, room, lunch } = await building();
    const cut = await updateSpace(context, floor.id, { inheritsTimeSegments: false });
    expect(segmentsOf(context.catalog, cut)).toEqual([]);
    expect(segmentsOf(context.catalog, room)).toEqual([lunch]);
  });
});

const NEVER = async () => new Map<bigint, number>();

describe("the arrival of the last event of sensors", () => {
  it("is the latest recorded one", async () => {
    const { context, store } = await openTestEngine();
    const sensor = [1n, 2n].map((id) => ({ id, key: Number(id), serialNumber: `s${id}`, createdAt: 0 }));
    context.catalog.apply({ put: { sensor } });
    const activity = new SensorActivity(context.catalog, new Map([[1n, 10]]), NEVER);
    const arrive = (key: number, now: number) =>
      activity.apply({
        now,
        actor: context.actor,
        ids: store.journal.nextIds(),
        events: { ...eventsAt(key, 0), isLive: true },
      });
    await arrive(1, 5);
    await arrive(2, 7);
    expect([activity.of(1n), activity.of(2n), activity.of(3n)]).toEqual([10, 7, -Infinity]);
  });

  it("is read from the log once, and never goes back", async () => {
    const { context } = await openTestEngine();
    let reads = 0;
    const activity = new SensorActivity(context.catalog, new Map([[1n, 10]]), async () => {
      reads++;
      return new Map([
        [1n, 8],
        [2n, 3],
      ]);
    });
    await Promise.all([activity.loadAll(), activity.loadAll()]);
    await activity.loadAll();
    expect([activity.of(1n), activity.of(2n), reads]).toEqual([10, 3, 1]);
  });

  it("is read again after a failure", async () => {
    const { context } = await openTestEngine();
    let fails = true;
    const activity = new SensorActivity(context.catalog, new Map(), async () => {
      if (fails) throw new Error("failed");
      return new Map([[1n, 4]]);
    });
    await expect(activity.loadAll()).rejects.toThrow("failed");
    fails = false;
    await activity.loadAll();
    expect(activity.of(1n)).toBe(4);
  });
});
