import { expect, it } from "vitest";
import { reportsOf } from "../../src/engine/ingest/admission.ts";
import type { SensorEvent } from "../../src/engine/ports.ts";
import { duckDbStore, opened } from "../support/store-harness.ts";
import { EVERYTHING, World } from "../support/store-world.ts";

/** When the first event of a test happens: a Monday. */
const START = Date.UTC(2024, 4, 6, 7);
const SECOND_MS = 1_000;
const YEAR_MS = 31_536_000_000;

/** Far apart, one a second, and more at one instant than a batch holds. */
function instants(): number[] {
  return [
    START - 3 * YEAR_MS,
    ...Array.from({ length: 2_000 }, (_, second) => START + second * SECOND_MS),
    ...Array.from({ length: 11_000 }, () => START + 1_000 * SECOND_MS),
    START + 60 * 86_400_000,
  ];
}

async function allOf(batches: AsyncIterable<readonly SensorEvent[]>): Promise<SensorEvent[]> {
  const all: SensorEvent[] = [];
  for await (const batch of batches) {
    expect(batch.length).toBeGreaterThan(0);
    expect(batch.length).toBeLessThanOrEqual(10_000);
    all.push(...batch);
  }
  return all;
}

it("scans give every event of a range once, in order, however they lie in time (D6, D16)", async () => {
  const world = await World.over(await opened(duckDbStore), START + 4 * YEAR_MS);
  const { events, catalog } = world.context;
  const space = await world.space("Hall");
  await world.link(space, await world.doorway("Front", "a"), 1);
  const reports = instants().map((timestamp, index) => ({
    serialNumber: "a",
    timestamp,
    trajectory: 1 as const,
    eventId: String(index),
  }));
  const { context } = world;
  const part = {
    change: context,
    reports: reportsOf(reports),
    duplicates: "keep",
    isLive: false,
    request: null,
  } as const;
  await context.ingest.submit(part);
  const sensor = catalog.sensorsBySerial.first("a");
  for (const order of ["ASC", "DESC"] as const) {
    const listed = await events.events({}, { ...EVERYTHING, order });
    expect(listed.total).toBe(13_002);
    const range = { start: 0, end: START + 4 * YEAR_MS, order };
    expect(await allOf(events.scanEvents({ sensorId: sensor?.id }, range))).toEqual(listed.items);
    const ofSpace = await events.spaceEvents({ spaceId: space }, { ...EVERYTHING, order });
    expect(await allOf(events.scanSpaceEvents({ spaceId: space }, range))).toEqual(ofSpace.items);
    for (const direction of [1, -1] as const) {
      const some = await events.spaceEvents({ spaceId: space, direction }, { ...EVERYTHING, order });
      expect(await allOf(events.scanSpaceEvents({ spaceId: space, direction }, range))).toEqual(some.items);
    }
    const day = { start: START, end: START + SECOND_MS, order };
    expect(await allOf(events.scanEvents({}, day))).toHaveLength(1);
  }
});
