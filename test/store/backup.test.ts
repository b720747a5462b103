import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { requireRoom } from "../../src/disk.ts";
import { DATABASE_FILE, PACKING_FOLDER } from "../../src/domain/data-directory.ts";
import { ingestReadings } from "../../src/engine/ingest/ingest-readings.ts";
import type { Store } from "../../src/engine/ports.ts";
import { changeCounting } from "../../src/engine/readings/change-counting.ts";
import { backUp, ORDER, restore, tablesOf } from "../support/backups.ts";
import { testApi } from "../support/http.ts";
import { openDirectory } from "../support/store-directory.ts";
import { duckDbStore, opened, temporaryFolder } from "../support/store-harness.ts";
import { EVER, EVERYTHING, World } from "../support/store-world.ts";
import { totalOf } from "../support/timed-readings.ts";
import { until } from "../support/waiting.ts";

const START = Date.UTC(2024, 4, 20);

/** Someone who comes in through a sensor's doorway, a minute after the one before. */
const entrance = (serialNumber: string, index: number) => ({
  serialNumber,
  timestamp: START + index * 60_000,
  trajectory: 1 as const,
  eventId: `${serialNumber} ${index}`,
});

/** The store of a restored directory; closed when the test has finished. */
async function openRestored(directory: string): Promise<Store> {
  const store = await openDirectory(directory);
  onTestFinished(() => store.close());
  return store;
}

const verify = { ...EVER, verify: true };
const unavailable = (why: RegExp) => ({ kind: "unavailable", message: expect.stringMatching(why) });

