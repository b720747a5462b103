import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { DAY_MS } from "../../src/domain/instant.ts";
import { voidEvent } from "../../src/engine/events/event-changes.ts";
import { compareWithLog } from "../../src/store/duckdb/lost-data.ts";
import { openDirectory } from "../support/store-directory.ts";
import { copyOf, temporaryFolder } from "../support/store-harness.ts";
import { at } from "../support/store-reports.ts";
import { openHall, World } from "../support/store-world.ts";

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
  return compareWithLog({ kept, logged, folder }, async ({ eventRows, changeRows, ...sizes }) => {
    const events: string[] = [];
    for await (const rows of eventRows())
      events.push(
        ...rows.map(
          (row) => `${new Date(Number(row.ts)).toISOString()} ${row.serial_number} ${row.event_id}`,
        ),
      );
    const changes: string[] = [];
    for await (const rows of changeRows())
      changes.push(...rows.map((row) => `${row.action} ${row.resource_type}`));
    expect(sizes).toEqual({ events: events.length, changes: changes.length });
    return { events, changes };
  });
}

const NOTHING = { events: [], changes: [] };

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
      changes: ["create sensor", "void event"],
    });
    expect(await lostIn(logged, kept)).toEqual({
      events: ["2024-05-10T08:00:00.000Z c null", "2024-05-10T09:00:00.000Z a z"],
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
