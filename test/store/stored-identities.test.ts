import fc from "fast-check";
import { expect, it } from "vitest";
import type { Database } from "../../src/duckdb/database.ts";
import type { LoggedEvent } from "../../src/engine/ports.ts";
import { StoredIdentities } from "../../src/store/duckdb/stored-identities.ts";
import { logColumns } from "../support/commits.ts";
import { checkProperty } from "../support/random.ts";

const entry = fc.record({
  timestamp: fc.integer({ min: 0, max: 300 }),
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
