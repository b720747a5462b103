import { cpSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { DATABASE_FILE, DATABASE_LOG_FILE, LAST_COMMIT_FILE } from "../../src/domain/data-directory.ts";
import { assignTeam } from "../../src/engine/assigned-teams.ts";
import { buildEngine } from "../../src/engine/build-engine.ts";
import { reportsOf } from "../../src/engine/ingest/reports.ts";
import type { CatalogRows, Store } from "../../src/engine/ports.ts";
import { voidReset } from "../../src/engine/resets.ts";
import { noteHeartbeat } from "../../src/engine/sensors.ts";
import { tagDoorway, tagSpace } from "../../src/engine/tags.ts";
import { hashSecret } from "../../src/engine/tokens.ts";
import { voidEvent } from "../../src/engine/void-event.ts";
import { createWebhook } from "../../src/engine/webhooks.ts";
import { migrationNames } from "../../src/store/duckdb/statements.ts";
import { TEST_SETTINGS } from "../support/settings.ts";
import { ORGANIZATION_ID, openDirectory, runSql } from "../support/store-directory.ts";
import { temporaryFolder } from "../support/store-harness.ts";
import { directoryWith } from "../support/store-refusals.ts";
import { at, reportOf } from "../support/store-reports.ts";
import { EVERYTHING, runsOf } from "../support/store-world.ts";

const EVER = { spaceId: null, from: -Infinity, to: Infinity };

/** How many migrations the oldest release had whose data directories there are. */
const OLDEST = 23;

const DAY = 19849;
const HOUR = 3_600_000;
const HASH = hashSecret("hct_old");

/** What a data directory of that release may have held; the run of the second day waits to be derived. */
const ROWS = `
  INSERT INTO directory VALUES (${ORGANIZATION_ID}, 90);
  INSERT INTO space VALUES
    (1, 'House', '', 'null', NULL, 'building', NULL, 'Europe/Berlin', NULL, NULL, NULL, NULL, NULL, NULL,
      NULL, NULL, NULL, NULL, 'square_feet', 1200.5, 'EUR', true, 5, 6),
    (2, 'Hall', 'n', '{"a":[1]}', 1, 'space', 'cafe', 'UTC', '04:00', 9, 8, 7, 'SAFE_CAPACITY', 0.5,
      'a', 1.5, -2.5, 3.5, 'square_meters', NULL, 'USD', false, 7, 8);
  INSERT INTO doorway VALUES (3, 'Front', 'd', 9, 10, NULL), (4, 'Gone', '', 9, 10, 11);
  INSERT INTO sensor VALUES (5, 1, 'a', 12), (283, 2, '283', 13);
  INSERT INTO attachment VALUES (6, 5, 3, NULL, NULL), (7, 283, 4, 14, 15);
  INSERT INTO link VALUES (8, 2, 3, -1, NULL, NULL, 16), (9, 1, 4, 1, 17, 18, 19);
  INSERT INTO schedule VALUES (10, 1, 'Europe/Berlin', NULL, NULL, 20), (11, 2, 'UTC', '04:00', NULL, NULL);
  INSERT INTO reset VALUES (12, 2, ${at("09:00")}, 4, 21);
  INSERT INTO time_segment VALUES (13, 'Day', '08:00:00', '17:00:00', ['Monday'], [2, 1], 22, 23);
  INSERT INTO time_segment_group VALUES (14, 'All', [13], 24, 25);
  INSERT INTO token VALUES (15, 'old', '${HASH}', ['read', 'admin'], NULL, 26);
  INSERT INTO event VALUES
    (1, ${at("08:00")}, 1, -1, NULL), (2, ${at("10:00")}, 1, 1, 'x'),
    (4, ${at("2024-05-07 10:00")}, 1, -1, NULL),
    (5, ${at("08:00")}, 2, 1, NULL);
  INSERT INTO run VALUES (2, ${DAY}, [${8 * HOUR * 2 + 1}, ${10 * HOUR * 2}]);
  INSERT INTO stale_run VALUES (2, ${DAY + 1});
`;

const SPACE = {
  notes: "",
  meta: null,
  parentId: null,
  function: null,
  dailyReset: null,
  capacity: null,
  targetCapacity: null,
  safeCapacity: null,
  safeThresholdMode: null,
  safeThresholdValue: null,
  address: null,
  latitude: null,
  longitude: null,
  sizeArea: null,
  tags: [],
} as const;

/** The same, as the catalog has it now: what is new is empty. */
const CATALOG: CatalogRows = {
  organizationId: ORGANIZATION_ID,
  nextId: 90n,
  space: [
    {
      ...SPACE,
      id: 1n,
      name: "House",
      spaceType: "building",
      timeZone: "Europe/Berlin",
      sizeAreaUnit: "square_feet",
      annualRent: 1200.5,
      annualRentCurrency: "EUR",
      inheritsTimeSegments: true,
      createdAt: 5,
      updatedAt: 6,
    },
    {
      ...SPACE,
      id: 2n,
      name: "Hall",
      notes: "n",
      meta: { a: [1] },
      parentId: 1n,
      spaceType: "space",
      function: "cafe",
      timeZone: "UTC",
      dailyReset: "04:00",
      capacity: 9,
      targetCapacity: 8,
      safeCapacity: 7,
      safeThresholdMode: "SAFE_CAPACITY",
      safeThresholdValue: 0.5,
      address: "a",
      latitude: 1.5,
      longitude: -2.5,
      sizeArea: 3.5,
      sizeAreaUnit: "square_meters",
      annualRent: null,
      annualRentCurrency: "USD",
      inheritsTimeSegments: false,
      createdAt: 7,
      updatedAt: 8,
    },
  ],
  assignedTeam: [],
  doorway: [
    { id: 3n, name: "Front", description: "d", createdAt: 9, updatedAt: 10, deletedAt: null, tags: [] },
    { id: 4n, name: "Gone", description: "", createdAt: 9, updatedAt: 10, deletedAt: 11, tags: [] },
  ],
  sensor: [
    { id: 5n, key: 1, serialNumber: "a", createdAt: 12 },
    { id: 283n, key: 2, serialNumber: "283", createdAt: 13 },
  ],
  sensorState: [],
  attachment: [
    { id: 6n, sensorId: 5n, doorwayId: 3n, from: null, to: null },
    { id: 7n, sensorId: 283n, doorwayId: 4n, from: 14, to: 15 },
  ],
  link: [
    { id: 8n, spaceId: 2n, doorwayId: 3n, sensorPlacement: -1, from: null, to: null, createdAt: 16 },
    { id: 9n, spaceId: 1n, doorwayId: 4n, sensorPlacement: 1, from: 17, to: 18, createdAt: 19 },
  ],
  schedule: [
    { id: 10n, spaceId: 1n, timeZone: "Europe/Berlin", dailyReset: null, from: -Infinity, to: 20 },
    { id: 11n, spaceId: 2n, timeZone: "UTC", dailyReset: "04:00", from: -Infinity, to: Infinity },
  ],
  reset: [{ id: 12n, spaceId: 2n, instant: at("09:00"), count: 4, createdAt: 21, voidedAt: null }],
  timeSegment: [
    {
      id: 13n,
      label: "Day",
      start: "08:00:00",
      end: "17:00:00",
      days: ["Monday"],
      spaceIds: [2n, 1n],
      createdAt: 22,
      updatedAt: 23,
    },
  ],
  timeSegmentGroup: [{ id: 14n, name: "All", timeSegmentIds: [13n], createdAt: 24, updatedAt: 25 }],
  webhook: [],
  token: [{ id: 15n, name: "old", hash: HASH, scopes: ["read", "admin"], rate: null, createdAt: 26 }],
};

const RUNS = [
  { spaceId: 2n, day: DAY, changes: [`${8 * HOUR} +`, `${10 * HOUR} -`] },
  { spaceId: 2n, day: DAY + 1, changes: [`${10 * HOUR} +`] },
];

/** A data directory as that release left it. */
async function oldDirectory(): Promise<string> {
  const directory = directoryWith({});
  const texts = migrationNames()
    .slice(0, OLDEST)
    .map((name) => readFileSync(new URL(`../../sql/${name}.sql`, import.meta.url), "utf8"));
  const versions = texts.map((_, index) => `(${index + 1})`).join();
  await runSql(
    directory,
    [...texts, `INSERT INTO schema_version VALUES ${versions}`, ROWS, "CHECKPOINT"].join(";\n"),
  );
  return directory;
}

/** What is in a store, whose runs wait for nobody once they have been read. */
async function checkContents(store: Store): Promise<void> {
  expect(await store.catalog.load()).toEqual(CATALOG);
  const { items } = await store.events.events({}, EVERYTHING);
  expect(items.map(({ id, sensorId, doorwayId }) => [id, sensorId, doorwayId])).toEqual([
    [1n, 5n, 3n],
    [5n, 283n, null],
    [2n, 5n, 3n],
    [4n, 5n, 3n],
  ]);
  expect(await runsOf(store.events, [1n, 2n])).toEqual(RUNS);
  expect(await store.events.rebuild({ ...EVER, verify: true })).toEqual({
    runs: 2,
    events: 3,
    differences: [],
  });
  expect(await store.catalog.audit({ tokenId: null, resourceId: null }, EVERYTHING)).toMatchObject({
    total: 0,
  });
}

describe(`a data directory with the first ${OLDEST} migrations`, () => {
  it("opens, keeps everything, and gets what is new, empty", async () => {
    const directory = await oldDirectory();
    for (let time = 0; time < 2; time++) {
      const store = await openDirectory(directory);
      await checkContents(store);
      await store.close();
    }
    const [[versions] = []] = await runSql(
      directory,
      "SELECT list(version ORDER BY version) FROM schema_version",
    );
    expect(versions).toMatchObject({ items: migrationNames().map((_, index) => index + 1) });
  });

  it("is upgraded also where the process that did it was killed at once", async () => {
    const directory = await oldDirectory();
    const store = await openDirectory(directory);
    // What is on disk now is what a process that is killed leaves.
    const copy = join(temporaryFolder(), "data");
    cpSync(directory, copy, { recursive: true });
    await store.close();
    expect(readdirSync(copy).sort()).toEqual([DATABASE_FILE, DATABASE_LOG_FILE, LAST_COMMIT_FILE]);
    const upgraded = await openDirectory(copy);
    await checkContents(upgraded);
    await upgraded.close();
  });

  it("takes every kind of change that is new, and keeps it", async () => {
    const directory = await oldDirectory();
    let store = await openDirectory(directory);
    const clock = { now: () => at("2024-06-01 00:00") };
    const context = await buildEngine(store, { ...TEST_SETTINGS, clock });
    await tagSpace(context, 2n, "new");
    await tagDoorway(context, 3n, "new");
    await assignTeam(context, 2n, "Cleaning");
    await voidReset(context, 12n);
    await voidEvent(context, 2n);
    await noteHeartbeat(context, "283", { firmwareVersion: "2" });
    await createWebhook(context, { endpoint: "https://example.com/", version: "v2" });
    const request = { tokenHash: HASH, key: "k", fingerprint: "f", instant: 1, since: 0 };
    const part = {
      change: context,
      reports: reportsOf([reportOf("a 11:00 1")]),
      duplicates: "keep",
      live: true,
    } as const;
    const keyed = { ...part, request: { key: request, answer: () => null } };
    expect((await context.ingest.submit(keyed)).last?.id).toBe(6n);
    await store.close();
    store = await openDirectory(directory);
    const { space, doorway, assignedTeam, reset, sensorState, webhook } = await store.catalog.load();
    expect([space[1]?.tags, doorway[0]?.tags, assignedTeam.length]).toEqual([["new"], ["new"], 1]);
    expect([reset[0]?.voidedAt, webhook.length]).toEqual([clock.now(), 1]);
    expect(sensorState).toMatchObject([{ id: 283n, firmwareVersion: "2" }]);
    expect((await store.events.requests([request]))[0]).toMatchObject({ eventId: 6n });
    expect(await runsOf(store.events, [2n])).toEqual([
      { spaceId: 2n, day: DAY, changes: [`${8 * HOUR} +`, `${11 * HOUR} -`] },
      RUNS[1],
    ]);
    expect((await store.events.rebuild({ ...EVER, verify: true })).differences).toEqual([]);
    expect(await store.catalog.audit({ tokenId: null, resourceId: null }, EVERYTHING)).toMatchObject({
      total: 6,
    });
    await store.close();
  });
});
