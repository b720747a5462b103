import fc from "fast-check";
import { describe, it } from "vitest";
import { HeadcountError } from "../../../src/domain/errors.ts";
import type { SensorPlacement } from "../../../src/domain/resources.ts";
import { DUPLICATE_RULES, type DuplicateRule } from "../../../src/domain/sensor-report.ts";
import type { EffectiveFrom } from "../../../src/engine/catalog/spans.ts";
import type { SensorReport } from "../../../src/engine/ports.ts";
import { deleteDoorway, updateDoorway } from "../../../src/engine/resources/doorways.ts";
import { changePlacement, deleteLink } from "../../../src/engine/resources/links.ts";
import { check } from "../../support/random.ts";
import type { StoreFactory } from "../../support/store-harness.ts";
import { at } from "../../support/store-reports.ts";
import { World } from "../../support/store-world.ts";

const HOUR_MS = 3_600_000;
const SPACES = 2;
const DOORWAYS = 3;
const SENSORS = 3;

/** Few instants, on both sides of midnights, so that events and the ends of spans meet. */
const instants = fc
  .tuple(fc.nat(2), fc.constantFrom(0, 1, 12 * HOUR_MS, 24 * HOUR_MS - 1))
  .map(([day, ms]) => at("00:00") + day * 24 * HOUR_MS + ms);

const placements = fc.constantFrom<SensorPlacement>(1, -1);
const effectiveFroms: fc.Arbitrary<EffectiveFrom> = fc.oneof(
  fc.constant(null),
  fc.constant("beginning" as const),
  instants,
);

const reports: fc.Arbitrary<SensorReport> = fc.record({
  serialNumber: fc.nat(SENSORS - 1).map((sensor) => `s${sensor}`),
  timestamp: instants,
  trajectory: placements,
  eventId: fc.constantFrom(null, null, "x", "y"),
});

/** An operation, and how often it is drawn. */
function drawn<Kind extends string, Fields>(weight: number, kind: Kind, fields: fc.Arbitrary<Fields>) {
  return { weight, arbitrary: fields.map((values) => ({ kind, ...values })) };
}

const operations = fc.oneof(
  drawn(
    6,
    "ingest",
    fc.record({
      batch: fc.array(reports, { minLength: 1, maxLength: 12 }),
      rule: fc.constantFrom(...DUPLICATE_RULES),
    }),
  ),
  drawn(
    4,
    "link",
    fc.record({
      space: fc.nat(SPACES - 1),
      doorway: fc.nat(DOORWAYS - 1),
      placement: placements,
      from: effectiveFroms,
    }),
  ),
  drawn(2, "unlink", fc.record({ which: fc.nat(20), erase: fc.boolean() })),
  drawn(3, "turn", fc.record({ which: fc.nat(20), placement: placements, from: effectiveFroms })),
  drawn(
    4,
    "attach",
    fc.record({
      doorway: fc.nat(DOORWAYS - 1),
      sensor: fc.option(fc.nat(SENSORS - 1)),
      from: effectiveFroms,
    }),
  ),
  drawn(1, "delete doorway", fc.record({ doorway: fc.nat(DOORWAYS - 1) })),
  drawn(1, "create", fc.record({ report: reports })),
  drawn(4, "void", fc.record({ which: fc.nat(40) })),
  drawn(2, "wait", fc.record({ until: instants })),
  drawn(1, "remove", fc.record({ day: fc.nat(2) })),
  drawn(1, "reopen", fc.record({})),
);
type Operation = typeof operations extends fc.Arbitrary<infer T> ? T : never;

/** The places of a world, by the numbers that operations call them by. */
interface Places {
  readonly spaces: readonly bigint[];
  readonly doorways: readonly bigint[];
}

/** That a store answers as the model does, after any operations in any order. */
export function describeRandom(factory: StoreFactory, runs: number): void {
  describe("any sequence of changes", () => {
    it("leaves runs and lists that follow from log, spans and voided events (D4 to D6, D9, D20)", async () => {
      await check(runs, fc.array(operations, { minLength: 3, maxLength: 10 }), async (sequence) => {
        const openedStore = await factory();
        try {
          await perform(await World.over(openedStore, at("00:00")), sequence);
        } finally {
          await openedStore.dispose();
        }
      });
    });
  });
}

async function perform(world: World, sequence: readonly Operation[]): Promise<void> {
  const places = {
    spaces: [await world.space("A"), await world.space("B")],
    doorways: [await world.doorway("d0", "s0"), await world.doorway("d1"), await world.doorway("d2")],
  };
  let present = world;
  for (const operation of sequence) {
    if (operation.kind === "reopen") present = await present.reopen();
    else await unlessRefused(apply(present, places, operation));
    await present.checkRuns();
  }
  await present.check();
}

/** Operations are drawn without regard to the state: many are rejected, and must change nothing. */
async function unlessRefused(work: Promise<unknown>): Promise<void> {
  await work.catch((error: unknown) => {
    if (!(error instanceof HeadcountError)) throw error;
  });
}

function apply(
  world: World,
  places: Places,
  operation: Exclude<Operation, { kind: "reopen" }>,
): Promise<unknown> {
  const { context } = world;
  const space = (index: number) => places.spaces[index] ?? 0n;
  const doorway = (index: number) => places.doorways[index] ?? 0n;
  switch (operation.kind) {
    case "ingest":
      return ingestAhead(world, operation.batch, operation.rule);
    case "link":
      return world.link(
        space(operation.space),
        doorway(operation.doorway),
        operation.placement,
        operation.from,
      );
    case "turn": {
      const links = context.catalog.links.all();
      const { placement, from } = operation;
      return changePlacement(context, links[operation.which % (links.length + 1)]?.id ?? 0n, placement, from);
    }
    case "unlink": {
      const links = context.catalog.links.all();
      return deleteLink(context, links[operation.which % (links.length + 1)]?.id ?? 0n, operation);
    }
    case "attach": {
      const sensorSerialNumber = operation.sensor === null ? null : `s${operation.sensor}`;
      return updateDoorway(context, doorway(operation.doorway), { sensorSerialNumber }, operation.from);
    }
    case "delete doorway":
      return deleteDoorway(context, doorway(operation.doorway));
    case "create":
      return world.create(operation.report);
    case "void": {
      const { length } = world.events();
      return length === 0 ? Promise.resolve() : world.void(operation.which % length);
    }
    case "remove":
      return world.removeBefore(at("00:00") + operation.day * 24 * HOUR_MS);
    case "wait":
      world.now = Math.max(world.now, operation.until);
      return Promise.resolve();
  }
}

/**
 * Ingests reports that may lie ahead of the world's present, as if it had gone on and come back. For the store
 * that is the day after the last of them, so that some are of recent days and others are not.
 */
async function ingestAhead(world: World, batch: readonly SensorReport[], rule: DuplicateRule): Promise<void> {
  const { now } = world;
  world.now = at("00:00") + 3 * 24 * HOUR_MS;
  await world.ingest(batch, rule);
  world.now = now;
}
