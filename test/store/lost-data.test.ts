import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { PLAIN_LAYOUT } from "../../src/domain/file-layout.ts";
import { DAY_MS } from "../../src/domain/instant.ts";
import type { TimedReading } from "../../src/domain/reading.ts";
import { loadFile, voidEvent } from "../../src/engine/events/event-changes.ts";
import { voidImport, voidSpan } from "../../src/engine/events/void-events.ts";
import { ingestReadings } from "../../src/engine/ingest/ingest-readings.ts";
import { compareWithLog } from "../../src/store/duckdb/lost-data.ts";
import { openDirectory } from "../support/store-directory.ts";
import { copyOf, temporaryFolder } from "../support/store-harness.ts";
import { at } from "../support/store-reports.ts";
import { EVERYTHING, openHall, World } from "../support/store-world.ts";
import { hourFrom, totalAt } from "../support/timed-readings.ts";

/** Makes changes in a copy of a directory. */
async function changed(directory: string, change: (world: World) => Promise<unknown>): Promise<string> {
  const copy = copyOf(directory);
  const store = await openDirectory(copy);
  await change(await World.over({ store, reopen: async () => store, dispose: async () => {} }));
  await store.close();
  return copy;
}

/** A closed directory with events on four days. */
async function site(): Promise<string> {
  const { directory, world } = await openHall();
  await world.report(
    ...["06", "07", "08", "09"].flatMap((day) => [`a 2024-05-${day}T08:00 1`, `a 2024-05-${day}T09:00 1 x`]),
  );
  await directory.store.close();
  return directory.directory;
}

async function lostIn(kept: string, logged: string) {
  const folder = join(temporaryFolder(), "compared");
  return compareWithLog(
    { kept, logged, folder },
    async ({ eventRows, readingRows, changeRows, ...sizes }) => {
      const events: string[] = [];
      for await (const rows of eventRows())
        events.push(
          ...rows.map(
            (row) => `${new Date(Number(row.ts)).toISOString()} ${row.serial_number} ${row.event_id}`,
          ),
        );
      const readings: TimedReading[] = [];
      for await (const rows of readingRows()) readings.push(...rows);
      const changes: string[] = [];
      for await (const rows of changeRows())
        changes.push(...rows.map((row) => `${row.action} ${row.resource_type}`));
      expect(sizes).toEqual({ events: events.length, readings: readings.length, changes: changes.length });
      return { events, readings, changes };
    },
  );
}

const LOAD_OPTIONS = {
  layout: PLAIN_LAYOUT,
  duplicateRule: "auto",
  acceptsRejects: true,
  onReject: () => {},
  onProgress: () => {},
} as const;

const NOTHING = { events: [], readings: [], changes: [] };

