import { expect, it } from "vitest";
import { BoundedQueue } from "../../src/analysis/bounded-queue.ts";

const NEVER = new AbortController().signal;

/** Work that a test ends, and what has been begun, in order. */
function bench(queue: BoundedQueue) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const run = (name: string, signal = NEVER) => {
    const work = () =>
      new Promise<string>((resolve) => {
        begun.push(name);
        ends.set(name, () => resolve(name));
      });
    return queue.run(signal, work);
  };
  const end = async (name: string) => {
    ends.get(name)?.();
    // What is next begins in later turns of the queue of microtasks.
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { begun, run, end };
}

it("runs a limited number at a time, the others in order of arrival", async () => {
  const { begun, run, end } = bench(new BoundedQueue(2, 10));
  const all = ["a", "b", "c", "d", "e"].map((name) => run(name));
  await end("none");
  expect(begun).toEqual(["a", "b"]);
  await end("b");
  expect(begun).toEqual(["a", "b", "c"]);
  await end("a");
  await end("c");
  expect(begun).toEqual(["a", "b", "c", "d", "e"]);
  await end("d");
  await end("e");
  expect(await Promise.all(all)).toEqual(["a", "b", "c", "d", "e"]);
});

it("rejects requests while too many wait; one that leaves makes room", async () => {
  const { begun, run, end } = bench(new BoundedQueue(1, 2));
  const leaving = new AbortController();
  const [a, left, b] = [run("a"), run("left", leaving.signal), run("b")];
  await expect(run("c")).rejects.toMatchObject({ kind: "unavailable" });
  leaving.abort(new Error("gone"));
  await expect(left).rejects.toThrow("gone");
  const d = run("d");
  for (const name of ["a", "b", "d"]) await end(name);
  expect(await Promise.all([a, b, d])).toEqual(begun);
  await expect(run("e", leaving.signal)).rejects.toThrow("gone");
});

it("goes on if the work fails", async () => {
  const queue = new BoundedQueue(1, 0);
  const fail = () => queue.run(NEVER, () => Promise.reject(new Error("failed")));
  await expect(fail()).rejects.toThrow("failed");
  expect(await queue.run(NEVER, async () => "done")).toBe("done");
});
