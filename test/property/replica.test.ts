import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { HeadcountError } from "../../src/domain/errors.ts";
import { PLAIN_LAYOUT } from "../../src/domain/file-layout.ts";
import { formatId } from "../../src/domain/ids.ts";
import type { Timers } from "../../src/engine/deliveries/delivery-runtime.ts";
import { loadFile } from "../../src/engine/events/event-changes.ts";
import { Draft } from "../../src/engine/journal/draft.ts";
import { type Applier, type Change, Journal } from "../../src/engine/journal/journal.ts";
import { encodeRecord } from "../../src/engine/journal/record-format.ts";
import type { Store } from "../../src/engine/ports.ts";
import { removeOldEvents } from "../../src/engine/retention/retention.ts";
import { type FuzzedRequest, requestsFrom } from "../fuzz/requests.ts";
import type { ApiDescription } from "../support/described-answers.ts";
import { openApi, type TestApi, testApi } from "../support/http.ts";
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

/** Random schedules over stores in memory, and over data directories, which take longer. */
const SCHEDULES = 50;
const DIRECTORY_SCHEDULES = 5;
const TWICE_DECIDED_SCHEDULES = 10;
const STEPS_MAX = 60;
const MINUTE = 60_000;
const DAY_MINUTES = 24 * 60;
const START = Date.UTC(2024, 4, 10, 12);
const RANGE = "start_time=2024-05-05T00:00:00Z&end_time=2024-05-12T00:00:00Z&interval=6h";

interface Crossing {
  readonly sensor: string;
  /** From the present. */
  readonly minutes: number;
  readonly trajectory: 1 | -1;
}

/** A change, a wait, or that the follower follows the records so far, some together, or ends without notice. */
type Step =
  | { readonly does: "request"; readonly request: FuzzedRequest }
  | (Crossing & { readonly does: "report"; readonly isLive: boolean })
  | { readonly does: "load"; readonly rows: readonly Crossing[] }
  | { readonly does: "attach"; readonly sensor: string | null }
  | { readonly does: "void"; readonly event: number }
  | { readonly does: "retain"; readonly days: number }
  | { readonly does: "wait"; readonly minutes: number }
  | { readonly does: "follow"; readonly cuts: readonly number[] }
  | { readonly does: "kill" };

function stepsWith(requests: fc.Arbitrary<FuzzedRequest>, hasFiles: boolean): fc.Arbitrary<Step> {
  const crossing = {
    sensor: fc.constantFrom("a", "a", "b", "7"),
    minutes: fc.oneof(
      { weight: 9, arbitrary: fc.integer({ min: -90, max: 4 }) },
      { weight: 9, arbitrary: fc.constant(0) },
      { weight: 1, arbitrary: fc.integer({ min: -4 * DAY_MINUTES, max: 0 }) },
    ),
    trajectory: fc.constantFrom(1 as const, -1 as const),
  };
  const report = fc.record({
    does: fc.constant("report" as const),
    ...crossing,
    isLive: fc.constantFrom(true, true, true, true, true, false),
  });
  const rows = fc.array(fc.record(crossing), { minLength: 1, maxLength: 20 });
  const times = (weight: number, arbitrary: fc.Arbitrary<Step>) => ({ weight, arbitrary });
  return fc.oneof(
    times(
      6,
      requests.map((request) => ({ does: "request", request })),
    ),
    times(7, report),
    times(hasFiles ? 2 : 0, fc.record({ does: fc.constant("load" as const), rows })),
    times(
      1,
      fc.record({ does: fc.constant("attach" as const), sensor: fc.constantFrom("a", "b", "7", null) }),
    ),
    times(1, fc.record({ does: fc.constant("void" as const), event: fc.integer({ min: 1, max: 5 }) })),
    times(1, fc.record({ does: fc.constant("retain" as const), days: fc.integer({ min: 1, max: 4 }) })),
    times(2, fc.record({ does: fc.constant("wait" as const), minutes: fc.nat(200) })),
    times(
      2,
      fc.record({
        does: fc.constant("follow" as const),
        cuts: fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }),
      }),
    ),
    times(1, fc.constant({ does: "kill" as const })),
  );
}

/** Random requests to both versions, without those that revoke the token that they use. */
async function schedules(hasFiles: boolean): Promise<fc.Arbitrary<readonly Step[]>> {
  const { app } = await testApi();
  await app.ready();
  const requests = requestsFrom([app.describeV1(), app.describeV2()] as ApiDescription[]);
  const steps = stepsWith(
    requests.filter(({ url }) => !/tokens\/tkn_1\b/.test(url)),
    hasFiles,
  );
  return fc.array(steps, { minLength: 5, maxLength: STEPS_MAX, size: "max" });
}

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

async function change(
  api: TestApi,
  step: Exclude<Step, { does: "follow" | "kill" | "wait" }>,
  { now, folder }: { readonly now: number; readonly folder: string },
): Promise<void> {
  const { context } = api;
  const row = ({ sensor, minutes, trajectory }: Crossing) => ({
    sensor_serial_number: sensor,
    timestamp: new Date(now + minutes * MINUTE).toISOString(),
    trajectory,
  });
  switch (step.does) {
    case "request": {
      const { method, url, ...sent } = step.request;
      await api.send(method as "GET", url, sent);
      return;
    }
    case "report":
      await api.post(`/v2/sensor_events/?live=${step.isLive}`, [row(step)]);
      return;
    case "void":
      await api.delete(`/v2/events/evt_${step.event}/`);
      return;
    case "attach": {
      const [doorway] = context.catalog.doorways.all();
      const body = { name: "Front door", sensor_serial_number: step.sensor };
      await api.put(`/v2/doorways/${formatId("doorway", doorway?.id ?? 0n)}/`, body);
      return;
    }
    case "retain":
      await removeOldEvents(context, { unit: "d", amount: step.days }).catch((error: unknown) => {
        // No event would be left.
        if (!(error instanceof HeadcountError)) throw error;
      });
      return;
    case "load": {
      const path = join(folder, "events.ndjson");
      writeFileSync(path, step.rows.map((each) => JSON.stringify(row(each))).join("\n"));
      await loadFile(context, path, LOAD_OPTIONS);
    }
  }
}

const LOAD_OPTIONS = {
  layout: PLAIN_LAYOUT,
  duplicateRule: "auto",
  acceptsRejects: true,
  onReject: () => {},
  onProgress: () => {},
} as const;

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
