import fc from "fast-check";
import { expect, it } from "vitest";
import { MINUTE_MS } from "../../src/domain/instant.ts";
import type { Database } from "../../src/duckdb/database.ts";
import type { LoggedEvent } from "../../src/engine/ports.ts";
import {
  RECENT_IDENTITY_SLOTS_MAX,
  RECENT_NOTED_MAX,
  RecentIdentities,
} from "../../src/store/duckdb/recent-identities.ts";
import { StoredIdentities } from "../../src/store/duckdb/stored-identities.ts";
import { logColumns } from "../support/commits.ts";
import { checkProperty } from "../support/random.ts";

const entry = fc.record({
  // Some share an instant; the first of them are of the minute of the log's latest event, which is looked up.
  timestamp: fc.integer({ min: 0, max: 300 }).map((step) => step * 600),
  sensorKey: fc.integer({ min: 1, max: 2 }),
  trajectory: fc.constantFrom(1 as const, -1 as const),
  eventId: fc.constantFrom(null, "a", "b"),
});

const identityOf = (each: Omit<LoggedEvent, "id">) => JSON.stringify(Object.values(each));

/** The identities of a log with the latest event of each sensor, and how many looks into the log there were. */
function identitiesOf(latest: readonly Pick<LoggedEvent, "sensorKey" | "timestamp">[]) {
  let looks = 0;
  const rows = latest.map(({ sensorKey, timestamp }) => ({ sensor: sensorKey, ts: BigInt(timestamp) }));
  const database = {
    read: (work: (reader: object) => unknown) => work({ rows: async () => rows }),
    write: async () => {
      looks++;
      return [];
    },
  } as unknown as Database;
  return { identities: new StoredIdentities(database), looks: () => looks };
}

it("an identity that is not looked up is known: stored, or new (D9)", async () => {
  const seen = { looked: 0, new: 0 };
  await checkProperty(
    fc.asyncProperty(
      fc.array(entry, { minLength: 150, maxLength: 300 }),
      fc.boolean(),
      async (all, isSorted) => {
        const arriving = isSorted ? all.toSorted((a, b) => a.timestamp - b.timestamp) : all;
        const old = { timestamp: 50, sensorKey: 1, trajectory: 1, eventId: null } as const;
        const { identities, looks } = identitiesOf([old]);
        const stored = new Set([identityOf(old)]);
        for (const each of arriving) {
          const columns = logColumns([each]);
          const before = looks();
          const rows = await identities.find(columns, [{ start: 0, end: 1 }]);
          const isLooked = looks() > before;
          seen[isLooked ? "looked" : "new"]++;
          if (!isLooked) expect(rows.has(0)).toBe(stored.has(identityOf(each)));
          stored.add(identityOf(each));
          identities.add(columns);
        }
      },
    ),
    { numRuns: 50 },
  );
  expect(Math.min(seen.looked, seen.new)).toBeGreaterThan(100);
});

it("an event of its sensor's latest instant is known without a look-up, also if it is sent again", async () => {
  const { identities, looks } = identitiesOf([]);
  const knows = async (trajectory: 1 | -1) => {
    const columns = logColumns([{ timestamp: 5, sensorKey: 1, trajectory, eventId: null }]);
    const rows = await identities.find(columns, [{ start: 0, end: 1 }]);
    if (!rows.has(0)) identities.add(columns);
    return rows.has(0);
  };
  expect([await knows(1), await knows(1), await knows(-1), await knows(-1)]).toEqual([
    false,
    true,
    false,
    true,
  ]);
  expect(looks()).toBe(0);
});

it("events that come in their order are never looked up", async () => {
  const { identities, looks } = identitiesOf([]);
  for (let timestamp = 0; timestamp < 10_000; timestamp++) {
    const columns = logColumns([{ timestamp, sensorKey: 1, trajectory: 1, eventId: null }]);
    await identities.find(columns, [{ start: 0, end: 1 }]);
    identities.add(columns);
  }
  expect(looks()).toBe(0);
});

const MANY = 20_000;

/** Events of some sensors at random instants of an hour, all different. */
function inAnyOrder(eventId: (row: number) => string | null = () => null): Omit<LoggedEvent, "id">[] {
  return Array.from({ length: MANY }, (_, row) => {
    const timestamp = (row * 7_919) % (60 * MINUTE_MS);
    return { timestamp, sensorKey: 1 + (row % 40), trajectory: 1, eventId: eventId(row) } as const;
  });
}

it.each([
  ["without ids", () => null],
  ["with ids", (row: number) => `e${row}`],
])("late events of recent times are not looked up: %s", async (_, eventId) => {
  const { identities, looks } = identitiesOf([]);
  const events = inAnyOrder(eventId);
  for (let start = 0; start < MANY; start += 1_000) {
    const columns = logColumns(events.slice(start, start + 1_000));
    expect((await identities.find(columns, [{ start: 0, end: 1_000 }])).size).toBe(0);
    identities.add(columns);
  }
  expect(looks()).toBe(0);
  const columns = logColumns(events);
  const again = await identities.find(columns, [{ start: 0, end: MANY }]);
  // Of an id there is only a hash.
  expect([again.size, looks()]).toEqual(eventId(0) === null ? [MANY, 0] : [0, 1]);
});

it("those from before the log was known, of long ago and of forgotten minutes are looked up", async () => {
  const { identities, looks } = identitiesOf([{ sensorKey: 1, timestamp: 90 * MINUTE_MS }]);
  const find = async (minute: number) => {
    const before = looks();
    const columns = logColumns([
      { timestamp: minute * MINUTE_MS, sensorKey: 1, trajectory: 1, eventId: null },
    ]);
    await identities.find(columns, [{ start: 0, end: 1 }]);
    identities.add(columns);
    return looks() - before;
  };
  expect([await find(80), await find(90), await find(100), await find(95)]).toEqual([1, 1, 0, 0]);
  expect([await find(300), await find(170), await find(180)]).toEqual([0, 1, 0]);
});

it("only the latest of many events that come in their order are known when one comes late", () => {
  const recent = new RecentIdentities(-Infinity);
  const row = (minute: number) =>
    logColumns([{ timestamp: minute * MINUTE_MS, sensorKey: 1, trajectory: 1, eventId: null }]);
  for (let minute = 0; minute <= RECENT_NOTED_MAX; minute++) recent.add(row(minute), 0);
  expect([0, 0.5, 1].map((share) => recent.has(row(Math.floor(share * RECENT_NOTED_MAX)), 0))).toEqual([
    null,
    null,
    true,
  ]);
  expect(recent.has(row(RECENT_NOTED_MAX - 100 + 0.5), 0)).toBe(false);
});

it("a limited number of identities is in memory", async () => {
  const seconds = 61;
  const sensors = Math.ceil(RECENT_IDENTITY_SLOTS_MAX / 2 / seconds);
  const recent = new RecentIdentities(-Infinity);
  let added = 0;
  const first = { timestamp: 0, sensorKey: 0, trajectory: 1, eventId: null } as const;
  const isKnown = () => recent.has(logColumns([first]), 0);
  recent.add(logColumns([first]), 0);
  for (let second = 0; second < seconds; second++) {
    const events = Array.from({ length: sensors }, (_, sensor) => ({
      ...first,
      timestamp: second * 1_000,
      sensorKey: sensor + 1,
    }));
    const columns = logColumns(events);
    for (let row = 0; row < sensors; row++) recent.add(columns, row);
    added += sensors;
    if (added < RECENT_IDENTITY_SLOTS_MAX / 4) expect(isKnown()).toBe(true);
  }
  expect(isKnown()).toBeNull();
});
