import { expect, it } from "vitest";
import { SQL_QUERIES_MAX } from "../../src/analysis/process/served-sql.ts";
import { Served, SLEEPING } from "../support/served-sql.ts";
import { msOf } from "../support/waiting.ts";

/** Holds every update from now on until it is let go. */
function holdUpdates(served: Served): { readonly letGo: () => void } {
  let letGo = () => {};
  const gate = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  served.duringExport = () => gate;
  return { letGo };
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

it("the time limit includes the wait for an update, which continues for the next query", async () => {
  const served = new Served({ timeMsMax: 3_000 });
  const { letGo } = holdUpdates(served);
  await expect(served.text("SELECT 1")).rejects.toMatchObject({
    kind: "invalid",
    message: expect.stringMatching(/longer than 3 s, the limit for queries, waiting included/),
  });
  letGo();
  // A busy machine may need longer than the limit for the query as well.
  await expect.poll(() => served.text("SELECT 1 AS one")).toBe("one\n1\n");
  await expect.poll(async () => (await served.query("SELECT 1")).asOf).toBe(served.now);
});

it("the time limit includes the wait for a turn", async () => {
  const served = new Served({ timeMsMax: 4_000 });
  await served.text("SELECT 1");
  const running = Promise.allSettled(Array.from({ length: SQL_QUERIES_MAX }, () => served.text(SLEEPING)));
  const [waited, ran] = await Promise.all([
    msOf(() => expect(served.text(SLEEPING)).rejects.toMatchObject({ kind: "invalid" })),
    msOf(() => running),
  ]);
  for (const { status, reason } of (await running) as PromiseRejectedResult[])
    expect({ status, kind: reason.kind }).toEqual({ status: "rejected", kind: "invalid" });
  // With a limit of its own for when it runs, it would take at least as long again.
  expect(waited).toBeLessThan(1.75 * ran);
});
