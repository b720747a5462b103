import { setImmediate } from "node:timers/promises";
import { expect, it } from "vitest";
import { DELIVERY_BOUNDS } from "../../../src/engine/deliveries/delivery-queue.ts";
import { Compaction } from "../../../src/engine/deliveries/outcome-log.ts";

const LIMIT = 10;

/** A compaction whose steps end on demand, with the given number of deleted calls. */
function stepwise() {
  const steps: ((removed: number) => void)[] = [];
  const store = {
    compact: () => new Promise<number>((resolve) => steps.push(resolve)),
  };
  const failures: unknown[] = [];
  const compaction = new Compaction({
    store,
    bounds: { ...DELIVERY_BOUNDS, callsRemoved: LIMIT },
    observer: { attempted: () => {}, disabled: () => {}, failed: (error) => failures.push(error) },
  });
  const end = async (removed: number) => {
    steps.shift()?.(removed);
    await setImmediate();
  };
  return { compaction, steps, failures, end };
}

it("deletes in steps until a step deletes less than its limit, and again on request", async () => {
  const { compaction, steps, end } = stepwise();
  compaction.request();
  await end(LIMIT);
  await end(LIMIT);
  expect(steps).toHaveLength(1);
  compaction.request();
  await end(3);
  expect(steps).toHaveLength(1);
  await end(0);
  expect(steps).toHaveLength(0);
  compaction.request();
  expect(steps).toHaveLength(1);
  await end(0);
});

it("stops after the current step, so that the store can be closed", async () => {
  const { compaction, steps, failures, end } = stepwise();
  compaction.request();
  let isStopped = false;
  const stopping = compaction.stop().then(() => {
    isStopped = true;
  });
  await setImmediate();
  expect(isStopped).toBe(false);
  await end(LIMIT);
  await stopping;
  compaction.request();
  expect([steps, failures]).toEqual([[], []]);
});
