import { expect, it } from "vitest";
import type { Journal } from "../../../src/engine/journal/journal.ts";
import { LogClock } from "../../../src/engine/journal/log-clock.ts";
import { Replica } from "../../../src/engine/journal/replica.ts";
import { MemoryLog } from "../../support/memory-shared-log.ts";
import { FakeTime } from "../../support/outbox.ts";

it("a replica that cannot follow the log says why once, and again after it could", async () => {
  const time = new FakeTime(Date.UTC(2024, 4, 6));
  const memory = new MemoryLog(() => time.now());
  const log = memory.connect();
  let failure: Error | null = null;
  let at = memory.start;
  const journal = {
    get followed() {
      return { at, conflicts: 0, turns: 0 };
    },
    followLog: async () => {
      if (failure !== null) throw failure;
      at = memory.records.at(-1)?.at ?? memory.start;
    },
  } as unknown as Journal;
  const clock = new LogClock(time, time);
  const replica = new Replica({ log, journal, clock, elapsed: time });
  const told: string[] = [];
  const stop = replica.start(time, {
    reachable: () => {},
    clockStepped: () => {},
    failed: (error) => told.push((error as Error).message),
  });
  let end = memory.start;
  const append = async () => {
    const record = log.next(end, Buffer.from("a record"));
    expect(await log.append(end, record)).toBe(true);
    end = record.at;
  };
  const fail = async (reason: string) => {
    failure = new Error(reason);
    await time.pass(5_000);
  };
  await append();
  await time.pass(1_000);
  expect([told, replica.position]).toEqual([[], 1n]);
  await append();
  await fail("the disk is full");
  await fail("the disk is read-only");
  expect(told).toEqual(["the disk is full", "the disk is read-only"]);
  expect(replica.state.behindMs).toBeGreaterThan(9_000);
  failure = null;
  await time.pass(1_000);
  expect([replica.position, replica.state.behindMs]).toEqual([2n, 0]);
  await append();
  await fail("the disk is read-only");
  expect(told).toHaveLength(3);
  await stop();
});

it("a request waits for 5 s until the records before it are applied", async () => {
  const time = new FakeTime(Date.UTC(2024, 4, 6));
  const memory = new MemoryLog(() => time.now());
  const log = memory.connect();
  let at = memory.start;
  let apply = () => {};
  const journal = {
    get followed() {
      return { at, conflicts: 0, turns: 0 };
    },
    followLog: () =>
      new Promise<void>((resolve) => {
        apply = () => {
          at = memory.records.at(-1)?.at ?? memory.start;
          resolve();
        };
      }),
  } as unknown as Journal;
  const replica = new Replica({ log, journal, clock: new LogClock(time, time), elapsed: time });
  const observer = { reachable: () => {}, clockStepped: () => {}, failed: () => {} };
  const stop = replica.start(time, observer);
  for (let end = memory.start, i = 0; i < 3; i++) {
    const record = log.next(end, Buffer.from("a record"));
    expect(await log.append(end, record)).toBe(true);
    end = record.at;
  }
  const reading = replica.barrier().catch((error: unknown) => error);
  await time.pass(4_900);
  const later = replica.barrier().catch((error: unknown) => error);
  await time.pass(200);
  expect(await reading).toMatchObject({
    kind: "unavailable",
    message: expect.stringContaining("has not applied the last 3 records of the log yet"),
  });
  apply();
  expect(await later).toBe(3n);
  await stop();
});
