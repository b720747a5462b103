import { describe, expect, it, onTestFinished } from "vitest";
import { CLOCK_HOLD_MS, type ClockStep } from "../../../src/domain/clock.ts";
import { must } from "../../../src/domain/errors.ts";
import { HOUR_MS, MINUTE_MS, parseInstant } from "../../../src/domain/instant.ts";
import { buildEngine, startLive } from "../../../src/engine/build-engine.ts";
import { spaceCountAt } from "../../../src/engine/counts/count-queries.ts";
import { RETRY_DELAY_MS_MAX } from "../../../src/engine/deliveries/dispatcher.ts";
import { socketCodes } from "../../../src/engine/live/socket-codes.ts";
import { createReset } from "../../../src/engine/resources/resets.ts";
import { isOnline } from "../../../src/engine/resources/sensors.ts";
import { createToken } from "../../../src/engine/resources/tokens.ts";
import { createWebhook } from "../../../src/engine/resources/webhooks.ts";
import { report, spaceWithDoor } from "../../support/engine.ts";
import { memoryStore } from "../../support/memory-store.ts";
import { FakeSender, FakeTime, REFUSED } from "../../support/outbox.ts";
import { TEST_SETTINGS } from "../../support/settings.ts";

const START = parseInstant("2024-05-06T03:30:00Z", "time");

/** A served hall that is reset at 04:00, with one door, whose system clock can be set. */
async function served() {
  const time = new FakeTime(START);
  const system = { offset: 0 };
  const clock = { now: () => time.now() + system.offset };
  const context = await buildEngine(memoryStore(), { ...TEST_SETTINGS, clock, elapsed: time });
  const { space: hall } = await spaceWithDoor(context, { name: "Hall", dailyReset: "04:00" });
  await createWebhook(context, { endpoint: "receiver", version: "v2" });
  const sender = new FakeSender();
  const steps: ClockStep[] = [];
  const failures: unknown[] = [];
  const live = startLive(context, {
    sender,
    timers: time,
    random: () => 0.999,
    observer: { attempted: () => {}, disabled: () => {}, failed: (error) => failures.push(error) },
    clockStepped: (step) => steps.push(step),
    sensorAhead: () => {},
  });
  onTestFinished(async () => {
    await live.stop(0);
    expect(failures).toEqual([]);
  });
  await time.pass(1_000);
  const send = async () => {
    const sent = await report(context, `a ${new Date(clock.now()).toISOString()} 1`);
    expect(sent).toMatchObject({ accepted: 1 });
    return context.events.position();
  };
  const counts = () => sender.calls.map(({ body }) => JSON.parse(body).count);
  const sensor = () => [...context.catalog.sensors.all()][0];
  return { time, system, context, hall, sender, steps, send, counts, sensor };
}

describe("a system clock that goes an hour forward and back", () => {
  it("is followed within a minute: counts, order of events, webhook calls", async () => {
    const { time, system, context, hall, steps, send, counts } = await served();
    const ids = [await send()];
    await time.pass(1_000);
    ids.push(await send());
    expect(await spaceCountAt(context, hall.id, null)).toBe(2);
    system.offset = HOUR_MS;
    await time.pass(1_000);
    // The daily reset of 04:00 has fallen due.
    expect(await spaceCountAt(context, hall.id, null)).toBe(0);
    ids.push(await send());
    system.offset = 0;
    await time.pass(MINUTE_MS);
    expect(steps.map(({ kind }) => kind)).toEqual(["forward", "held", "back"]);
    expect(context.clock.now()).toBe(time.now());
    // The event of the wrong hour lies ahead.
    expect(await spaceCountAt(context, hall.id, null)).toBe(2);
    ids.push(await send());
    expect(await spaceCountAt(context, hall.id, null)).toBe(3);
    await time.pass(1_000);
    expect(counts()).toEqual([1, 2, 1, 3]);
    expect(ids).toEqual([1n, 2n, 3n, 4n]);
    // An hour later, after the reset, it falls due.
    await time.pass(HOUR_MS);
    expect(await spaceCountAt(context, hall.id, null)).toBe(1);
  });

  it("delays no retry of a webhook call by more than the longest wait", async () => {
    const { time, system, sender, send } = await served();
    sender.answer("receiver", () => REFUSED);
    system.offset = HOUR_MS;
    await time.pass(1_000);
    await send();
    await time.pass(1_000);
    system.offset = 0;
    await time.pass(MINUTE_MS);
    const before = sender.calls.length;
    await time.pass(RETRY_DELAY_MS_MAX);
    expect(sender.calls.length).toBeGreaterThan(before);
  });

  it("leaves no sensor online and no socket code valid for the hour", async () => {
    const { time, system, context, send, sensor } = await served();
    const token = await createToken(context, { name: "reader", scopes: ["read"], rate: null });
    const codes = socketCodes(context.clock, context.catalog);
    system.offset = HOUR_MS;
    await time.pass(1_000);
    await send();
    const code = await codes.issue({ tokenId: token.token.id, spaceIds: null });
    expect(await codes.find(code)).not.toBeNull();
    system.offset = 0;
    await time.pass(CLOCK_HOLD_MS + 1_000);
    expect(await codes.find(code)).toBeNull();
    const known = must(sensor(), "sensor");
    expect(isOnline(context, known)).toBe(true);
    await time.pass(context.settings.sensorTimeout);
    expect(isOnline(context, known)).toBe(false);
  });

  it("lets a reset that was made in that hour take effect when its time comes", async () => {
    const { time, system, context, hall, send } = await served();
    await send();
    system.offset = HOUR_MS;
    await time.pass(1_000);
    await createReset(context, { spaceId: hall.id, instant: context.clock.now(), count: 7 });
    expect(await spaceCountAt(context, hall.id, null)).toBe(7);
    system.offset = 0;
    await time.pass(MINUTE_MS);
    expect(await spaceCountAt(context, hall.id, null)).toBe(1);
    await send();
    expect(await spaceCountAt(context, hall.id, null)).toBe(2);
    await time.pass(HOUR_MS);
    expect(await spaceCountAt(context, hall.id, null)).toBe(7);
  });
});
