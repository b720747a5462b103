import { DuckDBConnection } from "@duckdb/node-api";
import { describe, expect, it, vi } from "vitest";
import { EVENTS_MAX } from "../../src/domain/limits.ts";
import { reportsOf } from "../../src/engine/ingest/admission.ts";
import { deleteLink } from "../../src/engine/resources/links.ts";
import { saveCatalog } from "../support/commits.ts";
import { filedRuns, fileRuns } from "../support/run-files.ts";
import { duckDbStore, type OpenedDirectory, opened } from "../support/store-harness.ts";
import { at, reportOf } from "../support/store-reports.ts";
import { SAMPLE_ROWS } from "../support/store-rows.ts";
import { EVER, EVERYTHING, runsOf, World } from "../support/store-world.ts";
import { describeCatalogAtomicity } from "./contract/catalog.ts";

const DAY = Math.floor(at("00:00") / 86_400_000);

/** A hall behind a front doorway with sensor `a`, a yard behind a back one with `b`; events on three days. */
async function site() {
  const directory = await opened(duckDbStore);
  const world = await World.over(directory);
  const [hall, yard] = [await world.space("Hall"), await world.space("Yard")];
  const [front, back] = [await world.doorway("Front", "a"), await world.doorway("Back", "b")];
  const link = await world.link(hall, front);
  await world.link(yard, back);
  const days = ["2024-05-06", "2024-05-07", "2024-05-08"];
  await world.report(...days.flatMap((day) => [`a ${day}T08:00 1`, `a ${day}T09:00 -1`, `b ${day}T10:00 1`]));
  await world.checkRuns();
  return { directory, world, hall, yard, front, back, link };
}

/** The runs that are marked as stale on disk, as `space: days after 6 May 2024`. Closes the store. */
async function marked({ directory }: { readonly directory: OpenedDirectory }): Promise<string[]> {
  const rows = await directory.behind("SELECT DISTINCT space_id, day FROM stale_run ORDER BY ALL");
  return rows.map(([space, day]) => `${space}: ${Number(day) - DAY}`);
}

describeCatalogAtomicity(duckDbStore, {
  put: {
    doorway: [
      { id: 5n, name: "new", description: "", createdAt: 0, updatedAt: 0, deletedAt: null, tags: [] },
    ],
    // No token goes without a name.
    token: [{ id: 6n, name: null as unknown as string, hash: "", scopes: [], rate: null, createdAt: 0 }],
  },
  remove: { space: SAMPLE_ROWS.space.map((space) => space.id) },
  nextId: 99n,
});

it("sensors come in the order of their creation, though their ids need not (D16, D20)", async () => {
  const { store, reopen } = await opened(duckDbStore);
  const sensor = ["423", "S7", "283"].map((serialNumber, index) => {
    return { id: [423n, 9n, 283n][index] ?? 0n, key: index + 1, serialNumber, createdAt: 0 };
  });
  await saveCatalog(store, { put: { sensor: sensor.toReversed() } });
  expect((await (await reopen()).catalog.load()).sensor).toEqual(sensor);
});

describe("runs that differ from the log", () => {
  it.each([
    ["has its order changed", 1, (changes: Uint32Array) => changes.toReversed()],
    ["is missing", 1, () => new Uint32Array(0)],
    ["has no events in the log", 5, () => Uint32Array.of(3)],
  ])("are found by verify and derived again by a rebuild: one that %s", async (_, days, change) => {
    const { directory, world, hall, yard } = await site();
    const runs = (await filedRuns(directory)).flat();
    const right = runs.find(({ spaceId, day }) => spaceId === hall && day === DAY + 1);
    const wrong = change(right?.changes ?? new Uint32Array(0));
    await fileRuns(directory, [{ spaceId: hall, day: DAY + days, changes: wrong }]);
    const again = await world.reopen();
    const { events } = again.context;
    const difference = { spaceId: hall, day: DAY + days };
    const verify = async (range: object) =>
      (await events.rebuild({ ...EVER, ...range, verify: true })).differences;
    expect(await verify({})).toEqual([difference]);
    expect(await verify({ spaceId: yard })).toEqual([]);
    expect(await verify({ from: at("2024-05-07 23:59") })).toEqual([difference]);
    // Deriving other runs again mends nothing, this one does.
    await events.rebuild({ ...EVER, spaceId: yard, verify: false });
    await events.rebuild({ ...EVER, to: at("2024-05-07 00:00"), verify: false });
    expect(await verify({})).toEqual([difference]);
    const from = difference.day * 86_400_000;
    await events.rebuild({ spaceId: hall, from, to: from + 86_400_000, verify: false });
    expect(await verify({})).toEqual([]);
    await again.check();
  });

  it("are not what verify calls those that wait to be derived, while events come in", async () => {
    const { world } = await site();
    const { events } = world.context;
    const found: Promise<unknown>[] = [];
    for (let minute = 10; minute < 22; minute++) {
      await world.report(`a 11:${minute} 1`);
      found.push(events.rebuild({ ...EVER, verify: true }).then(({ differences }) => differences));
    }
    for (const differences of await Promise.all(found)) expect(differences).toEqual([]);
    await world.check();
  });
});

