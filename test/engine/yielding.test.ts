import { expect, it } from "vitest";
import { buildEngine } from "../../src/engine/build-engine.ts";
import { reportsOf } from "../../src/engine/ingest/reports.ts";
import { Pacer, YieldQueue, yieldToEventLoop } from "../../src/engine/yielding.ts";
import { memoryStore } from "../support/memory-store.ts";
import { TEST_SETTINGS } from "../support/settings.ts";
import { at, reportOf } from "../support/store-reports.ts";

/** Records the iterations of the event loop in a list, until it is stopped. */
function notingRounds(happened: string[]): () => void {
  let isOver = false;
  const note = async () => {
    while (!isOver) {
      happened.push("round");
      await yieldToEventLoop();
    }
  };
  void note();
  return () => {
    isOver = true;
  };
}

it("a yield queue resolves in order, one turn per iteration of the event loop", async () => {
  const turns = new YieldQueue();
  const happened: string[] = [];
  const stop = notingRounds(happened);
  await Promise.all(["a", "b", "c"].map((name) => turns.take().then(() => happened.push(name))));
  stop();
  expect(happened.filter((each) => each !== "round")).toEqual(["a", "b", "c"]);
  expect(happened.join(" ")).toMatch(/a (round )+b (round )+c/);
});

it("a pacer pauses after the given number of steps", async () => {
  const happened: string[] = [];
  const pacer = new Pacer(3);
  const stop = notingRounds(happened);
  for (const step of ["1", "2", "3", "4"]) {
    happened.push(step);
    await pacer.step();
  }
  stop();
  expect(happened.join(" ")).toMatch(/^round 1 2 3 (round )+4/);
});

it("other work runs between the responses to requests of one commit group", async () => {
  const context = await buildEngine(memoryStore(), { ...TEST_SETTINGS, clock: { now: () => at("12:00") } });
  const happened: string[] = [];
  const submit = (minute: number) =>
    context.ingest
      .submit({
        change: context,
        reports: reportsOf([reportOf(`a 08:${minute} 1`)]),
        duplicates: "drop",
        live: true,
        request: null,
      })
      .then(({ accepted }) => happened.push(`${accepted}`));
  // The first request is committed alone, the others together in the next commit.
  const first = submit(10);
  const others = Array.from({ length: 40 }, (_, i) => submit(11 + i));
  await first;
  happened.length = 0;
  const stop = notingRounds(happened);
  await Promise.all(others);
  stop();
  const chunks = happened.join("").split(/(?:round)+/);
  expect(chunks.join("")).toBe("1".repeat(40));
  expect(Math.max(...chunks.map(({ length }) => length))).toBe(16);
});
