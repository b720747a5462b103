import { expect } from "vitest";
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

/** An instant of the tests' day, in ms, from its UTC time. */
export const at = (time: string) => parseInstant(`2024-05-06T${time}Z`, "time");

/** An engine at noon with a hall (limit 2, reset at 13:00) and a yard behind one door. */
export async function site() {
  const store = memoryStore();
  const clock = { now: at("12:00:00") };
  const context = await openAt(store, clock);
  const hall = await createSpace(context, {
    name: "Hall",
    dailyReset: "13:00",
    safeThresholdMode: "SAFE_CAPACITY",
    safeCapacity: 2,
  });
  const yard = await createSpace(context, { name: "Yard", dailyReset: null });
  const door = await createDoorway(context, { name: "Door", sensorSerialNumber: "a" });
  const link = await createLink(context, { spaceId: hall.id, doorwayId: door.id, sensorPlacement: 1 });
  await createLink(context, { spaceId: yard.id, doorwayId: door.id, sensorPlacement: -1 });
  await context.notifier.loadAll(() => false);
  await context.notifier.tick(context);
  return { store, clock, context, hall, yard, link, received: listen(context) };
}

export function openAt(store: Store, clock: { now: number }): Promise<Engine> {
  return buildEngine(store, { ...TEST_SETTINGS, clock: { now: () => clock.now } });
}

type Payload = Readonly<Record<"type" | "space_id" | "count" | "direction" | "timestamp", string>>;

/** The name of a space with an id as messages have it. */
export function spaceName({ catalog }: Engine, id = ""): string {
  return catalog.find("space", BigInt(id.slice("spc_".length))).name;
}

/** The messages that sockets receive from now on, written as `type space count direction @ time` or as given. */
export function listen(
  context: Engine,
  write = ({ type, space_id, count, direction, timestamp }: Payload): readonly string[] => [
    `${type} ${spaceName(context, space_id)} ${count} ${direction} @ ${timestamp.slice(11, 19)}`,
  ],
): string[] {
  const received: string[] = [];
  context.feed.subscribe(
    { spaceIds: null, after: null },
    {
      take: (messages): undefined => {
        for (const { bytes } of messages) received.push(...write(JSON.parse(bytes.toString()).payload));
      },
      giveUp: () => received.push("given up"),
    },
  );
  return received;
}

export async function send(context: Engine, lines: readonly string[], live = true): Promise<void> {
  const rows = lines.map((line) => {
    const [time, trajectory] = line.split(" ");
    return { sensor_serial_number: "a", timestamp: `2024-05-06T${time}Z`, trajectory: Number(trajectory) };
  });
  const { errors, accepted } = await ingestReports(context, rows, { live });
  expect({ errors, accepted }).toEqual({ errors: [], accepted: rows.length });
}

/** The bodies of the pending calls of webhooks, in order. */
export async function pendingBodies(store: Store, webhookId: bigint): Promise<unknown[]> {
  const { items } = await store.deliveries.deliveries(webhookId, 1_000, {
    offset: 0,
    limit: 1_000,
    before: Number.MAX_SAFE_INTEGER,
  });
  return items.toReversed().map(({ message }) => JSON.parse(message.body));
}

/** Takes the received messages. */
export function take(received: string[]): string[] {
  return received.splice(0, received.length);
}