describe("a backup", () => {
  it("holds every row of every table, and pending deliveries, in their order", async () => {
    const source = await opened(duckDbStore);
    const api = await testApi({ store: source.store });
    const { space } = await api.site({ capacity: 5 });
    await api.create("/v2/webhooks/", { endpoint: "https://example.com/calls", headers: { a: "b" } });
    await api.create("/v2/resets/", { space_id: space, timestamp: "2024-05-10T07:00:00Z", count: 3 });
    await api.create("/v2/time_segments/", {
      label: "Day",
      start: "08:00",
      end: "17:00",
      days: ["Monday", "Tuesday"],
      spaces: [space],
    });
    await api.report("a 2024-05-09T08:00:00Z 1", "a 2024-05-10T08:00:00Z 1", "a 2024-05-10T09:00:00Z -1");
    await api.report("b 2024-05-10T09:30:00Z 1");
    const [event] = (await api.get(`/v2/spaces/${space}/events/?start_time=2024-05-01`)).body.results;
    expect((await api.delete(`/v2/events/${event?.id}/`)).status).toBe(204);
    const folder = join(temporaryFolder(), "backup");
    const manifest = await backUp(source.store.backups, folder);
    expect(manifest).toMatchObject({ format: 1, events: 4, last_event_id: "evt_4", release: "0.0.0" });
    const restored = join(temporaryFolder(), "restored");
    expect(await restore(folder, restored)).toEqual(manifest);
    const copied = await tablesOf(restored);
    // Its process has the same days in memory; where the backup is opened they are stale.
    expect(copied.in_memory_run).not.toEqual([]);
    expect(copied.webhook_delivery?.length).toBeGreaterThan(0);
    const counts = `/v2/spaces/${space}/counts/?start_time=2024-05-09&end_time=2024-05-11&interval=15m`;
    const before = (await api.get(counts)).body;
    await source.store.close();
    const original = await tablesOf(source.directory);
    // No log of changes of the original belongs to it.
    expect([copied.change_log, copied.change_log_commit]).toEqual([[], []]);
    const logs = { change_log: null, change_log_commit: null };
    const others = { in_memory_run: null, stale_run: null, run_file: null, ...logs };
    expect({ ...copied, ...others }).toEqual({ ...original, ...others });
    const store = await openRestored(restored);
    const again = await testApi({ store });
    expect((await again.get(counts)).body).toEqual(before);
    expect(await store.events.rebuild(verify)).toMatchObject({ differences: [] });
  });

  it("holds the readings of devices: the next total goes on where the last one was (D31)", async () => {
    const source = await opened(duckDbStore);
    const { context } = await World.over(source, START + 3_600_000);
    const total = (minutes: number, inTotal: number) => totalOf(START + minutes * 60_000, inTotal);
    await ingestReadings(context, [total(0, 100)]);
    // This stores the line, before its last readings.
    await changeCounting(context, "a", { isReversed: true }, { effectiveFrom: "beginning" });
    await ingestReadings(
      context,
      Array.from({ length: 19 }, (_, minute) => total(1 + minute, 101 + minute)),
    );
    const folder = join(temporaryFolder(), "backup");
    await backUp(source.store.backups, folder);
    await source.store.close();
    const restored = join(temporaryFolder(), "restored");
    await restore(folder, restored);
    const [original, copied] = [await tablesOf(source.directory), await tablesOf(restored)];
    for (const [table, rows] of [
      ["reading", 20],
      ["reading_line", 1],
      ["counting", 1],
    ] as const) {
      expect(copied[table], table).toHaveLength(rows);
      expect(copied[table], table).toEqual(original[table]);
    }
    const store = await openRestored(restored);
    const again = await World.over({ ...source, store }, START + 3_600_000);
    expect(await ingestReadings(again.context, [total(19, 119), total(30, 122)])).toMatchObject({
      results: { duplicate: 1, counted: 1 },
      counted: { in: 0, out: 3 },
    });
    expect((await store.events.summary()).events).toBe(22);
  });

  it("made while events and changes go on holds what there was at one instant, and blocks no writer", async () => {
    const source = await opened(duckDbStore);
    const world = await World.over(source);
    let isDone = false;
    let spaces = 0;
    const writing = (async () => {
      for (let index = 0; !isDone; index++) {
        const serial = `s${index}`;
        const space = await world.space(`Space ${index}`);
        await world.link(space, await world.doorway(`Doorway ${index}`, serial));
        // Days that are over, so that files of runs are written, superseded and merged meanwhile.
        await world.ingest([0, 1, 2].map((row) => entrance(serial, index + row * 1_440)));
        spaces++;
        if (index % 3 === 0) await world.context.events.rebuild({ ...verify, verify: false });
      }
    })();
    const folders: string[] = [];
    while (folders.length < 2) {
      const wanted = spaces + 3;
      await until(() => spaces >= wanted);
      const folder = join(temporaryFolder(), "backup");
      const before = spaces;
      await backUp(source.store.backups, folder);
      folders.push(folder);
      expect(spaces - before).toBeLessThan(2_000);
    }
    isDone = true;
    await writing;
    for (const folder of folders) {
      const restored = join(temporaryFolder(), "restored");
      const { events: expected } = await restore(folder, restored);
      const store = await openRestored(restored);
      const { items } = await store.events.events({}, EVERYTHING);
      expect(items).toHaveLength(expected);
      expect(expected % 3).toBe(0);
      const all = (await source.store.events.events({}, EVERYTHING)).items;
      const byId = (list: typeof items) => list.toSorted((a, b) => (a.id < b.id ? -1 : 1));
      // A batch comes after its space.
      expect(byId(items)).toEqual(byId(all).slice(0, expected));
      expect((await store.events.rebuild(verify)).differences).toEqual([]);
    }
  });

  it("is made one at a time, and the next when the one that is sent has gone", async () => {
    const { store, directory } = await opened(duckDbStore);
    const first = await store.backups.pack(ORDER);
    const folder = join(directory, PACKING_FOLDER);
    expect(readdirSync(folder)).toEqual(["backup.json", DATABASE_FILE]);
    const other = join(temporaryFolder(), "other");
    await expect(store.backups.pack(ORDER)).rejects.toMatchObject({ kind: "conflict" });
    await expect(store.backups.write(other, ORDER)).rejects.toMatchObject({ kind: "conflict" });
    expect(existsSync(other)).toBe(false);
    await first.discard();
    expect(existsSync(folder)).toBe(false);
    await store.backups.write(other, ORDER);
    // It is for its owner alone.
    const modes = [".", ...readdirSync(other)].map((name) => statSync(join(other, name)).mode & 0o777);
    expect(modes).toEqual([0o700, 0o600, 0o600]);
  });

  it("that could not be discarded gives way to the next one", async () => {
    const { store, directory } = await opened(duckDbStore);
    const packed = await store.backups.pack(ORDER);
    // A file in the place of the data directory keeps anything in it from being removed.
    renameSync(directory, `${directory}.away`);
    writeFileSync(directory, "");
    await expect(packed.discard()).rejects.toMatchObject({ code: "ENOTDIR" });
    rmSync(directory);
    renameSync(`${directory}.away`, directory);
    await (await store.backups.pack(ORDER)).discard();
    expect(existsSync(join(directory, PACKING_FOLDER))).toBe(false);
  });

  it("that cannot be sent to its end does not keep the next one from being made (D30)", async () => {
    const { store, directory } = await opened(duckDbStore);
    const api = await testApi({ store });
    const pack = store.backups.pack.bind(store.backups);
    vi.spyOn(store.backups, "pack").mockImplementationOnce(async (order) => {
      const packed = await pack(order);
      rmSync(join(directory, PACKING_FOLDER, DATABASE_FILE));
      return packed;
    });
    await expect(api.post("/v2/admin/backup")).rejects.toThrow();
    const next = await vi.waitFor(() => store.backups.pack(ORDER), { timeout: 180_000 });
    await next.discard();
    expect(existsSync(join(directory, PACKING_FOLDER))).toBe(false);
  });

  it("goes into no folder that has something in it, and leaves that as it is", async () => {
    const { store } = await opened(duckDbStore);
    const folder = temporaryFolder();
    writeFileSync(join(folder, "mine.txt"), "mine");
    await expect(store.backups.write(folder, ORDER)).rejects.toMatchObject({ kind: "conflict" });
    expect(readdirSync(folder)).toEqual(["mine.txt"]);
    expect(readFileSync(join(folder, "mine.txt"), "utf8")).toBe("mine");
  });

  it("that fails leaves nothing, and the store as it was", async () => {
    const { store } = await opened(duckDbStore);
    const world = await World.over({ store, reopen: async () => store, dispose: async () => {} });
    const folder = join(temporaryFolder(), "a", "backup");
    const failing = {
      ...ORDER,
      onProgress: () => {
        throw Object.assign(new Error("no space left on device"), { syscall: "write" });
      },
    };
    const refusal = unavailable(/^the backup could not be written: no space left/);
    await expect(store.backups.write(folder, failing)).rejects.toMatchObject(refusal);
    expect(existsSync(folder)).toBe(false);
    await world.space("Hall");
    await store.backups.write(folder, ORDER);
  });

  it("under way is given up when the store is closed, and takes nothing with it", async () => {
    const { store, directory } = await opened(duckDbStore);
    const making = store.backups.pack(ORDER);
    making.catch(() => undefined);
    await store.close();
    await expect(making).rejects.toMatchObject(unavailable(/being closed/));
    await expect(store.backups.pack(ORDER)).rejects.toMatchObject({ kind: "unavailable" });
    expect(existsSync(join(directory, PACKING_FOLDER))).toBe(false);
  });

  it("that was being sent when its process ended is taken away at the next start", async () => {
    const directory = await opened(duckDbStore);
    await directory.store.close();
    mkdirSync(join(directory.directory, PACKING_FOLDER));
    writeFileSync(join(directory.directory, PACKING_FOLDER, DATABASE_FILE), "x");
    await directory.reopen();
    expect(existsSync(join(directory.directory, PACKING_FOLDER))).toBe(false);
  });

  it("fails if there is no room for it", async () => {
    await requireRoom(temporaryFolder(), 1, "a backup");
    const refusal = unavailable(/^a backup needs 1,152,921,504,607 MB, and there are [\d,]+ MB free in /);
    await expect(requireRoom(temporaryFolder(), 2 ** 60, "a backup")).rejects.toMatchObject(refusal);
  });
});
