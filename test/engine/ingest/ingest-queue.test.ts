import { describe, expect, it, onTestFinished, vi } from "vitest";
import { must } from "../../../src/domain/errors.ts";
import { CHANGES_WAITING_MAX } from "../../../src/domain/limits.ts";
import { buildEngine } from "../../../src/engine/build-engine.ts";
import type { Engine } from "../../../src/engine/engine.ts";
import { createEvent, voidEvent } from "../../../src/engine/events/event-changes.ts";
import { voidImport } from "../../../src/engine/events/void-events.ts";
import { reportsOf } from "../../../src/engine/ingest/admission.ts";
import {
  INGEST_GROUP_ROWS,
  INGEST_QUEUE_ROWS_MAX,
  ingestReports,
} from "../../../src/engine/ingest/ingest-queue.ts";
import { createSpace } from "../../../src/engine/resources/spaces.ts";
import { failAppends, observeCommits } from "../../support/commits.ts";
import { hold, spaceWithDoor } from "../../support/engine.ts";
import { memoryStore } from "../../support/memory-store.ts";
import { TEST_SETTINGS } from "../../support/settings.ts";
import { at, reportOf } from "../../support/store-reports.ts";

const UNAVAILABLE = { kind: "unavailable" };

/** An engine, and how many events each of its commits has had. */
async function engine() {
  const store = memoryStore();
  const commits: number[] = [];
  observeCommits(store, async (events) => {
    commits.push(events);
    // As long as a disk takes.
    await new Promise((resolve) => setImmediate(resolve));
  });
  const context = await buildEngine(store, { ...TEST_SETTINGS, clock: { now: () => at("13:00") } });
  return { context, commits };
}

/** Sends events one after another, each when the one before has been answered. */
async function sender(context: Engine, serial: string, events: number): Promise<void> {
  for (let event = 0; event < events; event++) {
    const timestamp = `2024-05-06T12:00:${String(event).padStart(2, "0")}Z`;
    const row = { sensor_serial_number: serial, timestamp, trajectory: 1 };
    expect(await ingestReports(context, [row])).toMatchObject({ accepted: 1 });
  }
}

/** A number of senders, named from a on. */
function senders(count: number): string[] {
  return Array.from({ length: count }, (_, index) => String.fromCharCode(97 + index));
}

/** Submits the same report several times. */
function submit(context: Engine, report: string, rows = 1, duplicates: "drop" | "create" = "drop") {
  const reports = reportsOf(Array(rows).fill(reportOf(report)));
  return context.ingest.submit({ change: context, reports, duplicates, isLive: false, request: null });
}

describe("a commit", () => {
  it("waits for the senders that have just been answered, so that all share it", async () => {
    // The moment that they are waited for does not pass while the machine has other things to do.
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    onTestFinished(() => void vi.useRealTimers());
    const { context, commits } = await engine();
    await Promise.all(senders(10).map((serial) => sender(context, serial, 6)));
    expect(commits).toEqual(Array(6).fill(10));
  });

  it("waits only a moment for senders that have nothing more to send", async () => {
    const { context, commits } = await engine();
    await Promise.all(senders(10).map((serial, index) => sender(context, serial, index === 0 ? 3 : 1)));
    expect(commits).toEqual([10, 1, 1]);
  });

  it("does not wait for few senders", async () => {
    const { context, commits } = await engine();
    const timers = vi.spyOn(globalThis, "setTimeout");
    onTestFinished(() => timers.mockRestore());
    await Promise.all([sender(context, "a", 3), sender(context, "b", 1)]);
    expect(commits).toEqual([2, 1, 1]);
    expect(timers).not.toHaveBeenCalled();
  });

  it.each([
    [1, [INGEST_GROUP_ROWS]],
    [2, [INGEST_GROUP_ROWS - 1, 2]],
  ])("takes batches up to a limit of rows in all: %i more than all but one", async (rows, expected) => {
    const { context, commits } = await engine();
    const { letGo, holding } = hold(context);
    const all = [INGEST_GROUP_ROWS - 1, rows].map((count) => submit(context, "a 08:00 1", count, "create"));
    letGo();
    await Promise.all([holding, ...all]);
    expect(commits).toEqual(expected);
  });
});