describe("runs that a change marks as stale", () => {
  it("is each space and day that new events count for, and no other (D5)", async () => {
    const { directory, world, hall } = await site();
    await world.report(
      "a 2024-05-07T12:00 1",
      "lost 2024-05-06T12:00 1",
      "a 2024-05-08T08:00 1",
      "a 2024-05-10T00:00 1",
    );
    // They were taken into memory, and are stored when the directory is closed. The event of 8 May is a duplicate.
    const sealed = (await filedRuns(directory)).at(-1) ?? [];
    expect(sealed.map(({ spaceId, day }) => `${spaceId}: ${day - DAY}`)).toEqual([
      `${hall}: 1`,
      `${hall}: 4`,
    ]);
    expect(await marked({ directory })).toEqual([]);
    await (await world.reopen()).check();
  });

  it("is, for a link that ends, the days on which its doorway has events from then on (D5)", async () => {
    const { directory, world, hall, link } = await site();
    world.now = at("2024-05-07 08:30");
    await deleteLink(world.context, link, { erase: false });
    expect(await marked({ directory })).toEqual([`${hall}: 1`, `${hall}: 2`]);
    await (await world.reopen()).check();
  });

  it("is found in one look at the log, however many spans a write binds again", async () => {
    const { directory, hall, yard } = await site();
    const changedBindings = Array.from({ length: 50 }, (_, index) => ({
      spaceId: index % 2 === 0 ? hall : yard,
      sensorKey: index % 2 === 0 ? 2 : 1,
      from: at("2024-05-07 00:00"),
      to: index < 2 ? null : at("2024-05-07 12:00"),
    }));
    const run = vi.spyOn(DuckDBConnection.prototype, "run");
    await saveCatalog(directory.store, { changedBindings });
    const looks = run.mock.calls.filter(([sql]) => /FROM event$/m.test(sql));
    run.mockRestore();
    expect(looks).toHaveLength(1);
    expect(await marked({ directory })).toEqual([`${hall}: 1`, `${hall}: 2`, `${yard}: 1`, `${yard}: 2`]);
  });

  it("is nothing for a link without events, and runs that are not stale are left alone", async () => {
    const { directory, world, hall, yard } = await site();
    await fileRuns(directory, [{ spaceId: hall, day: DAY, changes: Uint32Array.of(5) }]);
    const again = await world.reopen();
    await again.link(yard, await again.doorway("Side", "c"));
    await again.report("a 2024-05-07T12:00 1", "c 12:00 1");
    const [first, second] = await runsOf(again.context.events, [hall]);
    expect(first).toEqual({ spaceId: hall, day: DAY, changes: ["2 +"] });
    expect(second?.changes).toHaveLength(3);
  });
});

it("events of a space are found by way of its own sensors, not by asking of each event whose it is", async () => {
  const { world, hall } = await site();
  const { events } = world.context;
  const spies = (["runAndReadAll", "stream"] as const).map((method) =>
    vi.spyOn(DuckDBConnection.prototype, method),
  );
  const { total } = await events.events({ spaceId: hall }, EVERYTHING);
  const range = { start: at("2024-05-06 00:00"), end: at("2024-05-09 00:00"), order: "ASC" } as const;
  for await (const batch of events.scanEvents({ spaceId: hall }, range))
    expect(batch.length).toBeGreaterThan(0);
  const texts = spies.flatMap((spy) => spy.mock.calls.map(([sql]) => sql));
  for (const spy of spies) spy.mockRestore();
  expect(total).toBe(6);
  expect(texts.length).toBeGreaterThan(2);
  expect(texts.filter((sql) => sql.includes("listed_event"))).toEqual([]);
});

it("a log that is full takes no more events, and keeps what it has (EVENTS_MAX)", async () => {
  const { directory, world, hall } = await site();
  await directory.behind(`UPDATE event SET id = ${EVENTS_MAX} - 2 WHERE id = (SELECT max(id) FROM event)`);
  const { context } = await world.reopen();
  const { events, catalog } = context;
  const ingest = (...lines: string[]) => {
    const reports = reportsOf(lines.map(reportOf));
    return context.ingest.submit({
      change: context,
      reports,
      duplicates: "drop",
      isLive: true,
      request: null,
    });
  };
  await expect(ingest("a 01:00 1", "a 02:00 1", "a 03:00 1")).rejects.toMatchObject({
    kind: "unavailable",
    message: expect.stringContaining("maximum number of events"),
  });
  expect(await ingest("a 01:00 1", "a 02:00 1")).toMatchObject({ accepted: 2, duplicates: 0 });
  await expect(ingest("a 03:00 1")).rejects.toMatchObject({ kind: "unavailable" });
  // The highest id there can be still sorts right within a run.
  const [run] = await runsOf(events, [hall]);
  expect(run?.changes.map((change) => change.slice(-1)).join("")).toBe("+++-");
  expect(catalog.sensors.all()).toHaveLength(2);
});
