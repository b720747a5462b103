import type { DuckDBListValue } from "@duckdb/node-api";
import { expect, it, onTestFinished, vi } from "vitest";
import { CheckedReports } from "../../../src/domain/report-columns.ts";
import { SerialQueue } from "../../../src/domain/serial-queue.ts";
import { Connection } from "../../../src/duckdb/connection.ts";
import { buildEngine } from "../../../src/engine/build-engine.ts";
import { Catalog } from "../../../src/engine/catalog/catalog.ts";
import { spaceCountAt } from "../../../src/engine/counts/count-queries.ts";
import { reportsOf } from "../../../src/engine/ingest/admission.ts";
import { ingestReports } from "../../../src/engine/ingest/ingest-queue.ts";
import { Draft } from "../../../src/engine/journal/draft.ts";
import { ChangedCounts } from "../../../src/engine/live/live-counts.ts";
import { createWebhook } from "../../../src/engine/resources/webhooks.ts";
import { Pacer, yieldToEventLoop } from "../../../src/engine/yielding.ts";
import { openTestEngine, spaceWithDoor } from "../../support/engine.ts";
import { memoryStore } from "../../support/memory-store.ts";
import { TEST_SETTINGS } from "../../support/settings.ts";
import { duckDbStore, opened } from "../../support/store-harness.ts";
import { at, reportOf } from "../../support/store-reports.ts";

const START = Date.UTC(2024, 4, 10, 11);

/** A number of reports, a millisecond apart, each of the sensor for its number. */
function reports(count: number, serialNumberOf: (index: number) => string, first = START) {
  return reportsOf(
    Array.from({ length: count }, (_, index) => ({
      serialNumber: serialNumberOf(index),
      timestamp: first + index,
      trajectory: 1 as const,
      eventId: null,
    })),
  );
}

/** Lets a millisecond pass whenever the time is looked at: a turn of a task ends at its second look. */
function slowDown(): void {
  let time = 0;
  vi.spyOn(performance, "now").mockImplementation(() => ++time);
  onTestFinished(() => void vi.restoreAllMocks());
}

/** Notes pieces of work, by name and size if they have one, and the rounds of the event loop in between. */
class Rounds {
  readonly happened: string[] = [];
  #isOver = false;

  constructor() {
    void this.#note();
    onTestFinished(() => void this.stop());
  }

  async #note(): Promise<void> {
    while (!this.#isOver) {
      this.happened.push("round");
      await yieldToEventLoop();
    }
  }

  note(name: string, size: number): void {
    if (size > 0) this.happened.push(`${name} ${size}`);
  }

  stop(): void {
    this.#isOver = true;
  }

  /** The sizes of the pieces of one name, each with those that shared its round added. */
  sizesOf(name: string): number[] {
    const sizes: number[] = [];
    let isSameRound = false;
    for (const each of this.happened) {
      if (each === "round") isSameRound = false;
      if (!each.startsWith(`${name} `)) continue;
      const size = Number(each.slice(name.length));
      if (isSameRound) sizes.push((sizes.pop() ?? 0) + size);
      else sizes.push(size);
      isSameRound = true;
    }
    return sizes;
  }
}

it("sensors that a batch is the first to name are audited, stored and shown in pieces", async () => {
  const { store } = await opened(duckDbStore);
  const context = await buildEngine(store, { ...TEST_SETTINGS, clock: { now: () => START } });
  slowDown();
  const rounds = new Rounds();
  const audited = Draft.prototype.auditEntries;
  const apply = Catalog.prototype.apply;
  const run = Connection.prototype.run;
  vi.spyOn(Draft.prototype, "auditEntries").mockImplementation(function (this: Draft, ...given) {
    rounds.note("audited", given[0].put?.sensor?.length ?? 0);
    return audited.apply(this, given);
  });
  vi.spyOn(Catalog.prototype, "apply").mockImplementation(function (this: Catalog, write) {
    rounds.note("shown", write.put?.sensor?.length ?? 0);
    apply.call(this, write);
  });
  vi.spyOn(Connection.prototype, "run").mockImplementation(function (this: Connection, ...given) {
    const [sql, values] = given;
    if (sql.startsWith('DELETE FROM "sensor"'))
      rounds.note("replaced", (values as { ids: DuckDBListValue }).ids.items.length);
    return run.apply(this, given);
  });
  const batch = new CheckedReports(reports(5_000, (index) => `new ${index}`));
  expect(await ingestReports(context, batch)).toMatchObject({ accepted: 5_000 });
  rounds.stop();
  for (const name of ["audited", "shown"]) {
    const sizes = rounds.sizesOf(name);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(5_000);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(128);
  }
  expect(rounds.sizesOf("replaced")).toEqual([2_048, 2_048, 904]);
  expect(context.catalog.sensors.all().map(({ serialNumber }) => serialNumber)).toEqual(
    Array.from({ length: 5_000 }, (_, index) => `new ${index}`),
  );
});

it("the rows of a batch are identified and compared in pieces", async () => {
  const { context } = await openTestEngine();
  const rows = 50_000;
  slowDown();
  const pauses = vi.spyOn(Pacer.prototype, "pause");
  const batch = new CheckedReports(reports(rows, (index) => `s ${index % 7}`));
  expect(await ingestReports(context, batch)).toMatchObject({ accepted: rows });
  // At every second look, of which there is one for every 64 rows, once for each of the two.
  expect(pauses.mock.calls.length).toBeGreaterThan((2 * rows) / 64 / 2 - 2);
});