describe("what only one of two directories of a log has", () => {
  it("is nothing if the log has more, has removed old events, or has voided some", async () => {
    const kept = await site();
    expect(await lostIn(kept, copyOf(kept))).toEqual(NOTHING);
    const logged = await changed(kept, async (world) => {
      await world.report("a 2024-05-10T08:00 1", "new 2024-05-10T08:00 1");
      await world.context.journal.transact(world.context, (draft) =>
        draft.add({ logStart: at("2024-05-07 00:00") }),
      );
    });
    expect(await lostIn(kept, logged)).toEqual(NOTHING);
    const voided = await changed(kept, (world) => voidEvent(world.context, 3n));
    expect(await lostIn(kept, voided)).toEqual(NOTHING);
  });

  it("is each valid event without an equal one, whatever their ids are, and each entry of the audit log", async () => {
    const before = await site();
    const kept = await changed(before, async (world) => {
      await world.report(
        "a 2024-05-10T08:00 1",
        "b 2024-05-10T08:00 1",
        "a 2024-05-10T09:00 1 y",
        "a 2024-05-10T10:00 1",
      );
      // An event of a day that the log has, and one that is voided at once.
      await world.report("a 2024-05-07T10:00 1", "a 2024-05-10T11:00 1");
      await voidEvent(world.context, 14n);
    });
    const logged = await changed(before, async (world) => {
      // In another order, with another id of the sender, and by another sensor with the key of the other.
      await world.report(
        "c 2024-05-10T08:00 1",
        "a 2024-05-10T10:00 1",
        "a 2024-05-10T09:00 1 z",
        "a 2024-05-10T08:00 1",
      );
      await world.space("Only in the log");
    });
    expect(await lostIn(kept, logged)).toEqual({
      events: [
        "2024-05-07T10:00:00.000Z a null",
        "2024-05-10T08:00:00.000Z b null",
        "2024-05-10T09:00:00.000Z a y",
      ],
      readings: [],
      changes: ["create sensor", "void event"],
    });
    expect(await lostIn(logged, kept)).toEqual({
      events: ["2024-05-10T08:00:00.000Z c null", "2024-05-10T09:00:00.000Z a z"],
      readings: [],
      changes: ["create sensor", "create space", "create daily_reset_schedule"],
    });
  });

  it("is found after the part of the log that both have alike, by hashes of many ids", async () => {
    const before = await changed(await site(), async (world) => {
      for (let batch = 0; batch < 3; batch++) {
        const start = at("2024-05-11 00:00") + batch * DAY_MS;
        const row = (index: number) => ({
          serialNumber: "a",
          timestamp: start + index * 1_001,
          trajectory: 1 as const,
          eventId: null,
        });
        await world.ingest(Array.from({ length: 30_000 }, (_, index) => row(index)));
      }
    });
    const kept = await changed(before, (world) => world.report("a 2024-05-20T08:00 1"));
    const logged = await changed(before, (world) => world.report("a 2024-05-21T08:00 1"));
    expect((await lostIn(kept, logged)).events).toEqual(["2024-05-20T08:00:00.000Z a null"]);
    expect(await lostIn(before, logged)).toEqual(NOTHING);
  });
});

const send = ({ context }: World, ...readings: readonly TimedReading[]) => ingestReadings(context, readings);

/** A closed directory with the first readings of two sensors. */
function siteWithReadings(): Promise<string> {
  return site().then((directory) =>
    changed(directory, (world) => send(world, totalAt("08:00", 100, { outTotal: 50 }), hourFrom("06:00", 3))),
  );
}

/** The valid events of readings in a directory, with their ids of the sender, in the order of time. */
async function crossingsIn(directory: string): Promise<string[]> {
  const crossings: string[] = [];
  await changed(directory, async ({ context }) => {
    const { items } = await context.events.events({}, EVERYTHING);
    const valid = new Set(items.map(({ id }) => id));
    for (const { id, timestamp, sensorKey, trajectory, eventId } of await context.events.eventsAfter(
      0n,
      1_000n,
    ))
      if (valid.has(id) && eventId?.startsWith("rdg_"))
        crossings.push(`${new Date(timestamp).toISOString()} ${sensorKey} ${trajectory} ${eventId}`);
  });
  return crossings.sort();
}

