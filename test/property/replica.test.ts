import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import type { Timers } from "../../src/engine/deliveries/delivery-runtime.ts";
import { followRecord } from "../../src/engine/follow-record.ts";
import { type Applier, Journal } from "../../src/engine/journal/journal.ts";
import type { PublishedMessage } from "../../src/engine/live/notifications.ts";
import type { LogRecord, Store } from "../../src/engine/ports.ts";
import { type FuzzedRequest, requestsFrom } from "../fuzz/requests.ts";
import type { ApiDescription } from "../support/described-answers.ts";
import { openApi, type TestApi, testApi } from "../support/http.ts";
import { memoryStore } from "../support/memory-store.ts";
import { FakeTime, OK, REFUSED } from "../support/outbox.ts";
import { checkProperty } from "../support/random.ts";

const SCHEDULES = 25;
const STEPS_MAX = 60;
const MINUTE = 60_000;
const DAY_MINUTES = 24 * 60;
const START = Date.UTC(2024, 4, 10, 12);

/** A request, a wait, or that the follower follows some of the records so far. */
type Step =
  | { readonly does: "request"; readonly request: FuzzedRequest }
  | {
      readonly does: "report";
      readonly sensor: string;
      readonly minutes: number;
      readonly trajectory: 1 | -1;
      readonly isLive: boolean;
    }
  | { readonly does: "void"; readonly event: number }
  | { readonly does: "wait"; readonly minutes: number }
  | { readonly does: "follow"; readonly records: number };

function stepsWith(requests: fc.Arbitrary<FuzzedRequest>): fc.Arbitrary<Step> {
  const report = fc.record({
    does: fc.constant("report" as const),
    sensor: fc.constantFrom("a", "a", "b", "7"),
    minutes: fc.oneof(fc.integer({ min: -90, max: 4 }), fc.constant(0)),
    trajectory: fc.constantFrom(1 as const, -1 as const),
    isLive: fc.constantFrom(true, true, true, true, true, false),
  });
  const times = (weight: number, arbitrary: fc.Arbitrary<Step>) => ({ weight, arbitrary });
  return fc.oneof(
    times(
      6,
      requests.map((request) => ({ does: "request", request })),
    ),
    times(7, report),
    times(1, fc.record({ does: fc.constant("void" as const), event: fc.integer({ min: 1, max: 5 }) })),
    times(2, fc.record({ does: fc.constant("wait" as const), minutes: fc.nat(200) })),
    times(2, fc.record({ does: fc.constant("follow" as const), records: fc.nat(9) })),
  );
}

/** Random requests to both versions, without those that revoke the token that they use. */
async function schedules(): Promise<fc.Arbitrary<readonly Step[]>> {
  const { app } = await testApi();
  await app.ready();
  const requests = requestsFrom([app.describeV1(), app.describeV2()] as ApiDescription[]);
  const steps = stepsWith(requests.filter(({ url }) => !/tokens\/tkn_1\b/.test(url)));
  return fc.array(steps, { minLength: 5, maxLength: STEPS_MAX, size: "max" });
}

/** What sockets are sent, but for the random ids of the messages. */
function listen({ context: { feed } }: TestApi): unknown[] {
  const received: unknown[] = [];
  const take = (messages: readonly PublishedMessage[]): undefined => {
    for (const { bytes } of messages) received.push(JSON.parse(bytes.toString()).payload);
  };
  feed.subscribe({ spaceIds: null, after: null }, { take, giveUp: () => received.push("given up") });
  return received;
}

