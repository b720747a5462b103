import { describe, expect, it } from "vitest";
import { formatInstant, parseInstant } from "../../../src/domain/instant.ts";
import { spaceCountAt } from "../../../src/engine/counts/count-queries.ts";
import { createDoorway, deleteDoorway, updateDoorway } from "../../../src/engine/resources/doorways.ts";
import { createLink, deleteLink } from "../../../src/engine/resources/links.ts";
import { createReset } from "../../../src/engine/resources/resets.ts";
import { createSpace, deleteSpace, updateSpace } from "../../../src/engine/resources/spaces.ts";
import { openTestEngine, report, seriesOf, spaceWithDoor } from "../../support/engine.ts";

const at = (text: string) => parseInstant(text, "time");

async function siteWithOneDoor() {
  const engine = await openTestEngine();
  const { space, door, link } = await spaceWithDoor(engine.context, { name: "Room", dailyReset: null });
  return { ...engine, room: space, door, link };
}

describe("D5: history by event time", () => {
  it("D5: the first attachment and the first link reach back without limit", async () => {
    const { context, room } = await siteWithOneDoor();
    await report(context, "a 2018-01-01T07:00:00Z 1");
    expect(await spaceCountAt(context, room.id, at("2018-01-02"))).toBe(1);
  });

  it("D5: events that came before the set-up count after it", async () => {
    const { context } = await openTestEngine();
    await report(context, "a 2024-05-06T07:00:00Z 1", "a 2024-05-06T08:00:00Z 1");
    const { space: room } = await spaceWithDoor(context, { name: "Room", dailyReset: null });
    expect(await spaceCountAt(context, room.id, null)).toBe(2);
  });

  it("D5: deleting a link ends its span and leaves the past as it was", async () => {
    const { context, clock, room, link } = await siteWithOneDoor();
    await report(context, "a 2024-05-10T10:00:00Z 1");
    const before = await seriesOf(context, room.id, "2024-05-10T09:00:00Z", "2024-05-10T12:00:00Z");
    await deleteLink(context, link.id, { erase: false });
    clock.set("2024-05-10T14:00:00Z");
    await report(context, "a 2024-05-10T13:00:00Z 1", "a 2024-05-10T11:30:00Z 1");
    expect(await seriesOf(context, room.id, "2024-05-10T09:00:00Z", "2024-05-10T11:00:00Z")).toEqual(
      before.slice(0, 2),
    );
    // The late event of 11:30 lands where the link still was, that of 13:00 no longer.
    expect(await spaceCountAt(context, room.id, null)).toBe(2);
  });

  it("D5: erasing a link takes its events away as if it had never been", async () => {
    const { context, room, link } = await siteWithOneDoor();
    await report(context, "a 2024-05-10T10:00:00Z 1");
    expect(await spaceCountAt(context, room.id, null)).toBe(1);
    await deleteLink(context, link.id, { erase: true });
    expect(await spaceCountAt(context, room.id, null)).toBe(0);
  });

  it("D5: linking again counts from now on, or from effective_from", async () => {
    const { context, clock, room, door, link } = await siteWithOneDoor();
    await deleteLink(context, link.id, { erase: false });
    clock.set("2024-05-10T16:00:00Z");
    await report(context, "a 2024-05-10T13:00:00Z 1", "a 2024-05-10T15:00:00Z 1");
    const pair = { spaceId: room.id, doorwayId: door.id, sensorPlacement: 1 } as const;
    const late = await createLink(context, pair);
    expect(await spaceCountAt(context, room.id, null)).toBe(0);
    await deleteLink(context, late.id, { erase: true });
    await createLink(context, pair, at("2024-05-10T14:00:00Z"));
    expect(await spaceCountAt(context, room.id, null)).toBe(1);
  });

  it("D5: a second open link of the same pair, or one that overlaps, is a conflict", async () => {
    const { context, clock, room, door, link } = await siteWithOneDoor();
    const pair = { spaceId: room.id, doorwayId: door.id, sensorPlacement: -1 } as const;
    await expect(createLink(context, pair)).rejects.toMatchObject({ kind: "conflict" });
    await deleteLink(context, link.id, { erase: false });
    clock.set("2024-05-10T13:00:00Z");
    await expect(createLink(context, pair, "beginning")).rejects.toMatchObject({ kind: "conflict" });
  });

  it("D5: what is ended after the machine's clock was set back keeps the events it had", async () => {
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

  it("D5: a sensor that moves takes later events with it, and none of the earlier ones", async () => {
    const { context, clock, room, door } = await siteWithOneDoor();
    const hall = await createSpace(context, { name: "Hall", dailyReset: null });
    const gate = await createDoorway(context, { name: "Gate" });
    await createLink(context, { spaceId: hall.id, doorwayId: gate.id, sensorPlacement: 1 });
    await report(context, "a 2024-05-10T11:00:00Z 1");
    await expect(updateDoorway(context, gate.id, { sensorSerialNumber: "a" })).rejects.toMatchObject({
      kind: "conflict",
    });
    await updateDoorway(context, door.id, { sensorSerialNumber: null });
    await updateDoorway(context, gate.id, { sensorSerialNumber: "a" });
    clock.set("2024-05-10T14:00:00Z");
    await report(context, "a 2024-05-10T13:00:00Z 1", "a 2024-05-10T11:30:00Z 1");
    expect(await spaceCountAt(context, room.id, null)).toBe(2);
    expect(await spaceCountAt(context, hall.id, null)).toBe(1);
  });

  it("D5: a new sensor at a doorway leaves the old one's events where they were", async () => {
    const { context, clock, room, door } = await siteWithOneDoor();
    await report(context, "a 2024-05-10T11:00:00Z 1");
    await updateDoorway(context, door.id, { sensorSerialNumber: "b" });
    clock.set("2024-05-10T14:00:00Z");
    await report(context, "b 2024-05-10T13:00:00Z 1", "a 2024-05-10T13:00:00Z 1");
    expect(await spaceCountAt(context, room.id, null)).toBe(2);
  });

  it("D5: a doorway's sensor changed from the beginning moves all of its events", async () => {
    const { context, room, door } = await siteWithOneDoor();
    await report(context, "a 2024-05-10T10:00:00Z 1", "b 2024-05-10T10:00:00Z 1", "b 2024-05-10T10:30:00Z 1");
    await updateDoorway(context, door.id, { sensorSerialNumber: "b" }, "beginning");
    expect(await spaceCountAt(context, room.id, null)).toBe(2);
  });

  it("D5: effective_from dates a sensor's first attachment, too, which otherwise reaches back", async () => {
    const { context, room, door } = await siteWithOneDoor();
    await report(context, "b 2024-05-10T10:00:00Z 1", "b 2024-05-10T11:00:00Z 1");
    await updateDoorway(context, door.id, { sensorSerialNumber: "b" }, at("2024-05-10T10:30:00Z"));
    expect(await spaceCountAt(context, room.id, null)).toBe(1);
  });

  it("D19: a deleted doorway's name is free again, and its events stay", async () => {
    const { context, clock, room, door } = await siteWithOneDoor();
    await report(context, "a 2024-05-10T10:00:00Z 1");
    await deleteDoorway(context, door.id);
    clock.set("2024-05-10T14:00:00Z");
    await report(context, "a 2024-05-10T13:00:00Z 1");
    expect(await spaceCountAt(context, room.id, null)).toBe(1);
    await createDoorway(context, { name: door.name, sensorSerialNumber: "a" });
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

describe("D8: daily resets have a history", () => {
  it("D8: the setting at creation applies to all earlier time, a change from now on", async () => {
    const { context, clock } = await openTestEngine("2024-05-10T12:00:00Z");
    const { space: room } = await spaceWithDoor(context, { name: "Room", dailyReset: "04:00" });
    await report(context, "a 2024-05-08T10:00:00Z 1", "a 2024-05-09T10:00:00Z 1", "a 2024-05-10T10:00:00Z 1");
    const days = () => seriesOf(context, room.id, "2024-05-08", "2024-05-12", "1d");
    await updateSpace(context, room.id, { dailyReset: null });
    clock.set("2024-05-12T00:00:00Z");
    expect(await days()).toEqual(["1/0/0", "1/0/1", "1/0/1", "0/0/1"]);
    await updateSpace(context, room.id, { dailyReset: null }, at("2024-05-09T12:00:00Z"));
    expect(await days()).toEqual(["1/0/0", "1/0/1", "1/0/1", "0/0/2"]);
    await updateSpace(context, room.id, { dailyReset: null }, "beginning");
    expect(await days()).toEqual(["1/0/0", "1/0/1", "1/0/2", "0/0/3"]);
  });

  it("D6: at one instant the daily reset goes first, then explicit resets by id, then events", async () => {
    const { context } = await openTestEngine();
    const { space: room } = await spaceWithDoor(context, { name: "Room", dailyReset: "04:00" });
    const instant = at("2024-05-10T04:00:00Z");
    await createReset(context, { spaceId: room.id, instant, count: 9 });
    await createReset(context, { spaceId: room.id, instant, count: 5 });
    await report(context, "a 2024-05-10T04:00:00Z 1");
    expect(await spaceCountAt(context, room.id, instant)).toBe(6);
  });

  it("D3: a reset or a query in the future is rejected", async () => {
    const { context, room } = await siteWithOneDoor();
    const future = at("2024-05-10T12:00:00.001Z");
    await expect(createReset(context, { spaceId: room.id, instant: future, count: 0 })).rejects.toThrow(
      /in the future/,
    );
    await expect(spaceCountAt(context, room.id, future)).rejects.toThrow(/in the future/);
  });

  it("keeps everything over a restart", async () => {
    const engine = await siteWithOneDoor();
    await report(engine.context, "a 2024-05-10T10:00:00Z 1");
    const instant = at("2024-05-10T11:00:00Z");
    await createReset(engine.context, { spaceId: engine.room.id, instant, count: 7 });
    const { context } = await engine.reopen();
    const space = context.catalog.space(engine.room.id);
    expect(space).toEqual(engine.room);
    expect(await spaceCountAt(context, space.id, null)).toBe(7);
    expect(await spaceCountAt(context, space.id, at("2024-05-10T10:30:00Z"))).toBe(1);
    expect(formatInstant(space.createdAt)).toBe("2024-05-10T12:00:00.000Z");
    const next = await createSpace(context, { name: "Next" });
    expect(next.id > engine.link.id).toBe(true);
  });
});

describe("D20, D21: identities and hierarchy", () => {
  it("D20: a serial number that is a free positive decimal is the sensor's id; any other gets a new one", async () => {
    const { context } = await openTestEngine();
    await report(context, ...["283", "x7", "007"].map((serial) => `${serial} 2024-05-10T10:00:00Z 1`));
    const ids = context.catalog.sensors.all().map((sensor) => [sensor.serialNumber, sensor.id]);
    expect(ids[0]).toEqual(["283", 283n]);
    expect(new Set(ids.map(([, id]) => id)).size).toBe(3);
    expect(ids.find(([serial]) => serial === "007")?.[1]).not.toBe(7n);
  });

  it("D21: every type may stand alone, and only the documented ones inside one another", async () => {
    const { context } = await openTestEngine();
    const types = ["campus", "building", "floor", "space"] as const;
    const nested =
      "campus>building campus>floor building>floor campus>space building>space floor>space space>space";
    const outcomes: string[] = [];
    for (const parentType of types) {
      for (const spaceType of types) {
        const parent = await createSpace(context, { name: parentType, spaceType: parentType });
        const fields = { name: spaceType, spaceType, parentId: parent.id };
        const made = await createSpace(context, fields).catch(() => null);
        if (made !== null) outcomes.push(`${parentType}>${spaceType}`);
      }
    }
    expect(new Set(outcomes)).toEqual(new Set(nested.split(" ")));
  });

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
