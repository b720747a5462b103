import { describe, expect, it } from "vitest";
import { parseInstant } from "../../../src/domain/instant.ts";
import { Table } from "../../../src/engine/catalog/table.ts";
import { spaceCountAt } from "../../../src/engine/counts/count-queries.ts";
import { updateDoorway } from "../../../src/engine/resources/doorways.ts";
import { createLink, deleteLink } from "../../../src/engine/resources/links.ts";
import { openTestEngine, report, spaceWithDoor } from "../../support/engine.ts";

const at = (text: string) => parseInstant(text, "time");

async function siteWithOneDoor() {
  const engine = await openTestEngine();
  const { space, door, link } = await spaceWithDoor(engine.context, { name: "Room", dailyReset: null });
  return { ...engine, room: space, door, link };
}

describe("D5: history by event time", () => {
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
