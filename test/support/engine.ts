import { onTestFinished } from "vitest";
import { parseInstant } from "../../src/domain/instant.ts";
import { buildEngine, type Engine } from "../../src/engine/build-engine.ts";
import { ingestReports } from "../../src/engine/ingest/ingest-reports.ts";
import { createDoorway } from "../../src/engine/resources/doorways.ts";
import { createLink } from "../../src/engine/resources/links.ts";
import { createSpace } from "../../src/engine/resources/spaces.ts";
import { openStore } from "../../src/store/duckdb/open-store.ts";
import { TEST_SETTINGS } from "./settings.ts";
import { temporaryFolder } from "./store-harness.ts";

/** A clock that stands still until it is set. */
export interface SettableClock {
  now(): number;
  set(instant: string): void;
}

/** An engine over a temporary data directory. */
export interface TestEngine {
  readonly context: Engine;
  readonly clock: SettableClock;
  /** Opens the directory again, as another process would. */
  reopen(): Promise<TestEngine>;
}

function settableClock(instant: string): SettableClock {
  let now = parseInstant(instant, "now");
  return {
    now: () => now,
    set: (next) => {
      now = parseInstant(next, "now");
    },
  };
}

/** Opens an engine that goes, with its files, when the test has finished. */
export async function openTestEngine(instant = "2024-05-10T12:00:00Z"): Promise<TestEngine> {
  return openIn(temporaryFolder(), settableClock(instant));
}

async function openIn(folder: string, clock: SettableClock): Promise<TestEngine> {
  const store = await openStore(folder, { newOrganizationId: () => 1n });
  let isOpen = true;
  const close = async () => {
    if (isOpen) await store.close();
    isOpen = false;
  };
  onTestFinished(close);
  const context = await buildEngine(store, { ...TEST_SETTINGS, clock });
  return {
    context,
    clock,
    reopen: async () => {
      await close();
      return openIn(folder, clock);
    },
  };
}

/** Creates a space with a doorway of its own, to which a sensor is attached. */
export async function spaceWithDoor(
  context: Engine,
  fields: Parameters<typeof createSpace>[1],
  serialNumber = "a",
) {
  const space = await createSpace(context, fields);
  const name = `${fields.name} door`;
  const door = await createDoorway(context, { name, sensorSerialNumber: serialNumber });
  const link = await createLink(context, { spaceId: space.id, doorwayId: door.id, sensorPlacement: 1 });
  return { space, door, link };
}

/** Sends reports written as `serial time trajectory`, such as `a 2024-05-06T07:00:00Z 1`. */
export async function report(context: Engine, ...lines: readonly string[]) {
  const rows = lines.map((line) => {
    const [sensor_serial_number, timestamp, trajectory] = line.split(" ");
    return { sensor_serial_number, timestamp, trajectory: Number(trajectory) };
  });
  return ingestReports(context, rows, { keepDuplicates: false });
}