describe("the queue of reports", () => {
  it("rejects a batch that does not fit as a whole, and accepts it when there is room again", async () => {
    const { context } = await engine();
    const { letGo, holding } = hold(context);
    const full = submit(context, "a 08:00 1", INGEST_QUEUE_ROWS_MAX - 1);
    const last = submit(context, "a 09:00 1");
    expect(context.ingest.rows).toBe(INGEST_QUEUE_ROWS_MAX);
    await expect(submit(context, "a 10:00 1")).rejects.toMatchObject(UNAVAILABLE);
    letGo();
    await holding;
    expect(await full).toMatchObject({ accepted: 1, duplicates: INGEST_QUEUE_ROWS_MAX - 2 });
    expect(await last).toMatchObject({ accepted: 1 });
    expect(context.ingest.rows).toBe(0);
    expect(await submit(context, "a 10:00 1")).toMatchObject({ accepted: 1 });
    expect(await context.events.summary()).toMatchObject({ events: 3 });
  });

  it("accepts a batch that is larger than the limit if nothing else waits", async () => {
    const { context } = await engine();
    expect(await submit(context, "a 08:00 1", INGEST_QUEUE_ROWS_MAX + 1)).toMatchObject({ accepted: 1 });
  });

  it("rejects a batch with events that are from before the start of the log by now, and no other", async () => {
    const { context, commits } = await engine();
    const { letGo, holding } = hold(context);
    const removal = context.journal.transact(context, (draft) => draft.add({ logStart: at("00:00") }));
    const [first, old, last] = ["a 08:00 1", "b 2024-05-05T23:00 1", "c 08:00 1"].map((each) =>
      submit(context, each),
    );
    letGo();
    await expect(old).rejects.toMatchObject(UNAVAILABLE);
    await Promise.all([holding, removal]);
    expect([await first, await last]).toMatchObject([{ accepted: 1 }, { accepted: 1 }]);
    expect(context.ingest.rows).toBe(0);
    // Also where it is alone in its commit, which stores nothing then.
    const stored = commits.length;
    await expect(submit(context, "b 2024-05-05T23:00 1")).rejects.toMatchObject(UNAVAILABLE);
    expect(await submit(context, "a 09:00 1")).toMatchObject({ accepted: 1 });
    expect(commits.slice(stored)).toEqual([1]);
  });

  it("rejects a batch of an import that has been taken back by now, and no other (D5)", async () => {
    const { context } = await engine();
    const sendTo = (id: bigint | null, ...lines: string[]) => {
      const rows = lines.map((line) => {
        const [sensor_serial_number, time] = line.split(" ");
        return { sensor_serial_number, timestamp: `2024-05-06T${time}:00Z`, trajectory: 1 };
      });
      return ingestReports(context, rows, { live: false, importOf: { id, file: "may.csv" } });
    };
    const { importId } = await sendTo(null, "a 08:00");
    const { letGo, holding } = hold(context);
    const withdrawal = voidImport(context, must(importId, "import"), false);
    const [late, other] = [sendTo(importId, "a 09:00"), submit(context, "b 09:00 1")];
    letGo();
    await expect(late).rejects.toMatchObject({ kind: "invalid", issues: [{ path: "import_id" }] });
    expect(await withdrawal).toMatchObject({ events: 1 });
    await holding;
    expect(await other).toMatchObject({ accepted: 1 });
    expect(context.ingest.rows).toBe(0);
    expect(context.catalog.imports.get(must(importId, "import"))).toMatchObject({ rows: 1, accepted: 1 });
    expect(await context.events.summary()).toMatchObject({ events: 2 });
  });

  it("rejects events if too many changes wait, and is empty then", async () => {
    const { context } = await engine();
    const { letGo, holding } = hold(context);
    const names = Array.from({ length: CHANGES_WAITING_MAX - 1 }, (_, index) => `Space ${index}`);
    const waiting = names.map((name) => createSpace(context, { name }));
    await expect(createSpace(context, { name: "One more" })).rejects.toMatchObject(UNAVAILABLE);
    await expect(submit(context, "a 08:00 1")).rejects.toMatchObject(UNAVAILABLE);
    expect(context.ingest.rows).toBe(0);
    letGo();
    await Promise.all([holding, ...waiting]);
    expect(context.catalog.spaces.all()).toHaveLength(names.length);
    expect(await submit(context, "a 08:00 1")).toMatchObject({ accepted: 1 });
  });
});

const KEY = { tokenHash: "t", key: "k", fingerprint: "f" };

/** A hall behind a door with the sensor 283; `create` answers an event's id and the hall's count after it. */
async function site() {
  const clock = { now: () => at("12:00") };
  const store = memoryStore();
  const context = await buildEngine(store, { ...TEST_SETTINGS, clock });
  await spaceWithDoor(context, { name: "Hall" }, "283");
  const create = async (time: string, key: typeof KEY | null) => {
    const fields = { sensorId: 283n, timestamp: at(time), trajectory: 1, live: true } as const;
    const { id, effects } = await createEvent(context, fields, key);
    return `${id}: ${effects.map(({ count }) => count)}`;
  };
  return { store, context, create };
}

/**
 * As `site`, after a request with a key has made event 1, and the server went before it had answered: it lies
 * before the last reset, so that its answer takes a look at the log.
 */
async function unanswered() {
  const { store, context, create } = await site();
  const recover = failAppends(store, "gone", ({ answers }) => answers !== undefined);
  await expect(create("2024-05-05 10:00", KEY)).rejects.toThrow("gone");
  recover();
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
