import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { Timers } from "../../src/engine/deliveries/delivery-runtime.ts";
import { Draft } from "../../src/engine/journal/draft.ts";
import { type Applier, type Change, Journal } from "../../src/engine/journal/journal.ts";
import { encodeRecord } from "../../src/engine/journal/record-format.ts";
import type { Store } from "../../src/engine/ports.ts";
import { openApi, type TestApi } from "../support/http.ts";
import { FakeTime, OK, REFUSED } from "../support/outbox.ts";
import { checkProperty } from "../support/random.ts";
import {
  answersOf,
  directoryData,
  Follower,
  listen,
  memoryData,
  type ReplicaFactory,
  recordsOf,
} from "../support/replica.ts";
import { change, DAY_MINUTES, MINUTE, type Step, schedules } from "./replica-schedules.ts";

/** Random schedules over stores in memory, and over data directories, which take longer. */
const SCHEDULES = 50;
const DIRECTORY_SCHEDULES = 5;
const TWICE_DECIDED_SCHEDULES = 10;
const START = Date.UTC(2024, 4, 10, 12);
const RANGE = "start_time=2024-05-05T00:00:00Z&end_time=2024-05-12T00:00:00Z&interval=6h";

/** A site with a safe limit and a webhook of each kind. */
async function setUp(api: TestApi): Promise<void> {
  await api.site({ daily_reset: "13:00", safe_threshold_mode: "SAFE_CAPACITY", safe_capacity: 2 });
  for (const [version, type] of [
    ["v1", "counts"],
    ["v2", "counts"],
    ["v2", "threshold"],
  ])
    await api.create(`/${version}/webhooks/`, { endpoint: `https://example.com/${version}`, type });
  await api.context.notifier.loadAll(() => false);
}

/** Has an engine make its webhook calls; `isRefused` says of each, by number, whether it fails. */
function makeCalls({ context }: TestApi, timers: Timers, isRefused: (call: number) => boolean): string[] {
  const calls: string[] = [];
  context.deliveries.start({
    sender: {
      send: async ({ id, endpoint, sequence, body }) =>
        isRefused(calls.push(`${id} ${endpoint} ${sequence} ${body}`)) ? REFUSED : OK,
      refusalOf: () => null,
      close: async () => {},
    },
    timers,
    random: () => 0.5,
    observer: {
      attempted: () => {},
      disabled: () => {},
      failed: (error) => expect.unreachable(String(error)),
    },
  });
  return calls;
}

/** The calls that a store has pending for enabled webhooks. */
async function callsOwed(store: Store, { context }: TestApi): Promise<string[]> {
  const { deliveries } = store;
  const throughId = await deliveries.lastCallId();
  const owed: string[] = [];
  for (const { webhookId, spaceId, finishedId: afterId } of await deliveries.queues()) {
    const { enabled, endpoint } = context.catalog.find("webhook", webhookId);
    const calls = await deliveries.calls({ webhookId, spaceId, afterId, throughId, limit: 10_000 });
    if (enabled)
      owed.push(
        ...calls.map(({ id, sequence, message }) => `dlv_${id} ${endpoint} ${sequence} ${message.body}`),
      );
  }
  return owed.sort();
}

/** An engine and one that gets nothing but its records; a part of the state of that one may follow none. */
async function replicate(
  make: ReplicaFactory,
  schedule: readonly Step[],
  leftOut: number | null = null,
): Promise<void> {
  const [data, copy] = [await make(), await make()];
  const folder = mkdtempSync(join(tmpdir(), "headcount-replica-files-"));
  const { store } = data;
  const first = await openApi({ store });
  const follower = await withoutApplier(leftOut, () => Follower.open(copy));
  const second = () => follower.api;
  try {
    const records = recordsOf(store);
    const heard: unknown[] = [];
    listen(first, heard);
    await first.context.activity.loadAll();
    await setUp(first);
    const time = new FakeTime(START);
    const now = () => new Date(time.now()).toISOString();
    makeCalls(first, time, (call) => call % 3 === 0);
    let hasBeenKilled = false;
    for (const step of schedule) {
      if (step.does === "follow") await follower.follow(records.splice(0), step.cuts);
      else if (step.does === "kill") {
        if (leftOut !== null) continue;
        await follower.kill(now());
        hasBeenKilled = true;
      } else if (step.does === "wait") {
        await time.pass(step.minutes * MINUTE);
        for (const api of [first, second()]) api.at(now());
        await first.context.notifier.tick(first.context);
      } else await change(first, step, { now: time.now(), folder });
    }
    await first.context.notifier.tick(first.context);
    await first.context.deliveries.stop(0);
    await follower.follow(records, [7]);
    expect(follower.heard).toEqual(heard);
    await expectEqualAnswers(first, second(), hasBeenKilled);
    const owed = await callsOwed(store, first);
    if (leftOut === null) await expectEqualRestarts({ store, follower, now: now() });
    const made = makeCalls(second(), time, () => false);
    // The calls are read from the store meanwhile.
    await vi.waitFor(async () => {
      await time.pass(DAY_MINUTES * MINUTE);
      expect(made).toHaveLength(owed.length);
    });
    await second().context.deliveries.stop(0);
    expect(made.sort()).toEqual(owed);
    const tables = await data.tables();
    // The calls that the second has made are no longer equal.
    const { webhook_outcome: _, ...followed } = await copy.tables();
    for (const [table, rows] of Object.entries(followed)) expect(rows, table).toBe(tables[table]);
  } finally {
    await Promise.all([first.app.close(), second().app.close()]);
    await Promise.all([data.dispose(), copy.dispose()]);
    rmSync(folder, { recursive: true });
  }
}

