import { describe, expect, it } from "vitest";
import { buildEngine } from "../../../src/engine/build-engine.ts";
import { voidEvent } from "../../../src/engine/events/event-queries.ts";
import { createEvent } from "../../../src/engine/ingest/create-event.ts";
import { spaceWithDoor } from "../../support/engine.ts";
import { memoryStore } from "../../support/memory-store.ts";
import { TEST_SETTINGS } from "../../support/settings.ts";
import { at } from "../../support/store-reports.ts";

const KEY = { tokenHash: "t", key: "k", fingerprint: "f" };

/** A hall behind a door with the sensor 283; `create` answers an event's id and the hall's count after it. */
async function site() {
  const clock = { now: () => at("12:00") };
  const context = await buildEngine(memoryStore(), { ...TEST_SETTINGS, clock });
  await spaceWithDoor(context, { name: "Hall" }, "283");
  const create = async (time: string, key: typeof KEY | null) => {
    const fields = { sensorId: 283n, timestamp: at(time), trajectory: 1, live: true } as const;
    const { id, effects } = await createEvent(context, fields, key);
    return `${id}: ${effects.map(({ count }) => count)}`;
  };
  return { context, create };
}

/**
 * As `site`, after a request with a key has made event 1, and the server went before it had answered: it lies
 * before the last reset, so that its answer takes a look at the log.
 */
async function unanswered() {
  const { context, create } = await site();
  const { journal } = context;
  const commit = journal.commit.bind(journal);
  journal.commit = (write) =>
    write.answers === undefined ? commit(write) : Promise.reject(new Error("gone"));
  await expect(create("2024-05-05 10:00", KEY)).rejects.toThrow("gone");
  journal.commit = commit;
  return { context, create };
}

describe("D9: an event that was created, but not answered", () => {
  it("is answered to the repeat, which creates none, and every later one alike", async () => {
    const { create } = await unanswered();
    expect(await create("2024-05-05 10:00", KEY)).toBe("1: 1");
    expect(await create("09:00", null)).toBe("2: 1");
    expect(await create("2024-05-05 10:00", KEY)).toBe("1: 1");
  });

  it("and has been voided, is a conflict; one that was answered keeps its answer (D5)", async () => {
    const { context, create } = await unanswered();
    await voidEvent(context, 1n);
    await expect(create("2024-05-05 10:00", KEY)).rejects.toMatchObject({ kind: "conflict" });
    const other = { ...KEY, key: "l" };
    expect(await create("11:00", other)).toBe("2: 1");
    await voidEvent(context, 2n);
    expect(await create("11:00", other)).toBe("2: 1");
  });
});