it("events are applied to copies of the counts in pieces, and no reader sees a part of a batch", async () => {
  const rows = 12_000;
  const { context, clock } = await openTestEngine();
  const spaces: bigint[] = [];
  for (const [name, dailyReset] of Object.entries({ Hall: "13:00", Cafe: "04:00", Shop: "04:00" }))
    spaces.push((await spaceWithDoor(context, { name, dailyReset }, name)).space.id);
  let sent = 0;
  const send = (live: boolean) => {
    const serialNumberOf = (index: number) => ["Hall", "Cafe", "Shop"][index % 3] as string;
    const batch = new CheckedReports(reports(rows, serialNumberOf, START + rows * sent++));
    return ingestReports(context, batch, { live });
  };
  const all = () => Promise.all(spaces.map((id) => spaceCountAt(context, id, null)));
  await send(true);
  slowDown();
  const before = [...(await context.notifier.current(spaces)).values()];
  expect(before).toEqual(Array(3).fill(rows / 3));
  for (const isKnown of [true, false]) {
    const was = await all();
    // A count that is not known is computed by the next reader.
    if (!isKnown) context.notifier.counts.forgetAll();
    const rounds = new Rounds();
    const apply = ChangedCounts.prototype.apply;
    ChangedCounts.prototype.apply = function (...given) {
      rounds.note("applied", 1);
      return apply.apply(this, given);
    };
    let isDone = false;
    const sending = send(isKnown).finally(() => {
      isDone = true;
    });
    const seen = new Set<string>();
    while (!isDone) {
      seen.add(String(await all()));
      await yieldToEventLoop();
    }
    await sending;
    rounds.stop();
    const sizes = rounds.sizesOf("applied");
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(rows);
    expect(Math.max(0, ...sizes)).toBeLessThanOrEqual(2_000);
    const after = was.map((count) => (count as number) + rows / 3);
    expect([String(was), String(after)]).toEqual(expect.arrayContaining([...seen]));
    expect(await all()).toEqual(after);
    ChangedCounts.prototype.apply = apply;
  }
  clock.set("2024-05-10T13:00:00Z");
  expect(await all()).toEqual([0, rows, rows]);
});

it("D23: the webhook calls of a batch are queued in pieces, and stored or given up together", async () => {
  const { context, store } = await openTestEngine();
  await spaceWithDoor(context, { name: "Hall" }, "s");
  await createWebhook(context, { endpoint: "http://localhost:9/", version: "v2", type: "counts" });
  slowDown();
  const rounds = new Rounds();
  const queue = context.deliveries.outbox.queue.bind(context.deliveries.outbox);
  context.deliveries.outbox.queue = (calls, message) => {
    rounds.note("queued", 1);
    queue(calls, message);
  };
  const { journal } = store;
  const append = journal.append.bind(journal);
  const stored: number[][] = [];
  journal.append = async (records) => {
    stored.push(records.flatMap(({ record }) => record.deliveries ?? []).map(({ sequence }) => sequence));
    if (stored.length === 1) throw new Error("disk full");
    return append(records);
  };
  const send = () => {
    const batch = new CheckedReports(reports(500, () => "s"));
    return ingestReports(context, batch);
  };
  await expect(send()).rejects.toThrow("disk full");
  expect(await send()).toMatchObject({ accepted: 500 });
  rounds.stop();
  const sizes = rounds.sizesOf("queued");
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(1_000);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(128);
  // The calls that were given up have left their sequence numbers to these.
  const all = Array.from({ length: 500 }, (_, index) => index + 1);
  expect(stored).toEqual([all, all]);
});

it("turns of the event loop are taken in order, one turn per iteration of the event loop", async () => {
  const turns = new SerialQueue();
  const { happened } = new Rounds();
  await Promise.all(
    ["a", "b", "c"].map((name) => turns.run(yieldToEventLoop).then(() => happened.push(name))),
  );
  expect(happened.filter((each) => each !== "round")).toEqual(["a", "b", "c"]);
  expect(happened.join(" ")).toMatch(/a (round )+b (round )+c/);
});

it("other work runs between the responses to requests of one commit group", async () => {
  const context = await buildEngine(memoryStore(), { ...TEST_SETTINGS, clock: { now: () => at("12:00") } });
  slowDown();
  const { happened } = new Rounds();
  const submit = (minute: number) =>
    context.ingest
      .submit({
        change: context,
        reports: reportsOf([reportOf(`a 08:${minute} 1`)]),
        duplicates: "drop",
        isLive: true,
        request: null,
      })
      .then(({ accepted }) => happened.push(`${accepted}`));
  // The first request is committed alone, the others together in the next commit.
  const first = submit(10);
  const others = Array.from({ length: 40 }, (_, i) => submit(11 + i));
  await first;
  happened.length = 0;
  await Promise.all(others);
  const chunks = happened.join("").split(/(?:round)+/);
  expect(chunks.join("")).toBe("1".repeat(40));
  expect(Math.max(...chunks.map(({ length }) => length))).toBe(2);
});
