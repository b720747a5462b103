import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { PLAIN_LAYOUT } from "../../src/domain/file-layout.ts";
import { loadFile, voidEvent } from "../../src/engine/events/event-changes.ts";
import { voidSpan } from "../../src/engine/events/void-events.ts";
import { ingestReadings } from "../../src/engine/ingest/ingest-readings.ts";
import type { RebuildRange } from "../../src/engine/ports.ts";
import { changeCounting } from "../../src/engine/readings/change-counting.ts";
import { duckDbStore, type OpenedDirectory, opened, temporaryFolder } from "../support/store-harness.ts";
import { at } from "../support/store-reports.ts";
import { EVER, World } from "../support/store-world.ts";
import { hourFrom, totalAt } from "../support/timed-readings.ts";
import { words } from "../support/words.ts";

/** A directory with totals of `a`, intervals of `i`, and a register `cam:1` that counts for `cam:door`. */
async function site(): Promise<{ directory: OpenedDirectory; world: World }> {
  const directory = await opened(duckDbStore);
  const world = await World.over(directory);
  const line = { line: "door", direction: "out" } as const;
  await changeCounting(world.context, "cam:1", line);
  await ingestReadings(world.context, [
    ...[totalAt("08:00", 10), totalAt("09:00", 16, { outTotal: 4 }), totalAt("10:00", 17, { outTotal: 4 })],
    ...[hourFrom("08:00", 5), hourFrom("09:00", 3)],
    ...[
      totalAt("08:00", 70, { serialNumber: "cam:1", outTotal: null, isUndirected: true }),
      totalAt("08:30", 73, { serialNumber: "cam:1", outTotal: null, isUndirected: true }),
    ],
  ]);
  return { directory, world };
}

const compare = async ({ context }: World, range: Partial<RebuildRange> = {}) =>
  (await context.events.rebuild({ ...EVER, ...range, verify: true })).sensors;

/** An SQL condition for one event of a sensor and a direction. */
const oneOf = (serial: string, trajectory: number) => `id = (SELECT min(id) FROM event
  WHERE trajectory = ${trajectory} AND sensor = (SELECT key FROM sensor WHERE serial_number = '${serial}'))`;

describe("readings that have other events in the log than they have counted", () => {
  it.each([
    [
      "an event is missing",
      `DELETE FROM event WHERE ${oneOf("a", -1)}`,
      { in: 6, out: 4 },
      { in: 6, out: 3 },
    ],
    [
      "an event is there twice",
      `INSERT INTO event SELECT 99, * EXCLUDE id FROM event WHERE ${oneOf("a", 1)}`,
      { in: 6, out: 4 },
      { in: 7, out: 4 },
    ],
    [
      "an event has another direction",
      `UPDATE event SET trajectory = -1 WHERE ${oneOf("a", 1)}`,
      { in: 6, out: 4 },
      { in: 5, out: 5 },
    ],
    [
      "a reading has counted more",
      "UPDATE reading SET counted_in = 8 WHERE counted_in = 6",
      { in: 8, out: 4 },
      { in: 6, out: 4 },
    ],
    [
      "a reading is missing",
      "DELETE FROM reading WHERE counted_in = 6",
      { in: 0, out: 0 },
      { in: 6, out: 4 },
    ],
  ])(
    "are named by sensor if %s, and judging them again mends the events",
    async (name, damage, counted, events) => {
      const { directory } = await site();
      await directory.behind(damage);
      await directory.reopen();
      const world = await World.over(directory);
      const difference = { serialNumber: "a", readings: 1, first: at("09:00"), counted, events };
      expect(await compare(world)).toEqual([difference]);
      // As runs, by days.
      const day = { from: at("2024-05-06 00:00"), to: at("2024-05-07 00:00") };
      expect(await compare(world, day)).toEqual([difference]);
      expect(await compare(world, { from: at("23:00") })).toEqual([difference]);
      expect(await compare(world, { from: day.to })).toEqual([]);
      expect(await compare(world, { to: day.from })).toEqual([]);
      // Only all spaces have all events.
      expect(await compare(world, { spaceId: 1n })).toEqual([]);
      if (name === "a reading is missing") return;
      await changeCounting(world.context, "a", { cap: 1 }, { effectiveFrom: "beginning" });
      expect(await compare(world)).toEqual([]);
    },
  );

  it("are those of the register where another sensor has the events, and of intervals", async () => {
    const { directory } = await site();
    await directory.behind(`DELETE FROM event WHERE ${oneOf("cam:door", -1)} OR ${oneOf("i", 1)}`);
    await directory.reopen();
    const figures = {
      readings: 1,
      first: at("09:00"),
      counted: { in: 5, out: 0 },
      events: { in: 4, out: 0 },
    };
    expect(await compare(await World.over(directory))).toEqual([
      {
        ...figures,
        serialNumber: "cam:1",
        first: at("08:30"),
        counted: { in: 0, out: 3 },
        events: { in: 0, out: 2 },
      },
      { ...figures, serialNumber: "i" },
    ]);
  });

  it("are none after voiding, replacing and sending again, in files, and at the start of the log", async () => {
    const { world } = await site();
    const { context } = world;
    expect(await compare(world)).toEqual([]);
    await voidEvent(context, 2n);
    await voidSpan(context, { serialNumber: "cam:door", from: at("08:00"), to: at("08:15") }, false);
    await voidSpan(context, { serialNumber: "a", from: at("08:30"), to: at("09:30") }, false);
    await ingestReadings(context, [hourFrom("08:00", 2), hourFrom("08:00", 4)], { replaces: true });
    await ingestReadings(context, [hourFrom("08:00", 4), totalAt("09:00", 16, { outTotal: 4 })]);
    expect(await compare(world)).toEqual([]);
    // The events of an export of another server.
    const path = join(temporaryFolder(), "events.csv");
    const ids = words`
      rdg_lvv2ubk0-3600000-0 rdg_lvv2ubk0-3600000-1-0 rdg_-1-60000-0 rdg_other rdg_zzzzzzzzzzzzzzz-1-0`;
    const rows = ids.map((id) => `b,2024-05-06T08:00:00Z,1,${id}`);
    writeFileSync(path, ["sensor_serial_number,timestamp,trajectory,event_id", ...rows].join("\n"));
    await loadFile(context, path, LOAD_OPTIONS);
    expect(await compare(world)).toEqual([]);
    // A total of the next day has counted a span that begins before the log does then.
    await ingestReadings(context, [
      ...[
        totalAt("2024-05-07 02:00", 21, { outTotal: 4 }),
        totalAt("2024-05-07 03:00", 22, { outTotal: 9 }),
        hourFrom("23:30", 3),
      ],
      ...[
        totalAt("2024-05-07 00:10", 74, { serialNumber: "cam:1", outTotal: null, isUndirected: true }),
        totalAt("2024-05-07 03:00", 75, { serialNumber: "cam:1", outTotal: null, isUndirected: true }),
      ],
    ]);
    expect(await compare(world)).toEqual([]);
    await context.journal.transact(context, (draft) => draft.add({ logStart: at("2024-05-07 00:00") }));
    expect((await context.events.summary()).removedEvents).toBeGreaterThan(0);
    expect(await compare(world)).toEqual([]);
  });
});

const LOAD_OPTIONS = {
  layout: PLAIN_LAYOUT,
  duplicateRule: "auto",
  acceptsRejects: true,
  onReject: () => {},
  onProgress: () => {},
} as const;
