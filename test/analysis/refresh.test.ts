import fc from "fast-check";
import { expect, it } from "vitest";
import { buildEngine } from "../../src/engine/build-engine.ts";
import type { Engine } from "../../src/engine/engine.ts";
import { voidEvent } from "../../src/engine/events/event-changes.ts";
import { listEvents } from "../../src/engine/events/event-queries.ts";
import { ingestReports } from "../../src/engine/ingest/ingest-queue.ts";
import { ingestReadings } from "../../src/engine/ingest/ingest-readings.ts";
import { changeCounting } from "../../src/engine/readings/change-counting.ts";
import { updateDoorway } from "../../src/engine/resources/doorways.ts";
import { createLink, deleteLink } from "../../src/engine/resources/links.ts";
import { createReset, voidReset } from "../../src/engine/resources/resets.ts";
import { updateSpace } from "../../src/engine/resources/spaces.ts";
import { ask, feed, openDirect, openServed } from "../support/analysis.ts";
import { checkProperty } from "../support/random.ts";
import { TEST_SETTINGS } from "../support/settings.ts";
import { openDirectory } from "../support/store-directory.ts";
import { temporaryFolder } from "../support/store-harness.ts";
import { attempt, expectSame, HOUR, START, setUp, WHOLE, ZONES } from "./analysis-site.ts";

const RUNS = 2;

const instant = fc
  .tuple(fc.nat(48), fc.constantFrom(0, 0, 1, -1, 1_234_567))
  .map(([hours, nudge]) => START + hours * 2 * HOUR + nudge);
const space = fc.nat(ZONES.length - 1);
const sensor = fc.nat(2);
const sign = fc.constantFrom(1 as const, -1 as const);

/** A kind of operation that is as frequent as its weight. */
const often = <Kind extends string, T extends object>(
  weight: number,
  kind: Kind,
  fields: { [K in keyof T]: fc.Arbitrary<T[K]> },
) => ({ weight, arbitrary: fc.record(fields).map((each) => ({ kind, ...(each as T) })) });

const operation = fc.oneof(
  often(12, "report", { sensor, instant, sign }),
  often(3, "just now", { sensor, sign }),
  often(4, "total", { sensor: fc.constantFrom(3, 4), instant, passed: fc.nat(9) }),
  often(1, "counting", { sensor: fc.constantFrom(3, 4), isReversed: fc.boolean() }),
  often(2, "reset", { space, instant, count: fc.nat(9) }),
  often(1, "void reset", {}),
  often(2, "void event", { which: fc.nat(99) }),
  often(1, "unlink", { which: fc.nat(9), erase: fc.boolean() }),
  often(1, "link", { space, door: sensor, sign }),
  often(1, "move", { door: sensor, sensor }),
  often(1, "schedule", { space, dailyReset: fc.constantFrom("02:00", null) }),
  often(1, "zone", { space, timeZone: fc.constantFrom(...ZONES) }),
);
type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never;

/** The events between two reads, and how long that takes, in ms. */
const rounds = fc.array(
  fc.record({
    operations: fc.array(operation, { maxLength: 12, size: "max" }),
    waited: fc.constantFrom(0, 1, 5_000, HOUR / 2, HOUR, 25 * HOUR),
  }),
  { minLength: 2, maxLength: 4, size: "max" },
);

it("D3 to D15: what SQL answers keeps up with the log and the catalog, whichever way it is opened", async () => {
  const property = fc.asyncProperty(rounds, async (chosen) => {
    const folder = temporaryFolder();
    const clock = { at: START + 24 * HOUR, now: () => clock.at };
    const directory = `${folder}/data`;
    const store = await openDirectory(directory);
    const served = await openServed(`${folder}/served`);
    try {
      const context = await buildEngine(store, { ...TEST_SETTINGS, clock });
      const spaces = await setUp(context);
      for (const { operations, waited } of chosen) {
        for (const each of operations) await attempt(() => perform(context, spaces, each));
        clock.at += waited;
        await feed(served, context, folder);
        for (const id of spaces) await expectSame(served, context, id);
      }
      await feed(served, context, folder);
    } finally {
      await store.close();
    }
    const fromScratch = await openDirect(directory, clock);
    for (const query of WHOLE) expect(await ask(served, query)).toEqual(await ask(fromScratch, query));
    await fromScratch.close();
    await served.close();
  });
  // Failing cases are large, and shrinking them takes long.
  await checkProperty(property, { numRuns: RUNS, endOnFailure: true });
});

/** One thing done to the site. */
async function perform(context: Engine, spaces: readonly bigint[], operation: Operation): Promise<unknown> {
  const { catalog, clock } = context;
  const serial = (index: number) => ["a", "b", "c", "d", "e"][index] as string;
  const doorway = (index: number) => catalog.doorways.all()[index]?.id as bigint;
  const report = (sensor: number, at: number, trajectory: number) =>
    ingestReports(
      context,
      [{ sensor_serial_number: serial(sensor), timestamp: new Date(at).toISOString(), trajectory }],
      { duplicates: "auto" },
    );
  switch (operation.kind) {
    case "report":
      return report(operation.sensor, operation.instant, operation.sign);
    case "just now":
      // It falls due between two looks.
      return report(operation.sensor, clock.now() + 4_000, operation.sign);
    case "total": {
      // Totals of a sensor that nothing is attached to: its events have their place in the log all the same.
      const { instant: at, passed } = operation;
      const total = { kind: "total", serialNumber: serial(operation.sensor), at } as const;
      const values = {
        inTotal: 10 + passed,
        outTotal: passed,
        width: null,
        isBoot: false,
        isUndirected: false,
      };
      return ingestReadings(context, [{ ...total, ...values }]);
    }
    case "counting": {
      const { isReversed } = operation;
      return changeCounting(
        context,
        serial(operation.sensor),
        { isReversed },
        { effectiveFrom: "beginning" },
      );
    }
    case "reset": {
      const { instant, count } = operation;
      return createReset(context, { spaceId: spaces[operation.space] as bigint, instant, count });
    }
    case "void reset":
      return voidReset(context, catalog.resets.all().at(-1)?.id ?? 0n);
    case "void event": {
      const page = { start: 0, end: clock.now(), order: "ASC", offset: operation.which, limit: 1 } as const;
      const { items } = await listEvents(context, {}, page).page(page);
      return items[0] && voidEvent(context, items[0].id);
    }
    case "unlink":
      return deleteLink(context, catalog.links.all()[operation.which]?.id ?? 0n, { erase: operation.erase });
    case "link":
      return createLink(context, {
        spaceId: spaces[operation.space] as bigint,
        doorwayId: doorway(operation.door),
        sensorPlacement: operation.sign,
      });
    case "move":
      return updateDoorway(context, doorway(operation.door), {
        sensorSerialNumber: serial(operation.sensor),
      });
    case "schedule":
      return updateSpace(context, spaces[operation.space] as bigint, { dailyReset: operation.dailyReset });
    case "zone":
      return updateSpace(context, spaces[operation.space] as bigint, { timeZone: operation.timeZone });
  }
}
