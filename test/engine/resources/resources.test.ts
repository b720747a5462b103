import { describe, expect, it, vi } from "vitest";
import { HOUR_MS } from "../../../src/domain/instant.ts";
import { SCOPES } from "../../../src/domain/resources.ts";
import { spaceCounts } from "../../../src/engine/counts/count-queries.ts";
import { deleteResource } from "../../../src/engine/resources/changes.ts";
import { SensorActivity } from "../../../src/engine/resources/sensors.ts";
import { createSpace, updateSpace } from "../../../src/engine/resources/spaces.ts";
import {
  createTimeSegment,
  createTimeSegmentGroup,
  deleteTimeSegment,
  groupsWith,
  segmentsOf,
  selectSegments,
  updateTimeSegment,
} from "../../../src/engine/resources/time-segments.ts";
import { addExternalToken, createToken, hashSecret } from "../../../src/engine/resources/tokens.ts";
import { allows } from "../../../src/http/auth.ts";
import { openTestEngine } from "../../support/engine.ts";

describe("D18: tokens", () => {
  it("D18: only a hash is stored, the secret finds the token, and a revoked one finds nothing", async () => {
    const { context } = await openTestEngine();
    const { token, secret } = await createToken(context, { name: "t", scopes: ["read"], rate: 60 });
    expect(secret).toMatch(/^hct_[\w-]{32}$/);
    expect(
      JSON.stringify(token, (_, value: unknown) => (typeof value === "bigint" ? String(value) : value)),
    ).not.toContain(secret);
    expect(context.catalog.tokensByHash.first(hashSecret(secret))).toEqual(token);
    expect(context.catalog.tokensByHash.first(hashSecret(`${secret}x`))).toBeUndefined();
    await deleteResource(context, "token", token.id);
    expect(context.catalog.tokensByHash.first(hashSecret(secret))).toBeUndefined();
    await expect(deleteResource(context, "token", token.id)).rejects.toMatchObject({ kind: "not-found" });
  });

  it("D18: write includes read, admin includes all, and the other scopes only themselves", () => {
    const allowed = SCOPES.map(
      (scope) => `${scope}: ${SCOPES.filter((wanted) => allows([scope], wanted)).join(" ")}`,
    );
    expect(allowed).toEqual([
      "read: read",
      "write: read write",
      "ingest: ingest",
      "sql: sql",
      "admin: read write ingest sql admin",
    ]);
  });

  it("D20: an external token has an id that no stored token gets, the same at every start", async () => {
    const engine = await openTestEngine();
    const external = await addExternalToken(engine.context, "outside", { name: "Outside", rate: null });
    expect(external).toMatchObject({ name: "Outside", scopes: SCOPES, rate: null });
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
    expect(await addExternalToken(context, "outside", { name: "Outside", rate: null })).toEqual(external);
  });

  it("an external token with the secret of a stored one has its id, and all scopes until the process ends", async () => {
    const { context, reopen } = await openTestEngine();
    const { token, secret } = await createToken(context, { name: "Stored", scopes: ["read"], rate: 60 });
    const external = await addExternalToken(context, secret, { name: "Outside", rate: null });
    expect(external).toMatchObject({ id: token.id, scopes: SCOPES });
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
  it("D14: a segment applies to its spaces and all their descendants", async () => {
    const { context, house, room, office, lunch } = await building();
    expect(segmentsOf(context.catalog, house)).toEqual([office]);
    expect(segmentsOf(context.catalog, room)).toEqual([office, lunch]);
  });

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

  it("D14: segments named by id, group and label are united; without any, all time is measured", async () => {
    const { context, house, room, office, lunch } = await building();
    const group = await createTimeSegmentGroup(context, {
      name: "All",
      timeSegmentIds: [office.id, lunch.id],
    });
    const select = (space: typeof room, names: Parameters<typeof selectSegments>[2]) =>
      selectSegments(context.catalog, space, names).map((segment) => segment.label);
    const hour = { start: 0, end: HOUR_MS, interval: { unit: "millisecond", amount: HOUR_MS } } as const;
    const { samples } = await spaceCounts(context, room.id, { ...hour, segments: {} });
    expect([...samples.measured]).toEqual([HOUR_MS]);
    expect(select(room, { groupIds: [group.id] })).toEqual(["Office Hours", "Lunch"]);
    expect(select(house, { groupIds: [group.id] })).toEqual(["Office Hours"]);
    expect(select(room, { ids: [lunch.id], labels: ["Office Hours"] })).toEqual(["Office Hours", "Lunch"]);
    expect(select(house, { labels: ["Lunch"] })).toEqual([]);
    expect(() => select(room, { labels: ["Lunch", "office hours"] })).toThrow(/no .* "office hours"/);
    expect(() => select(room, { ids: [999n] })).toThrow(/does not exist/);
    expect(() => select(room, { groupIds: [999n] })).toThrow(/does not exist/);
  });

  it("D14: a label selects all segments that have it", async () => {
    const { context, room } = await building();
    const hours = { start: "20:00", end: "21:00", days: ["Friday"] } as const;
    await createTimeSegment(context, { label: "Lunch", ...hours, spaceIds: [room.id] });
    expect(selectSegments(context.catalog, room, { labels: ["Lunch"] })).toHaveLength(2);
  });

  it("D14: accepts HH:MM and no spaces, and rejects no days and unknown spaces", async () => {
    const { context, office } = await building();
    expect(office).toMatchObject({ start: "09:00:00", end: "17:00:00" });
    await expect(updateTimeSegment(context, office.id, { days: [] })).rejects.toThrow(/at least one day/);
    await expect(updateTimeSegment(context, office.id, { start: "24:00" })).rejects.toThrow(/time of day/);
    await expect(updateTimeSegment(context, office.id, { spaceIds: [999n] })).rejects.toThrow(
      /does not exist/,
    );
    expect(await updateTimeSegment(context, office.id, { spaceIds: [] })).toMatchObject({ spaceIds: [] });
  });

  it("deleting a segment removes it from its groups", async () => {
    const { context, office, lunch } = await building();
    const group = await createTimeSegmentGroup(context, {
      name: "All",
      timeSegmentIds: [office.id, lunch.id],
    });
    await deleteTimeSegment(context, office.id);
    expect(context.catalog.timeSegmentGroups.get(group.id)?.timeSegmentIds).toEqual([lunch.id]);
    expect(groupsWith(context.catalog, [office.id])).toEqual([]);
  });
});

const NEVER = async () => new Map<bigint, number>();

describe("the arrival of the last event of sensors", () => {
  it("is the latest recorded one", () => {
    const activity = new SensorActivity(new Map([[1n, 10]]), NEVER);
    activity.record(1n, 5);
    activity.record(2n, 7);
    expect([activity.of(1n), activity.of(2n), activity.of(3n)]).toEqual([10, 7, -Infinity]);
  });

  it("is read from the log once, and never goes back", async () => {
    let reads = 0;
    const activity = new SensorActivity(new Map([[1n, 10]]), async () => {
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
    let fails = true;
    const activity = new SensorActivity(new Map(), async () => {
      if (fails) throw new Error("failed");
      return new Map([[1n, 4]]);
    });
    await expect(activity.loadAll()).rejects.toThrow("failed");
    fails = false;
    await activity.loadAll();
    expect(activity.of(1n)).toBe(4);
  });
});
