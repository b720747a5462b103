import { expect, it } from "vitest";
import { parseInstant } from "../../../src/domain/instant.ts";
import { type EngineContext, openContext } from "../../../src/engine/context.ts";
import { ingestReports } from "../../../src/engine/ingest/ingest-reports.ts";
import { memoryStore } from "../../support/memory-store.ts";
import { TEST_SETTINGS } from "../../support/settings.ts";

/** An engine, and how many events each of its commits has had. */
async function engine() {
  const store = memoryStore();
  const commits: number[] = [];
  const append = store.events.append.bind(store.events);
  store.events.append = async (batch) => {
    commits.push(batch.events.length);
    // As long as a disk takes.
    await new Promise((resolve) => setImmediate(resolve));
    await append(batch);
  };
  const context = await openContext(store, {
    ...TEST_SETTINGS,
    clock: { now: () => parseInstant("2024-05-06T13:00:00Z", "now") },
  });
  return { context, commits };
}

/** Sends events one after another, each when the one before has been answered. */
async function sender(context: EngineContext, serial: string, events: number): Promise<void> {
  for (let event = 0; event < events; event++) {
    const row = {
      sensor_serial_number: serial,
      timestamp: `2024-05-06T12:00:${String(event).padStart(2, "0")}Z`,
      trajectory: 1,
    };
    expect(await ingestReports(context, [row], { keepDuplicates: false })).toMatchObject({ accepted: 1 });
  }
}

it("a commit waits for the senders that have just been answered, so that all share it", async () => {
  const { context, commits } = await engine();
  await Promise.all(["a", "b", "c", "d"].map((serial) => sender(context, serial, 10)));
  expect(commits).toEqual(Array(10).fill(4));
});

it("a sender that has nothing more to send holds up the others for a moment only", async () => {
  const { context, commits } = await engine();
  await Promise.all([sender(context, "a", 1), sender(context, "b", 1), sender(context, "c", 3)]);
  expect(commits.reduce((sum, events) => sum + events, 0)).toBe(5);
});
