import fc from "fast-check";
import { expect, it } from "vitest";
import type { Engine } from "../../src/engine/engine.ts";
import { voidEvent } from "../../src/engine/events/event-changes.ts";
import { listEvents } from "../../src/engine/events/event-queries.ts";
import { ingestReports } from "../../src/engine/ingest/ingest-queue.ts";
import { createDoorway, updateDoorway } from "../../src/engine/resources/doorways.ts";
import { changePlacement, createLink, deleteLink } from "../../src/engine/resources/links.ts";
import { createReset, voidReset } from "../../src/engine/resources/resets.ts";
import { createSpace, updateSpace } from "../../src/engine/resources/spaces.ts";
import type { Dated } from "../model/ledger.ts";
import { openFed } from "../support/analysis.ts";
import { expectCopiedRows } from "../support/local-rows.ts";
import { checkProperty } from "../support/random.ts";
import { attempt, DAY, HOUR } from "./analysis-site.ts";

const CASES = 1;
const DOORS = 3;

/** From the start, in ms: few, so that events, resets and the ends of spans meet; and some just beside them. */
const distance = fc
  .tuple(fc.nat(32), fc.constantFrom(0, 0, 0, 1, -1, 1_234_567))
  .map(([steps, nudge]) => steps * 3 * HOUR + nudge);
const dated = fc.oneof(fc.constant(null), fc.constant("beginning" as const), distance);
const space = fc.nat(1);
const door = fc.nat(DOORS - 1);
const which = fc.nat(99);
const sign = fc.constantFrom(1 as const, -1 as const);

const kind = <Kind extends string, T extends object>(
  weight: number,
  name: Kind,
  fields: { [K in keyof T]: fc.Arbitrary<T[K]> },
) => ({ weight, arbitrary: fc.record(fields).map((each) => ({ kind: name, ...(each as T) })) });

const operation = fc.oneof(
  kind(14, "report", { sensor: door, at: distance, sign }),
  kind(2, "reset", { space, at: distance, count: fc.nat(6) }),
  kind(1, "void reset", { which }),
  kind(2, "void event", { which }),
  kind(2, "link", { space, door, sign, dated }),
  kind(2, "turn", { which, sign, dated }),
  kind(1, "unlink", { which, erase: fc.boolean() }),
  kind(2, "attach", { door, sensor: fc.option(door), dated }),
  kind(1, "schedule", { space, dailyReset: fc.constantFrom("02:30", "00:00", null), dated }),
);
type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never;

/** What is done between two looks, and how long that takes, in ms. */
const rounds = fc.array(
  fc.record({
    operations: fc.array(operation, { minLength: 8, maxLength: 30, size: "max" }),
    waited: fc.constantFrom(0, 1, HOUR / 2, HOUR, 25 * HOUR),
  }),
  { minLength: 3, maxLength: 3 },
);

it.each([
  ["Australia/Lord_Howe", "2024-04-06T15:00:00Z"],
  ["Australia/Lord_Howe", "2024-10-05T15:30:00Z"],
  ["America/New_York", "2024-11-03T06:00:00Z"],
  ["Pacific/Apia", "2011-12-30T10:00:00Z"],
  ["Asia/Kathmandu", "2024-01-31T18:15:00Z"],
  ["Europe/Berlin", "2024-03-31T01:00:00Z"],
])(
  "the kernel's hours, days and breaches are those of the analysis copy: %s, %s",
  async (timeZone, middle) => {
    const start = Date.parse(middle) - 2 * DAY;
    const clock = { at: start, now: () => clock.at };
    const seen = new Set<string>();
    const property = fc.asyncProperty(rounds, async (chosen) => {
      clock.at = start + 2.5 * DAY;
      const { context, served, update } = await openFed(clock);
      const spaces = await setUp(context, timeZone);
      for (const { operations, waited } of chosen) {
        for (const each of operations) await attempt(() => perform(context, spaces, start, each));
        clock.at += waited;
        await update();
        for (const id of spaces) {
          const history = context.catalog.history(context.catalog.find("space", id));
          const past = { runs: context.events, history, now: clock.at };
          const range = { start: start + DAY + 1, end: start + 2 * DAY + 1 };
          const { hours, breaches } = await expectCopiedRows(served, past, range);
          if (hours.length > 0) seen.add("hours");
          if (breaches > 0) seen.add("breaches");
        }
      }
    });
    // Failing cases are large, and shrinking them takes long.
    await checkProperty(property, { numRuns: CASES, endOnFailure: true });
    expect(seen).toEqual(new Set(["hours", "breaches"]));
  },
);

/** Two spaces, of which the second is never reset daily at first, and a doorway to each. */
async function setUp(context: Engine, timeZone: string): Promise<bigint[]> {
  const limit = { safeThresholdMode: "SAFE_CAPACITY", safeCapacity: 0, capacity: 4 } as const;
  const spaces: bigint[] = [];
  for (const dailyReset of ["02:30", null]) {
    const name = `Reset ${dailyReset}`;
    spaces.push((await createSpace(context, { ...limit, name, timeZone, dailyReset })).id);
  }
  for (let i = 0; i < DOORS; i++) {
    const { id } = await createDoorway(context, { name: `${i}`, sensorSerialNumber: `s${i}` });
    const spaceId = spaces[i % spaces.length] as bigint;
    await createLink(context, { spaceId, doorwayId: id, sensorPlacement: 1 });
  }
  return spaces;
}

async function perform(
  context: Engine,
  spaces: readonly bigint[],
  start: number,
  operation: Operation,
): Promise<unknown> {
  const { catalog, clock } = context;
  const from = (when: Dated) => (typeof when === "number" ? start + when : when);
  const one = <T extends { readonly id: bigint }>(all: readonly T[], pick: number) =>
    all[pick % Math.max(1, all.length)]?.id ?? 0n;
  switch (operation.kind) {
    case "report": {
      const timestamp = new Date(start + operation.at).toISOString();
      const row = { sensor_serial_number: `s${operation.sensor}`, timestamp, trajectory: operation.sign };
      return ingestReports(context, [row], { duplicates: "auto" });
    }
    case "reset": {
      const spaceId = spaces[operation.space] as bigint;
      return createReset(context, { spaceId, instant: start + operation.at, count: operation.count });
    }
    case "void reset":
      return voidReset(context, one(catalog.resets.all(), operation.which));
    case "void event": {
      const page = { start: 0, end: clock.now(), order: "ASC", offset: 0, limit: 1000 } as const;
      const { items } = await listEvents(context, {}, page).page(page);
      return voidEvent(context, one(items, operation.which));
    }
    case "link": {
      const ends = {
        spaceId: spaces[operation.space] as bigint,
        doorwayId: one(catalog.doorways.all(), operation.door),
      };
      return createLink(context, { ...ends, sensorPlacement: operation.sign }, from(operation.dated));
    }
    case "turn": {
      const link = one(catalog.links.all(), operation.which);
      return changePlacement(context, link, operation.sign, from(operation.dated));
    }
    case "unlink":
      return deleteLink(context, one(catalog.links.all(), operation.which), { erase: operation.erase });
    case "attach": {
      const sensorSerialNumber = operation.sensor === null ? null : `s${operation.sensor}`;
      const doorway = one(catalog.doorways.all(), operation.door);
      return updateDoorway(context, doorway, { sensorSerialNumber }, from(operation.dated));
    }
    case "schedule": {
      const { dailyReset } = operation;
      return updateSpace(context, spaces[operation.space] as bigint, { dailyReset }, from(operation.dated));
    }
  }
}
