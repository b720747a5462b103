import { describe, expect, it } from "vitest";
import { BoundedQueue } from "../../src/analysis/bounded-queue.ts";
import { settled } from "../support/waiting.ts";

const NEVER = new AbortController().signal;

/** A queue of two places, each caller with up to three jobs that wait; jobs end when they are let go. */
function openQueue() {
  const queue = new BoundedQueue(2, 3);
  const running: string[] = [];
  const ends = new Map<string, () => void>();
  const ask = (job: string, signal = NEVER) =>
    queue.run(job[0] ?? "", signal, async () => {
      running.push(job);
      await new Promise<void>((resolve) => ends.set(job, resolve));
      running.splice(running.indexOf(job), 1);
      return job;
    });
  const end = async (job: string) => {
    ends.get(job)?.();
    await settled();
  };
  return { ask, end, running };
}

describe("jobs of several callers", () => {
  it("run one of each at a time, and those of a caller in their order", async () => {
    const { ask, end, running } = openQueue();
    const first = ask("a1");
    for (const job of ["a2", "a3"]) void ask(job);
    await settled();
    expect(running).toEqual(["a1"]);
    void ask("b1");
    await settled();
    expect(running).toEqual(["a1", "b1"]);
    await end("a1");
    expect(await first).toBe("a1");
    expect(running).toEqual(["b1", "a2"]);
    await end("a2");
    await end("a3");
    expect(running).toEqual(["b1"]);
  });

  it("take turns, however many queries each has", async () => {
    const { ask, end, running } = openQueue();
    for (const job of ["a1", "a2", "a3", "b1", "b2", "b3", "c1", "d1"]) void ask(job);
    const order: string[] = [];
    for (let job: string | undefined = "a1"; job !== undefined; job = running[0]) {
      await settled();
      order.push(job);
      await end(job);
    }
    expect(order).toEqual(["a1", "b1", "c1", "d1", "a2", "b2", "a3", "b3"]);
  });

  it("wait in a bounded number of each caller, and can leave", async () => {
    const { ask, end, running } = openQueue();
    const controller = new AbortController();
    for (const job of ["a1", "a2"]) void ask(job);
    const leaving = ask("a3", controller.signal);
    void ask("a4");
    await expect(ask("a5")).rejects.toMatchObject({ kind: "unavailable" });
    void ask("b1");
    controller.abort(new Error("gone"));
    await expect(leaving).rejects.toThrow("gone");
    await expect(ask("a6", controller.signal)).rejects.toThrow("gone");
    void ask("a7");
    for (const job of ["a1", "a2", "a4"]) await end(job);
    expect(running).toEqual(["b1", "a7"]);
  });
});
