import { parseInstant } from "../../src/domain/instant.ts";
import { buildEngine } from "../../src/engine/build-engine.ts";
import type { Engine } from "../../src/engine/engine.ts";
import { ingestReports } from "../../src/engine/ingest/ingest-queue.ts";
import type { Store } from "../../src/engine/ports.ts";
import { createDoorway } from "../../src/engine/resources/doorways.ts";
import { createLink } from "../../src/engine/resources/links.ts";
import { createSpace } from "../../src/engine/resources/spaces.ts";
import { memoryStore } from "./memory-store.ts";
import { TEST_SETTINGS } from "./settings.ts";

/** An engine over a store in memory, and a clock that stands still until it is set. */
interface TestEngine {
  readonly context: Engine;
  readonly store: Store;
  readonly clock: { now(): number; set(instant: string): void };
  /** Builds an engine on the same store, as another process would. */
  reopen(): Promise<TestEngine>;
}

export async function openTestEngine(instant = "2024-05-10T12:00:00Z"): Promise<TestEngine> {
  const store = memoryStore();
  let now = parseInstant(instant, "now");
  const set = (next: string) => {
    now = parseInstant(next, "now");
  };
  const clock = { now: () => now, set };
  const reopen = async () => {
    return { context: await buildEngine(store, { ...TEST_SETTINGS, clock }), store, clock, reopen };
  };
  return reopen();
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

/** Has every change of an engine wait until it is let go. */
export function hold(context: Engine): { readonly letGo: () => void; readonly holding: Promise<void> } {
  let letGo = () => {};
  const until = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  return { letGo, holding: context.journal.transact(context, () => until) };
}

/** Sends reports written as `serial time trajectory`, such as `a 2024-05-06T07:00:00Z 1`. */
export async function report(context: Engine, ...lines: readonly string[]) {
  const rows = lines.map((line) => {
    const [sensor_serial_number, timestamp, trajectory] = line.split(" ");
    return { sensor_serial_number, timestamp, trajectory: Number(trajectory) };
  });
  return ingestReports(context, rows);
}
