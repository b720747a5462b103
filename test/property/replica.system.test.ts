import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { Draft } from "../../src/engine/journal/draft.ts";
import { type Change, Journal } from "../../src/engine/journal/journal.ts";
import { decodeRecord, encodeRecord } from "../../src/engine/journal/record-format.ts";
import type { Store } from "../../src/engine/ports.ts";
import { openApi, type TestApi } from "../support/http.ts";
import { FakeTime } from "../support/outbox.ts";
import { checkProperty, SEEDS } from "../support/random.ts";
import {
  answersOf,
  directoryData,
  Follower,
  listen,
  makeCalls,
  memoryData,
  type ReplicaFactory,
  recordsOf,
  setUp,
} from "../support/replica.ts";
import { change, DAY_MINUTES, MINUTE, START, type Step, schedules } from "./replica-schedules.ts";

/** Random schedules over stores in memory, and over data directories, which take longer. The seeds share them. */
const SCHEDULES = Math.ceil(30 / SEEDS.length);
const DIRECTORY_SCHEDULES = Math.ceil(5 / SEEDS.length);

const RANGE = "start_time=2024-05-05T00:00:00Z&end_time=2024-05-12T00:00:00Z&interval=6h";

/** The calls that a store has pending for enabled webhooks. */
async function callsOwed(store: Store, { context }: TestApi): Promise<string[]> {
  const { deliveries } = store;
  const throughId = await deliveries.lastDeliveryId();
  const owed: string[] = [];
  for (const { webhookId, spaceId, finishedId: afterId } of await deliveries.queues()) {
    const { enabled, endpoint } = context.catalog.find("webhook", webhookId);
    const calls = await deliveries.queued({ webhookId, spaceId, afterId, throughId, limit: 10_000 });
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
    const passDay = () => time.pass(DAY_MINUTES * MINUTE);
    const wait = leftOut === null ? {} : { timeout: 1_000 };
    await expect.poll(() => passDay().then(() => made.length), wait).toBe(owed.length);
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
  await expect.poll(() => replays[1]).toEqual(replays[0]);
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
      // The changes of a site file are tried on a copy, which has no audit log and gives no ids.
      const isAudited = ids.eventId > 0n;
      const trial = new Draft(catalog, ids, { now, actor: change.actor, isAudited });
      await decide(trial);
      const decided = await decide(draft);
      const [bytes, tried] = [encoded(draft), encoded(trial)];
      // V8 keeps a number such as a cap of 1 as a whole one or as a fraction, which have other bytes.
      if (!bytes.equals(tried)) expect(decodeRecord(bytes)).toStrictEqual(decodeRecord(tried));
      return decided;
    }) as Promise<T>;
  });
}

function encoded({ record }: Draft): Buffer {
  return record === null ? Buffer.alloc(0) : encodeRecord(record);
}

const APPLIERS = ["bindings", "live counts", "webhook calls", "sensor activity", "lines of readings"];

/** Builds something in which one of the appliers, by number, is left out. */
async function withoutApplier<T>(leftOut: number | null, build: () => Promise<T>): Promise<T> {
  const open = Journal.open.bind(Journal);
  const setting = vi.spyOn(Journal, "open").mockImplementation((store, catalog, followersOf) =>
    open(store, catalog, async (journal) => {
      const followers = await followersOf(journal);
      expect(followers.appliers).toHaveLength(APPLIERS.length);
      return { ...followers, appliers: followers.appliers.filter((_, index) => index !== leftOut) };
    }),
  );
  try {
    return await build();
  } finally {
    setting.mockRestore();
  }
}

describe("an engine that gets nothing but the records of another one", () => {
  const options = { numRuns: SCHEDULES };

  it("answers everything, and makes the calls that are owed, as that one does, which decides each change twice", async () => {
    const property = fc.asyncProperty(await schedules(false), (schedule) => replicate(memoryData, schedule));
    decideTwice();
    await checkProperty(property, options);
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
