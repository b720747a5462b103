import { describe, expect, it } from "vitest";
import { parseInstant } from "../../../src/domain/instant.ts";
import { Table } from "../../../src/engine/catalog/table.ts";
import { spaceCountAt } from "../../../src/engine/counts/count-queries.ts";
import { updateDoorway } from "../../../src/engine/resources/doorways.ts";
import { createLink, deleteLink } from "../../../src/engine/resources/links.ts";
import { createSpace, deleteSpace, updateSpace } from "../../../src/engine/resources/spaces.ts";
import { openTestEngine, report, spaceWithDoor } from "../../support/engine.ts";

const at = (text: string) => parseInstant(text, "time");

async function siteWithOneDoor() {
  const engine = await openTestEngine();
  const { space, door, link } = await spaceWithDoor(engine.context, { name: "Room", dailyReset: null });
  return { ...engine, room: space, door, link };
}

describe("D5: history by event time", () => {
  it("D5: a second open link of the same pair, or one that overlaps, is a conflict", async () => {
    const { context, clock, room, door, link } = await siteWithOneDoor();
    const pair = { spaceId: room.id, doorwayId: door.id, sensorPlacement: -1 } as const;
    await expect(createLink(context, pair)).rejects.toMatchObject({ kind: "conflict" });
    await deleteLink(context, link.id, { erase: false });
    clock.set("2024-05-10T13:00:00Z");
    await expect(createLink(context, pair, "beginning")).rejects.toMatchObject({ kind: "conflict" });
  });

  it("D5: a link ended after the machine's clock was set back keeps its events", async () => {
    const { context, clock, room, door, link } = await siteWithOneDoor();
    await deleteLink(context, link.id, { erase: false });
    await updateDoorway(context, door.id, { sensorSerialNumber: null });
    clock.set("2024-05-10T13:00:00Z");
    const pair = { spaceId: room.id, doorwayId: door.id, sensorPlacement: 1 } as const;
    const second = await createLink(context, pair);
    await updateDoorway(context, door.id, { sensorSerialNumber: "a" });
    clock.set("2024-05-10T13:00:05Z");
    await report(context, "a 2024-05-10T13:00:03Z 1");
    clock.set("2024-05-10T12:59:58Z");
    await deleteLink(context, second.id, { erase: false });
    await updateDoorway(context, door.id, { sensorSerialNumber: null });
    expect(context.catalog.links.get(second.id)).toMatchObject({ to: at("2024-05-10T13:00:05Z") });
    clock.set("2024-05-10T14:00:00Z");
    expect(await spaceCountAt(context, room.id, null)).toBe(1);
  });

  it("D19: deleting a space asks for its name, rejects one with children, and keeps the sensor's events", async () => {
    const { context, room } = await siteWithOneDoor();
    await report(context, "a 2024-05-10T10:00:00Z 1");
    const child = await createSpace(context, { name: "Booth", parentId: room.id });
    await expect(deleteSpace(context, room.id, "room")).rejects.toMatchObject({ kind: "invalid" });
    await expect(deleteSpace(context, room.id, "Room")).rejects.toThrow(/Booth/);
    await deleteSpace(context, child.id, "Booth");
    await deleteSpace(context, room.id, "Room");
    const page = { start: 0, end: at("2024-06-01"), order: "ASC", offset: 0, limit: 10 } as const;
    expect((await context.events.events({}, page)).total).toBe(1);
    const range = { spaceId: null, from: 0, to: at("2030-01-01"), verify: true };
    expect(await context.events.rebuild(range)).toMatchObject({ runs: 0, differences: [] });
  });
});

it("a change that fails takes no id and changes nothing", async () => {
  const { context, room } = await siteWithOneDoor();
  const { nextId } = context.catalog;
  const failing = context.journal.transact(context, (draft) => {
    draft.save({ put: { space: [{ ...room, name: "Other", id: draft.newId() }] } });
    throw new Error("no change");
  });
  await expect(failing).rejects.toThrow("no change");
  expect(context.catalog.find("space", room.id).name).toBe("Room");
  expect(context.catalog.nextId).toBe(nextId);
});

describe("D21: hierarchy", () => {
  it("D21: a space holds at most one child, no space is inside itself, and only buildings have rent", async () => {
    const { context } = await openTestEngine();
    const outer = await createSpace(context, { name: "Outer" });
    const inner = await createSpace(context, { name: "Inner", parentId: outer.id });
    const other = { name: "Other", parentId: outer.id };
    await expect(createSpace(context, other)).rejects.toThrow("at most one child");
    for (const { id } of [inner, outer])
      await expect(updateSpace(context, outer.id, { parentId: id })).rejects.toThrow("inside itself");
    expect(await updateSpace(context, outer.id, { spaceType: "floor" })).toMatchObject({
      spaceType: "floor",
    });
    await expect(updateSpace(context, inner.id, { spaceType: "building" })).rejects.toThrow(
      "cannot be inside",
    );
    await expect(createSpace(context, { name: "Rented", annualRent: 1 })).rejects.toThrow("only a building");
  });
});

interface Row {
  readonly id: bigint;
  readonly colour: string | null;
  readonly tags: readonly string[];
}

describe("an index of a table", () => {
  it("keeps rows of one key in their order while they change and go", () => {
    const table = new Table<Row>();
    const byColour = table.index((row) => row.colour ?? undefined);
    const red = () => byColour.of("red").map(({ id, tags }) => `${id} ${tags.join()}`);
    table.put({ id: 1n, colour: "red", tags: [] });
    table.put({ id: 1n, colour: "red", tags: ["here"] });
    expect(red()).toEqual(["1 here"]);
    table.put({ id: 2n, colour: "red", tags: [] });
    table.put({ id: 1n, colour: "red", tags: ["there"] });
    expect(red()).toEqual(["1 there", "2 "]);
    table.remove(1n);
    table.remove(3n);
    expect(red()).toEqual(["2 "]);
    expect(byColour.first("red")?.id).toBe(2n);
    table.put({ id: 3n, colour: "red", tags: [] });
    expect(red()).toEqual(["2 ", "3 "]);
    table.remove(2n);
    table.remove(3n);
    expect(red()).toEqual([]);
  });

  it("holds a row under each of its keys, once, and follows what becomes of them", () => {
    const table = new Table<Row>();
    const byTag = table.indexEach((row) => row.tags);
    const at = (tag: string) => byTag.of(tag).map(({ id, colour }) => `${id} ${colour}`);
    table.put({ id: 1n, colour: "red", tags: ["here", "there", "here"] });
    table.put({ id: 2n, colour: "red", tags: ["there"] });
    table.put({ id: 3n, colour: "red", tags: [] });
    expect([at("here"), at("there")]).toEqual([["1 red"], ["1 red", "2 red"]]);
    table.put({ id: 1n, colour: "blue", tags: ["there", "elsewhere"] });
    expect([at("here"), at("there"), at("elsewhere")]).toEqual([[], ["1 blue", "2 red"], ["1 blue"]]);
    table.remove(1n);
    expect([at("there"), at("elsewhere")]).toEqual([["2 red"], []]);
  });
});