/** The records that a store takes from now on. */
function recordsOf({ journal }: Store): LogRecord[] {
  const records: LogRecord[] = [];
  const append = journal.append.bind(journal);
  journal.append = async (record, changes) => {
    await append(record, changes);
    records.push(record);
  };
  return records;
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
  await api.context.live.makeAll(() => false);
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

/** The answers of an API about all that it has. */
async function answersOf(api: TestApi): Promise<Record<string, string>> {
  const range = "start_time=2024-05-09T00:00:00Z&end_time=2024-05-12T00:00:00Z";
  const ids = async (list: string) => (await api.get(list)).body.results.map(({ id }) => id);
  const lists = ["spaces", "doorways", "links", "resets", "tags", "sensors", "webhooks"];
  const urls = [
    ...lists.flatMap((list) => [`/v1/${list}/`, `/v2/${list}/`]),
    ...["v1/events", "v2/links/?ended=true", "v2/time_segments", "v2/time_segment_groups", "v2/tokens"].map(
      (list) => `/${list}`,
    ),
    "/v2/audit_log/?page_size=1000",
    ...(await ids("/v2/spaces/?page_size=1000")).flatMap((id) => [
      `/v2/spaces/${id}/counts/?${range}&interval=6h`,
      `/v2/spaces/${id}/events/?${range}`,
      `/v1/spaces/${id}/`,
    ]),
    ...(await ids("/v2/webhooks/?page_size=1000")).map((id) => `/v2/webhooks/${id}/deliveries/`),
  ];
  const answers: Record<string, string> = {};
  for (const url of urls) {
    const { status, text } = await api.get(url);
    // How far a sensor's clock is ahead follows from rejected reports, which no record has.
    answers[url] = `${status} ${text.replaceAll(/"status":"(on|off)line"|"clock_ahead_seconds":[^,]+/g, "")}`;
  }
  return answers;
}

/** An engine and one that gets nothing but its records; a part of the state of that one may follow none. */
async function replicate(schedule: readonly Step[], leftOut: number | null = null): Promise<void> {
  const store = memoryStore();
  const first = await openApi({ store });
  const second = await withoutApplier(leftOut, () => openApi({ store: memoryStore() }));
  try {
    const records = recordsOf(store);
    const heard = [listen(first), listen(second)];
    const follow = async (most: number) => {
      for (const record of records.splice(0, most)) await followRecord(second.context, record);
    };
    // What each has read of the log then follows from the records.
    for (const { context } of [first, second]) await context.activity.loadAll();
    await setUp(first);
    const time = new FakeTime(START);
    makeCalls(first, time, (call) => call % 3 === 0);
    for (const step of schedule) {
      if (step.does === "follow") await follow(step.records);
      else if (step.does === "wait") {
        await time.pass(step.minutes * MINUTE);
        for (const api of [first, second]) api.at(new Date(time.now()).toISOString());
        await first.context.live.tick(first.context);
      } else await request(first, step, time.now());
    }
    await first.context.live.tick(first.context);
    await first.context.deliveries.stop(0);
    await follow(Number.POSITIVE_INFINITY);
    expect(heard[1]).toEqual(heard[0]);
    const [expected, answers] = [await answersOf(first), await answersOf(second)];
    for (const [url, answer] of Object.entries(expected)) expect(answers[url], url).toBe(answer);
    const owed = await callsOwed(store, first);
    const made = makeCalls(second, time, () => false);
    await time.pass(DAY_MINUTES * MINUTE);
    expect(made.sort()).toEqual(owed);
  } finally {
    await Promise.all([first.app.close(), second.app.close()]);
  }
}

async function request(
  api: TestApi,
  step: Exclude<Step, { does: "follow" | "wait" }>,
  now: number,
): Promise<void> {
  if (step.does === "request") {
    const { method, url, ...sent } = step.request;
    await api.send(method as "GET", url, sent);
  } else if (step.does === "void") await api.delete(`/v2/events/evt_${step.event}/`);
  else {
    const { sensor, minutes, trajectory, isLive } = step;
    const timestamp = new Date(now + minutes * MINUTE).toISOString();
    const row = { sensor_serial_number: sensor, timestamp, trajectory };
    await api.post(`/v2/sensor_events/?live=${isLive}`, [row]);
  }
}

/** Builds something in which one of the appliers, by number, is left out. */
async function withoutApplier<T>(leftOut: number | null, build: () => Promise<T>): Promise<T> {
  const add = Journal.prototype.addApplier;
  let added = 0;
  const adding = vi.spyOn(Journal.prototype, "addApplier").mockImplementation(function (
    this: Journal,
    applier: Applier,
  ) {
    if (added++ !== leftOut) add.call(this, applier);
  });
  try {
    return await build();
  } finally {
    adding.mockRestore();
  }
}

describe("an engine that gets nothing but the records of another one", () => {
  const options = { numRuns: SCHEDULES, timeout: 120_000 };

  it("answers everything, and makes the calls that are owed, as that one does", async () => {
    const property = fc.asyncProperty(await schedules(), (schedule) => replicate(schedule));
    await checkProperty(property, options);
  });

  it.each(["webhook calls", "live counts", "sensor activity"])(
    "does not, without the %s that follow the records",
    async (applier) => {
      const leftOut = ["webhook calls", "live counts", "sensor activity"].indexOf(applier);
      const property = fc.asyncProperty(await schedules(), (schedule) => replicate(schedule, leftOut));
      const failing = checkProperty(property, { ...options, endOnFailure: true });
      await expect(failing).rejects.toThrow("Property failed");
    },
  );
});
