import { setImmediate } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { SerialQueue } from "../../src/analysis/serial-queue.ts";

describe("doing things in order", () => {
  it("begins one when those before it are over, whatever became of them", async () => {
    const order = new SerialQueue();
    const seen: string[] = [];
    const work = async (name: string) => {
      seen.push(`${name} begins`);
      await setImmediate();
      seen.push(`${name} ends`);
      if (name === "second") throw new Error("in vain");
      return name;
    };
    const all = ["first", "second", "third"].map((name) => order.run(() => work(name)));
    expect(await Promise.allSettled(all)).toEqual([
      { status: "fulfilled", value: "first" },
      { status: "rejected", reason: new Error("in vain") },
      { status: "fulfilled", value: "third" },
    ]);
    const named = (name: string) => [`${name} begins`, `${name} ends`];
    expect(seen).toEqual(["first", "second", "third"].flatMap(named));
  });

  it("is settled when the last one is over, failed or not", async () => {
    const order = new SerialQueue();
    let isOver = false;
    const failing = order.run(async () => {
      await setImmediate();
      isOver = true;
      throw new Error("in vain");
    });
    failing.catch(() => undefined);
    await order.settled();
    expect(isOver).toBe(true);
  });
});
