import { describe, expect, it, vi } from "vitest";
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
import { openTestEngine } from "../../support/engine.ts";

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
      selectSegments(context.catalog, space, names)?.map((segment) => segment.label);
    expect(select(room, {})).toBeUndefined();
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