/** As after an end without notice: both engines read from their stores what they knew. */
async function expectEqualRestarts({
  store,
  follower,
  now,
}: Readonly<{ store: Store; follower: Follower; now: string }>): Promise<void> {
  const again = await openApi({ store, hasToken: true, now });
  await follower.kill(now);
  const replays = [again, follower.api].map((api) => {
    const replayed: unknown[] = [];
    listen(api, replayed, 1n);
    return replayed;
  });
  await expectEqualAnswers(again, follower.api, false);
  // They are derived in the background.
  await vi.waitFor(() => expect(replays[1]).toEqual(replays[0]));
  await again.app.close();
}

/** @param hasBeenKilled whether to leave out when sensors' events arrived, which a process knows of its own time only */
async function expectEqualAnswers(first: TestApi, second: TestApi, hasBeenKilled: boolean): Promise<void> {
  const [expected, answers] = [await answersOf(first, RANGE), await answersOf(second, RANGE)];
  for (const [url, answer] of Object.entries(expected))
    if (!hasBeenKilled || !url.endsWith("/sensors/")) expect(answers[url], url).toBe(answer);
}

/** Has every change be decided twice, as after a conflict; the records must be equal. */
function decideTwice(): void {
  const { transact } = Journal.prototype;
  const deciding = vi.spyOn(Journal.prototype, "transact");
  onTestFinished(() => deciding.mockRestore());
  deciding.mockImplementation(function <T>(this: Journal, change: Change, decide: (draft: Draft) => T) {
    return transact.call(this, change, async (draft) => {
      const { catalog, ids, now } = draft;
      const trial = new Draft(catalog, ids, { now, actor: change.actor, isAudited: true });
      await decide(trial);
      const decided = await decide(draft);
      expect(encoded(draft)).toEqual(encoded(trial));
      return decided;
    }) as Promise<T>;
  });
}

function encoded({ record }: Draft): string {
  return record === null ? "" : encodeRecord(record).toString("latin1");
}

const APPLIERS = ["bindings", "live counts", "webhook calls", "sensor activity"];

/** Builds something in which one of the appliers, by number, is left out. */
async function withoutApplier<T>(leftOut: number | null, build: () => Promise<T>): Promise<T> {
  const { setAppliers } = Journal.prototype;
  const setting = vi.spyOn(Journal.prototype, "setAppliers").mockImplementation(function (
    this: Journal,
    appliers: readonly Applier[],
  ) {
    expect(appliers).toHaveLength(APPLIERS.length);
    const kept = appliers.filter((_, index) => index !== leftOut);
    setAppliers.call(this, kept);
  });
  try {
    return await build();
  } finally {
    setting.mockRestore();
  }
}

describe("an engine that gets nothing but the records of another one", () => {
  const options = { numRuns: SCHEDULES, timeout: 120_000 };

  it("answers everything, and makes the calls that are owed, as that one does", async () => {
    const property = fc.asyncProperty(await schedules(false), (schedule) => replicate(memoryData, schedule));
    await checkProperty(property, options);
  });

  it("gets the same records if each change is decided twice, as after a conflict", async () => {
    const property = fc.asyncProperty(await schedules(false), (schedule) => replicate(memoryData, schedule));
    decideTwice();
    await checkProperty(property, { ...options, numRuns: TWICE_DECIDED_SCHEDULES });
  });

  it("does so over data directories, with files that are loaded, and the same rows in their tables", async () => {
    const property = fc.asyncProperty(await schedules(true), (schedule) =>
      replicate(directoryData, schedule),
    );
    await checkProperty(property, { ...options, numRuns: DIRECTORY_SCHEDULES });
  });

  it.each(APPLIERS)("does not, without the %s that follow the records", async (applier) => {
    const leftOut = APPLIERS.indexOf(applier);
    const property = fc.asyncProperty(await schedules(false), (schedule) =>
      replicate(memoryData, schedule, leftOut),
    );
    const failing = checkProperty(property, { ...options, endOnFailure: true });
    await expect(failing).rejects.toThrow("Property failed");
  });
});
