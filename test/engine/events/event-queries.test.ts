import { describe, expect, it } from "vitest";
import { parseInstant } from "../../../src/domain/instant.ts";
import { listEvents, listSpaceEvents } from "../../../src/engine/events/event-queries.ts";
import { ingestReports } from "../../../src/engine/ingest/ingest-queue.ts";
import { createDoorway } from "../../../src/engine/resources/doorways.ts";
import { createLink } from "../../../src/engine/resources/links.ts";
import { createReset } from "../../../src/engine/resources/resets.ts";
import { createSpace } from "../../../src/engine/resources/spaces.ts";
import { openTestEngine, report } from "../../support/engine.ts";

const all = { start: 0, end: null, order: "ASC", offset: 0, limit: 100 } as const;

async function twoRooms() {
  const engine = await openTestEngine();
  const { context } = engine;
  const a = await createSpace(context, { name: "A" });
  const b = await createSpace(context, { name: "B" });
  const outer = await createDoorway(context, { name: "Outer", sensorSerialNumber: "x" });
  const inner = await createDoorway(context, { name: "Inner", sensorSerialNumber: "z" });
  await createLink(context, { spaceId: a.id, doorwayId: outer.id, sensorPlacement: 1 });
  await createLink(context, { spaceId: a.id, doorwayId: inner.id, sensorPlacement: 1 });
  await createLink(context, { spaceId: b.id, doorwayId: inner.id, sensorPlacement: -1 });
  return { ...engine, a, inner };
}

describe("D6: the effect of an event on each space", () => {
  it("D6: events of one instant apply by id, after a reset at that instant", async () => {
    const { context, a } = await twoRooms();
    const instant = "2024-05-10T10:00:00Z";
    await createReset(context, { spaceId: a.id, instant: parseInstant(instant, "t"), count: 3 });
    await report(context, `x ${instant} 1`, `z ${instant} -1`, `x ${instant} -1`);
    const { items } = await listEvents(context, { spaceId: a.id }, all).page(all);
    expect(items.map((event) => event.effects.find(({ spaceId }) => spaceId === a.id)?.count)).toEqual([
      4, 3, 2,
    ]);
  });

  it("D16: DESC is the exact reverse of ASC, and a page past the end is empty", async () => {
    const { context, a, inner } = await twoRooms();
    await report(context, "x 2024-05-10T10:00:00Z 1", "z 2024-05-10T10:00:00Z 1", "x 2024-05-10T09:00:00Z 1");
    const ascending = await listSpaceEvents(context, { spaceId: a.id }, all).page(all);
    const descending = await listSpaceEvents(context, { spaceId: a.id }, { ...all, order: "DESC" }).page(all);
    expect(ascending.items.toReversed()).toEqual(descending.items);
    expect(
      await listSpaceEvents(context, { spaceId: a.id }, all).page({ offset: 100, limit: all.limit }),
    ).toEqual({
      total: 3,
      items: [],
    });
    const byDoorway = listSpaceEvents(context, { spaceId: a.id, doorwayId: inner.id }, all);
    expect((await byDoorway.page(all)).total).toBe(1);
  });

  it("D9: a serial number or event_id that storage would change is rejected", async () => {
    const { context } = await twoRooms();
    const report = { sensor_serial_number: "x", timestamp: "2024-05-10T10:00:00Z", trajectory: 1 };
    const rows = [
      { ...report, sensor_serial_number: "x\ud800" },
      { ...report, event_id: "a\0b" },
    ];
    const answer = await ingestReports(context, rows);
    expect(answer).toMatchObject({ accepted: 0, rejected: 2 });
  });

  it("D3: an event up to five minutes ahead is stored, and listed once it is due", async () => {
    const { context, clock, a } = await twoRooms();
    const answer = await report(context, "x 2024-05-10T12:05:00.000Z 1", "x 2024-05-10T12:05:00.001Z 1");
    expect(answer).toMatchObject({ accepted: 1, rejected: 1 });
    expect((await listSpaceEvents(context, { spaceId: a.id }, all).page(all)).total).toBe(0);
    clock.set("2024-05-10T12:05:01Z");
    expect((await listSpaceEvents(context, { spaceId: a.id }, all).page(all)).total).toBe(1);
  });
});
