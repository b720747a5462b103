import { expect, it } from "vitest";
import { SQL_QUERIES_MAX } from "../../src/domain/limits.ts";
import { Served, SLEEPING } from "../support/served-sql.ts";
import { msOf } from "../support/waiting.ts";

/** Holds every update from now on until it is let go. */
function holdUpdates(served: Served): { readonly begun: () => number; readonly letGo: () => void } {
  const before = served.updates.length;
  let letGo = () => {};
  const gate = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  served.duringExport = () => gate;
  return { begun: () => served.updates.length - before, letGo };
}

it("a query sees all that was acknowledged before it came", async () => {
  const served = new Served();
  await served.text("SELECT 1");
  served.now++;
  served.lastEventId++;
  const { asOf } = await served.query("SELECT 1");
  expect(asOf).toBe(served.now);
  await served.text("SELECT 1");
  expect(served.updates.map(({ lastEventId }) => lastEventId)).toEqual([0, 10, 11]);
});

it("an update is shared by all waiting queries, and a query that comes during one needs one more", async () => {
  const served = new Served();
  await served.text("SELECT 1");
  const { begun, letGo } = holdUpdates(served);
  const first = served.query("SELECT 1");
  await expect.poll(begun).toBe(1);
  const came = served.now;
  served.now += 1_000;
  const others = Array.from({ length: 10 }, () => served.query("SELECT 1"));
  // By the next update, time has passed.
  served.now++;
  letGo();
  // A later update may be there when it begins to run.
  expect((await first).asOf).toBeGreaterThanOrEqual(came);
  for (const { asOf } of await Promise.all(others)) expect(asOf).toBe(served.now);
  expect(begun()).toBe(2);
});

it("a failed update does not fail queries that wait for the next one", async () => {
  const served = new Served();
  await served.text("SELECT 1");
  let fail = (_: Error) => {};
  served.duringExport = () =>
    new Promise((_, reject) => {
      fail = reject;
    });
  const before = served.updates.length;
  const first = served.query("SELECT 1");
  await expect.poll(() => served.updates.length).toBe(before + 1);
  const second = served.text("SELECT 1 AS one");
  served.duringExport = async () => {};
  fail(new Error("the source has no time"));
  await expect(first).rejects.toThrow("the source has no time");
  expect(await second).toBe("one\n1\n");
});

it("a query waits for an update that takes long, and may be sent again if its time is over", async () => {
  const served = new Served({ timeMsMax: 5_000 });
  await served.textInTime("SELECT 1");
  const { letGo } = holdUpdates(served);
  served.now++;
  await expect(served.query("SELECT 1")).rejects.toMatchObject({
    kind: "unavailable",
    message: expect.stringMatching(/longer than 5 s.*\d s of that in the queue or waiting for data; try/),
  });
  letGo();
  await served.textInTime("SELECT 1");
  expect((await served.query("SELECT 1")).asOf).toBe(served.now);
});

it("the time limit includes waiting; a query that mostly waited may be sent again", async () => {
  const served = new Served({ timeMsMax: 4_000 });
  await served.textInTime("SELECT 1");
  const running = Promise.allSettled(Array.from({ length: SQL_QUERIES_MAX }, () => served.text(SLEEPING)));
  const refusal = { kind: "unavailable", message: expect.stringMatching(/waiting/) };
  const [waited, ran] = await Promise.all([
    msOf(() => expect(served.text(SLEEPING)).rejects.toMatchObject(refusal)),
    msOf(() => running),
  ]);
  for (const { status, reason } of (await running) as PromiseRejectedResult[])
    expect({ status, kind: reason.kind }).toEqual({ status: "rejected", kind: "invalid" });
  // With a limit of its own for when it runs, it would take at least as long again.
  expect(waited).toBeLessThan(1.75 * ran);
});

it("a query whose first copy does not arrive is rejected in time, and the next query has the copy", async () => {
  const served = new Served({ timeMsMax: 3_000 });
  const { begun, letGo } = holdUpdates(served);
  await expect(served.text("SELECT 1")).rejects.toMatchObject({ kind: "unavailable" });
  letGo();
  expect(await served.textInTime("SELECT 1 AS one")).toBe("one\n1\n");
  expect(begun()).toBeGreaterThanOrEqual(1);
});