describe("readings that only one of two directories of a log has", () => {
  it("make the same events with the same ids when they are sent again, and then nothing", async () => {
    const before = await siteWithReadings();
    const sent = [
      totalAt("09:00", 110, { outTotal: 52 }),
      hourFrom("07:00", 4, { coverage: 0.5 }),
      totalAt("10:00", 2, { outTotal: 0, isBoot: true, width: 16 }),
      totalAt("09:30", 115, { outTotal: 52 }),
      hourFrom("08:00", 5, { isUndirected: true }),
      totalAt("11:00", 900_000, { outTotal: 0 }),
      totalAt("12:00", 900_004, { outTotal: 0 }),
    ];
    // What says nothing new is not listed.
    const repeated = [
      totalAt("09:00", 110, { outTotal: 52 }),
      totalAt("10:00", 1, { outTotal: 0 }),
      hourFrom("07:30", 1),
    ];
    const kept = await changed(before, async (world) => {
      for (const reading of [...sent, ...repeated]) {
        world.now += 1_000;
        await send(world, reading);
      }
    });
    const { events, readings, changes } = await lostIn(kept, before);
    expect([events, changes]).toEqual([[], []]);
    expect(readings).toEqual(sent);
    const again = await changed(before, (world) => send(world, ...readings));
    expect(await crossingsIn(again)).toEqual(await crossingsIn(kept));
    expect(await lostIn(kept, again)).toEqual(NOTHING);
    const twice = await changed(again, async (world) => {
      expect(await send(world, ...readings)).toMatchObject({ duplicates: sent.length });
    });
    expect(await crossingsIn(twice)).toEqual(await crossingsIn(kept));
  });

  it("count nothing twice if the sensor has sent to the log since: totals are late, other intervals a conflict", async () => {
    const before = await siteWithReadings();
    const kept = await changed(before, (world) =>
      send(
        world,
        totalAt("09:00", 110, { outTotal: 52 }),
        totalAt("10:00", 120, { outTotal: 54 }),
        hourFrom("07:00", 4),
        hourFrom("08:00", 5),
      ),
    );
    // The log has one of them, with another number, another total that counts their span, and another value.
    const logged = await changed(before, (world) =>
      send(
        world,
        totalAt("11:00", 130, { outTotal: 60 }),
        hourFrom("07:00", 9),
        hourFrom("08:00", 5),
        hourFrom("09:00", 1),
      ),
    );
    const { events, readings } = await lostIn(kept, logged);
    expect(events).toEqual([]);
    expect(readings).toEqual([
      totalAt("09:00", 110, { outTotal: 52 }),
      totalAt("10:00", 120, { outTotal: 54 }),
      hourFrom("07:00", 4),
    ]);
    const again = await changed(logged, async (world) => {
      expect(await send(world, ...readings)).toMatchObject({
        results: { late: 2, conflict: 1 },
        counted: { in: 0, out: 0 },
      });
    });
    expect(await crossingsIn(again)).toEqual(await crossingsIn(logged));
    // Late ones are there by then; what is a conflict there is a value that does not count.
    expect((await lostIn(kept, again)).readings).toEqual([hourFrom("07:00", 4)]);
  });

  it("are what counts: no replaced, voided or withdrawn ones, but totals with which the next ones are compared", async () => {
    const before = await siteWithReadings();
    const kept = await changed(before, async (world) => {
      const { context } = world;
      await send(
        world,
        hourFrom("07:00", 4),
        hourFrom("08:00", 5),
        hourFrom("09:00", 6),
        totalAt("09:00", 110, { outTotal: 50 }),
      );
      await ingestReadings(context, [hourFrom("07:00", 7), hourFrom("06:00", 2)], { replaces: true });
      const { importId } = await ingestReadings(context, [hourFrom("10:00", 8)], {
        importOf: { id: null, file: "f" },
      });
      await voidImport(context, importId ?? 0n, false);
      for (const serialNumber of ["a", "i"])
        await voidSpan(context, { serialNumber, from: at("08:30"), to: at("09:30") }, false);
    });
    expect((await lostIn(kept, before)).readings).toEqual([
      totalAt("09:00", 110, { outTotal: 50 }),
      hourFrom("08:00", 5),
      hourFrom("07:00", 7),
      hourFrom("06:00", 2),
    ]);
    // In the log one has been replaced since; later, those from before its start have been removed.
    const replaced = await changed(before, (world) =>
      ingestReadings(world.context, [hourFrom("06:00", 2)], { replaces: true }),
    );
    expect((await lostIn(before, replaced)).readings).toEqual([]);
    const logged = await changed(before, ({ context }) =>
      context.journal.transact(context, (draft) => draft.add({ logStart: at("2024-05-07 00:00") })),
    );
    const next = totalAt("2024-05-07 00:00", 111, { outTotal: 50 });
    expect((await lostIn(await changed(kept, (world) => send(world, next)), logged)).readings).toEqual([
      next,
    ]);
  });

  it("do not include events with such ids that came in a file", async () => {
    const before = await site();
    const row =
      "sensor_serial_number,timestamp,trajectory,event_id\na,2024-05-06T10:00:00Z,1,rdg_x-60000-0\n";
    const kept = await changed(before, async ({ context }) => {
      const path = join(temporaryFolder(), "events.csv");
      writeFileSync(path, row);
      await loadFile(context, path, LOAD_OPTIONS);
    });
    expect((await lostIn(kept, before)).events).toEqual(["2024-05-06T10:00:00.000Z a rdg_x-60000-0"]);
  });
});
