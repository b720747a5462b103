import fc from "fast-check";
import { expect, it } from "vitest";
import type { Timers } from "../../src/engine/deliveries/delivery-runtime.ts";
import { followRecord } from "../../src/engine/follow-record.ts";
import type { PublishedMessage } from "../../src/engine/live/notifications.ts";
import type { LogRecord, Store } from "../../src/engine/ports.ts";
import { type FuzzedRequest, requestsFrom } from "../fuzz/requests.ts";
import type { ApiDescription } from "../support/described-answers.ts";
import { type TestApi, testApi } from "../support/http.ts";
import { memoryStore } from "../support/memory-store.ts";
import { FakeTime, OK, REFUSED } from "../support/outbox.ts";
import { checkProperty } from "../support/random.ts";

const SCHEDULES = 25;
const STEPS_MAX = 60;
const MINUTE = 60_000;
const START = Date.UTC(2024, 4, 10, 12);

type Step =
  | { readonly does: "request"; readonly request: FuzzedRequest }
  | {
      readonly does: "report";
      readonly sensor: string;
      readonly minutes: number;
      readonly trajectory: 1 | -1;
    }
  | { readonly does: "silent report"; readonly sensor: string; readonly minutes: number }
  | { readonly does: "wait"; readonly minutes: number }
  | { readonly does: "follow"; readonly records: number };

const sensor = fc.constantFrom("a", "a", "b", "7");
const minutes = fc.oneof(fc.integer({ min: -90, max: 4 }), fc.constant(0));

function stepsWith(requests: fc.Arbitrary<FuzzedRequest>): fc.Arbitrary<Step> {
  const trajectory = fc.constantFrom(1 as const, -1 as const);
  return fc.oneof(
    { weight: 6, arbitrary: requests.map((request) => ({ does: "request", request }) as const) },
    {
      weight: 6,
      arbitrary: fc.record({ does: fc.constant("report" as const), sensor, minutes, trajectory }),
    },
    { weight: 1, arbitrary: fc.record({ does: fc.constant("silent report" as const), sensor, minutes }) },
    { weight: 2, arbitrary: fc.record({ does: fc.constant("wait" as const), minutes: fc.nat(200) }) },
    { weight: 2, arbitrary: fc.record({ does: fc.constant("follow" as const), records: fc.nat(9) }) },
  );
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
  journal.append = async (record) => {
    const stored = await append(record);
    records.push(record);
    return stored;
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

/** Has an engine make webhook calls, of which every third fails. */
function makeCalls({ context }: TestApi, timers: Timers): void {
  let calls = 0;
  const answer = () => (++calls % 3 === 0 ? REFUSED : OK);
  context.deliveries.start({
    sender: { send: async () => answer(), refusalOf: () => null, close: async () => {} },
    timers,
    random: () => 0.5,
    observer: {
      attempted: () => {},
      disabled: () => {},
      failed: (error) => expect.unreachable(String(error)),
    },
  });
}

/** The answers of an API about all that it has. */
async function answersOf(api: TestApi): Promise<Record<string, string>> {
  const range = "start_time=2024-05-09T00:00:00Z&end_time=2024-05-12T00:00:00Z";
  const ids = async (list: string) => (await api.get(list)).body.results.map(({ id }) => id);
  const spaces = await ids("/v2/spaces/?page_size=1000");
  const webhooks = await ids("/v2/webhooks/?page_size=1000");
  const urls = [
    ...["spaces", "doorways", "links", "resets", "tags", "sensors", "webhooks", "events"].map(
      (list) => `/v1/${list}/`,
    ),
    ...[
      "spaces",
      "doorways",
      "links/?ended=true",
      "tags",
      "sensors",
      "webhooks",
      "time_segments",
      "tokens",
    ].map((list) => `/v2/${list}`),
    "/v2/audit_log/?page_size=1000",
    `/v2/resets/?${range}`,
    `/v2/time_segment_groups/`,
    ...spaces.flatMap((id) => [
      `/v2/spaces/${id}/counts/?${range}&interval=6h`,
      `/v2/spaces/${id}/events/?${range}`,
      `/v1/spaces/${id}/`,
    ]),
    ...webhooks.map((id) => `/v2/webhooks/${id}/deliveries/`),
  ];
  const answers: Record<string, string> = {};
  for (const url of urls) {
    const { status, text } = await api.get(url);
    // How far a sensor's clock is ahead follows from rejected reports, which no record has.
    answers[url] = `${status} ${text.replaceAll(/"status":"\w+"|"clock_ahead_seconds":[^,]+/g, "")}`;
  }
  return answers;
}

it("an engine that gets nothing but the records of another one answers everything as that one does", async () => {
  const described = await testApi();
  await described.app.ready();
  const descriptions = [described.app.describeV1(), described.app.describeV2()] as ApiDescription[];
  const steps = fc.array(stepsWith(requestsFrom(descriptions)), {
    minLength: 5,
    maxLength: STEPS_MAX,
    size: "max",
  });
  await checkProperty(
    fc.asyncProperty(steps, async (schedule) => {
      const store = memoryStore();
      const [first, second] = [await testApi({ store }), await testApi({ store: memoryStore() })];
      try {
        const records = recordsOf(store);
        const heard = [listen(first), listen(second)];
        let now = START;
        const follow = async (most: number) => {
          for (const record of records.splice(0, most)) await followRecord(second.context, record);
        };
        // What each has read of the log then follows from the records.
        for (const { context } of [first, second]) await context.activity.loadAll();
        await setUp(first);
        const time = new FakeTime(START);
        makeCalls(first, time);
        for (const step of schedule) {
          if (step.does === "follow") await follow(step.records);
          else if (step.does === "wait") {
            now += step.minutes * MINUTE;
            for (const api of [first, second]) api.at(new Date(now).toISOString());
            await first.context.live.tick(first.context);
            await time.pass(step.minutes * MINUTE);
          } else if (step.does === "request") {
            const { method, url, ...sent } = step.request;
            if (!/tokens\/tkn_1\b/.test(url)) await first.send(method as "GET", url, sent);
          } else {
            const timestamp = new Date(now + step.minutes * MINUTE).toISOString();
            const trajectory = step.does === "report" ? step.trajectory : 1;
            const row = { sensor_serial_number: step.sensor, timestamp, trajectory };
            await first.post(`/v2/sensor_events/${step.does === "report" ? "" : "?live=false"}`, [row]);
          }
        }
        await first.context.live.tick(first.context);
        await first.context.deliveries.stop(0);
        await follow(Infinity);
        expect(heard[1]).toEqual(heard[0]);
        const [expected, answers] = [await answersOf(first), await answersOf(second)];
        for (const [url, answer] of Object.entries(expected)) expect(answers[url], url).toBe(answer);
      } finally {
        await Promise.all([first.app.close(), second.app.close()]);
      }
    }),
    { numRuns: SCHEDULES, timeout: 120_000 },
  );
});
