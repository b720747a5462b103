import fc from "fast-check";
import { expect, it } from "vitest";
import type { LoggedEvent } from "../../src/engine/ports.ts";
import { RecentIdentities } from "../../src/store/duckdb/stored-identities.ts";
import { logColumns } from "../support/commits.ts";
import { checkProperty } from "../support/random.ts";

const entry = fc.record({
  timestamp: fc.integer({ min: 0, max: 300 }),
  sensorKey: fc.integer({ min: 1, max: 2 }),
  trajectory: fc.constantFrom(1 as const, -1 as const),
  eventId: fc.constantFrom(null, "a", "b"),
});

const identityOf = (each: Omit<LoggedEvent, "id">) => JSON.stringify(Object.values(each));

it("a cached identity is right, and a new one is mostly cached (D9)", async () => {
  const seen = { stored: 0, new: 0, unknown: 0 };
  await checkProperty(
    fc.property(fc.array(entry, { minLength: 150, maxLength: 300 }), fc.boolean(), (entries, isSorted) => {
      const arriving = isSorted ? entries.toSorted((a, b) => a.timestamp - b.timestamp) : entries;
      const old = { timestamp: 50, sensorKey: 1, trajectory: 1, eventId: null } as const;
      const recent = new RecentIdentities(new Map([[1, old.timestamp]]));
      const stored = new Set([identityOf(old)]);
      const columns = logColumns(arriving);
      for (const [row, each] of arriving.entries()) {
        const knowledge = recent.knows(columns, row);
        seen[knowledge]++;
        if (knowledge !== "unknown") expect(knowledge === "stored").toBe(stored.has(identityOf(each)));
        stored.add(identityOf(each));
        if (knowledge !== "stored") recent.note(columns, row);
      }
    }),
    { numRuns: 200 },
  );
  expect(Math.min(seen.stored, seen.new, seen.unknown)).toBeGreaterThan(100);
});

it("events that come in their order are never looked up", () => {
  const recent = new RecentIdentities(new Map());
  for (let timestamp = 0; timestamp < 10_000; timestamp++) {
    const columns = logColumns([{ timestamp, sensorKey: 1, trajectory: 1, eventId: null }]);
    expect(recent.knows(columns, 0)).toBe("new");
    recent.note(columns, 0);
    expect(recent.knows(columns, 0)).toBe("stored");
  }
});
