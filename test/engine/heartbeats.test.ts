import { expect, it } from "vitest";
import { buildEngine } from "../../src/engine/build-engine.ts";
import { encodeRecord } from "../../src/engine/journal/record-format.ts";
import { memoryStore } from "../support/memory-store.ts";
import { TEST_SETTINGS } from "../support/settings.ts";

const NOW = Date.UTC(2024, 4, 10, 12);

it("heartbeats that come while others are recorded are recorded together, each as its sender sent it", async () => {
  const store = memoryStore();
  let commits = 0;
  const append = store.journal.append.bind(store.journal);
  store.journal.append = async (records) => {
    commits += records.length;
    for (const { record } of records) expect(encodeRecord(record).length).toBeGreaterThan(0);
    await append(records);
  };
  const engine = await buildEngine(store, { ...TEST_SETTINGS, clock: { now: () => NOW } });
  const { heartbeats, catalog, clock } = engine;
  const sender = (name: string) => ({ clock, actor: { tokenId: null, name } });
  const sensors = await Promise.all(
    Array.from({ length: 200 }, (_, index) =>
      heartbeats.record(sender(`sender ${index}`), `sensor ${index % 50}`, { firmwareVersion: `${index}` }),
    ),
  );
  expect(commits).toBe(1);
  expect(new Set(sensors.map(({ id }) => id)).size).toBe(50);
  for (let index = 0; index < 50; index++) {
    const sensor = catalog.sensorsBySerial.first(`sensor ${index}`);
    expect(catalog.sensorStates.get(sensor?.id ?? 0n)).toMatchObject({
      firmwareVersion: `${index + 150}`,
      lastHeartbeat: NOW,
    });
  }
  const { items } = await store.catalog.audit(
    {},
    { start: 0, end: NOW + 1, offset: 0, limit: 100, order: "ASC" },
  );
  const makers = items.filter(({ action }) => action === "create").map(({ actor }) => actor.name);
  expect(new Set(makers).size).toBe(50);
});
