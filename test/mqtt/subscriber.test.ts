import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import type { Timers } from "../../src/engine/timers.ts";
import { systemTimers } from "../../src/engine/timers.ts";
import { brokerAddress } from "../../src/mqtt/broker-address.ts";
import { SetAside } from "../../src/mqtt/set-aside.ts";
import { Subscriber, type SubscriberParts } from "../../src/mqtt/subscriber.ts";
import { adapterFilters } from "../../src/mqtt/topic-filters.ts";
import { openTestEngine } from "../support/engine.ts";
import { temporaryFolder } from "../support/headcount.ts";
import { OldBroker } from "../support/old-broker.ts";
import { freePort } from "../support/postgres.ts";
import { until } from "../support/waiting.ts";

async function openSubscriber(
  port: number,
  filters: readonly string[],
  parts: Partial<SubscriberParts> = {},
) {
  const { context } = await openTestEngine();
  const said: string[] = [];
  const subscriber = new Subscriber({
    broker: brokerAddress(`mqtt://127.0.0.1:${port}`),
    filters: adapterFilters(filters),
    ca: null,
    clientId: "headcount-test",
    sender: context,
    telemetry: context.telemetry,
    setAside: new SetAside(join(temporaryFolder(), "set-aside")),
    timers: { after: (_, run) => systemTimers.after(1, run) },
    elapsed: { now: () => 0 },
    random: () => 0,
    mayConnect: () => true,
    say: (line) => said.push(line),
    ...parts,
  });
  onTestFinished(() => subscriber.stop());
  subscriber.start();
  return { context, subscriber, said };
}

it.each(["says so", "closes"] as const)(
  "speaks MQTT 3.1.1 with a broker that does not know version 5 and %s (D33)",
  async (refusal) => {
    const broker = await OldBroker.start(refusal);
    const filters = ["esphome=#", "headcount=site/#"];
    const { context, subscriber } = await openSubscriber(broker.port, filters);
    await until(() => broker.filters.length > 0);
    expect(broker.versions).toEqual([5, 4]);
    // The messages of the other come with its own.
    expect(broker.filters).toEqual(["#"]);
    await until(() => subscriber.state.filters.every(({ isSubscribed }) => isSubscribed));
    for (const id of [1, 2, 3]) broker.publish(id, "hall/sensor/a/state", "Entry");
    await until(() => broker.acknowledged.length === 3);
    expect(broker.acknowledged).toEqual([1, 2, 3]);
    expect(await context.events.position()).toBe(3n);
    expect(subscriber.state).toMatchObject({ isConnected: true, messages: 3, refused: 0, failure: null });
  },
);

it("does not subscribe where such a broker may send a message twice, and says so (D33)", async () => {
  const broker = await OldBroker.start("says so");
  const { subscriber, said } = await openSubscriber(broker.port, ["esphome=a/+/c", "esphome=a/b/+"]);
  await until(() => subscriber.state.failure?.includes("a/b/+"));
  expect(broker.filters).toEqual(["a/+/c"]);
  expect(said.at(-1)).toContain("no messages of the filter a/b/+ come");
});

it("connects again after pauses that get longer, with jitter, for ever (D33)", async () => {
  const pauses: number[] = [];
  const timers: Timers = {
    after: (ms, run) => {
      // Others are the time limits of a connection.
      pauses.push(ms);
      return systemTimers.after(pauses.length < 10 ? 1 : 60_000, run);
    },
  };
  const { said } = await openSubscriber(await freePort(), ["esphome=#"], { timers });
  await until(() => pauses.length === 10);
  // Half of each, since the random number is 0.
  expect(pauses).toEqual([500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000, 30_000]);
  // What is wrong is said once.
  expect(said).toHaveLength(1);
  expect(said[0]).toMatch(/nothing listens at its address; it is tried again$/);
});

it("does not connect while another server may be connected (D33)", async () => {
  const broker = await OldBroker.start("says so");
  let isHeld = false;
  let asked = 0;
  const mayConnect = () => {
    asked++;
    return isHeld;
  };
  await openSubscriber(broker.port, ["esphome=#"], { mayConnect });
  await until(() => asked > 3);
  expect(broker.versions).toEqual([]);
  isHeld = true;
  await until(() => broker.filters.length > 0);
});

it("sets a message aside that cannot be stored by itself, and takes the others (D33)", async () => {
  const broker = await OldBroker.start("says so");
  const { context, subscriber, said } = await openSubscriber(broker.port, ["headcount=#"]);
  const submit = context.ingest.submit.bind(context.ingest);
  vi.spyOn(context.ingest, "submit").mockImplementation(async (part) => {
    if (part.reports.serialNumbers.includes("bad")) throw new RangeError("Invalid array length");
    return submit(part);
  });
  await until(() => subscriber.state.filters.every(({ isSubscribed }) => isSubscribed));
  const timestamp = new Date(context.clock.now()).toISOString();
  for (const [index, sensor_serial_number] of ["a", "bad", "c"].entries())
    broker.publish(index + 1, "hall", JSON.stringify({ sensor_serial_number, timestamp, trajectory: 1 }));
  await until(() => broker.acknowledged.length === 3);
  expect(broker.acknowledged).toEqual([1, 3, 2]);
  expect(await context.events.position()).toBe(2n);
  expect(subscriber.state).toMatchObject({
    messages: 3,
    refused: 0,
    failure: null,
    setAside: 1,
    setAsideKept: 1,
    setAsideLatest: [{ topic: "hall", adapter: "headcount", reason: "Invalid array length" }],
  });
  expect(subscriber.state.setAsideLatest[0]?.payload).toContain('"sensor_serial_number":"bad"');
  expect(said.filter((line) => line.includes("set aside"))).toHaveLength(1);
});
