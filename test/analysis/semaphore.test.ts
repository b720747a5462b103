import { expect, it } from "vitest";
import { type PermitRequest, Semaphore } from "../../src/analysis/semaphore.ts";

const NEVER = new AbortController().signal;

/** Work that a test ends, and what has been begun, in order. */
function bench(semaphore: Semaphore) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const run = (name: string, request: PermitRequest = {}, signal = NEVER) => {
    const work = () =>
      new Promise<string>((resolve) => {
        begun.push(name);
        ends.set(name, () => resolve(name));
      });
    return semaphore.run(signal, work, request);
  };
  const end = async (name: string) => {
    ends.get(name)?.();
    // What is next begins in later turns of the queue of microtasks.
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { begun, run, end };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

it("runs a limited number at a time, the others in order of arrival", async () => {
  const { begun, run, end } = bench(new Semaphore(2, 10));
  const all = ["a", "b", "c", "d", "e"].map((name) => run(name));
  await settle();
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

it("rejects requests while too many wait", async () => {
  const { run, end } = bench(new Semaphore(1, 2));
  const all = ["a", "b", "c"].map((name) => run(name));
  await expect(run("d")).rejects.toMatchObject({ kind: "unavailable" });
  // What has waited before is not rejected.
  const again = run("e", { isFirst: true });
  for (const name of ["a", "e", "b", "c"]) await end(name);
  expect(await Promise.all([...all, again])).toEqual(["a", "b", "c", "e"]);
});

it("keeps everything else from running beside what takes all permits; none overtakes it", async () => {
  const { begun, run, end } = bench(new Semaphore(2, 10));
  const all = [run("a"), run("b", { permits: 2 }), run("c"), run("first", { permits: 2, isFirst: true })];
  await settle();
  expect(begun).toEqual(["a"]);
  await end("a");
  expect(begun).toEqual(["a", "first"]);
  await end("first");
  expect(begun).toEqual(["a", "first", "b"]);
  await end("b");
  expect(begun).toEqual(["a", "first", "b", "c"]);
  await end("c");
  await Promise.all(all);
});

it("lets go of a place that is given up, and starts what waited behind it", async () => {
  const { begun, run, end } = bench(new Semaphore(2, 10));
  const a = run("a");
  const leaving = new AbortController();
  const left = run("all", { permits: 2 }, leaving.signal);
  const b = run("b");
  leaving.abort(new Error("gone"));
  await expect(left).rejects.toThrow("gone");
  await settle();
  expect(begun).toEqual(["a", "b"]);
  await end("a");
  await end("b");
  await Promise.all([a, b]);
  await expect(run("c", {}, leaving.signal)).rejects.toThrow("gone");
});

it("gives permits back if the work fails", async () => {
  const semaphore = new Semaphore(1, 0);
  const fail = () => semaphore.run(NEVER, () => Promise.reject(new Error("failed")));
  await expect(fail()).rejects.toThrow("failed");
  expect(await semaphore.run(NEVER, async () => "done")).toBe("done");
});
