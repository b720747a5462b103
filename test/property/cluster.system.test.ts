import { tmpdir } from "node:os";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { startTestCalls } from "../support/finished-deliveries.ts";
import { openApi, type TestApi } from "../support/http.ts";
import { MemoryLog } from "../support/memory-shared-log.ts";
import { FakeSender, FakeTime } from "../support/outbox.ts";
import { checkProperty, SEEDS } from "../support/random.ts";
import { answersOf, listen, makeCalls, setUp } from "../support/replica.ts";
import { settled } from "../support/waiting.ts";
import { change, MINUTE, type Step, schedules } from "./replica-schedules.ts";

const SCHEDULES = Math.ceil(30 / SEEDS.length);
const NODES = 3;
const START = Date.UTC(2024, 4, 10, 12);
const RANGE = "start_time=2024-05-05T00:00:00Z&end_time=2024-05-12T00:00:00Z&interval=6h";

/** A step, the node that makes it, and whether it begins while the ones before it are under way. */
interface NodeStep {
  readonly node: number;
  readonly isConcurrent: boolean;
  readonly step: Step;
}

/** Changes of all engines that were decided again. */
let conflicts = 0;

/** Engines that share a log, each with a store of its own; time passes for all of them. */
async function openNodes(): Promise<{ nodes: TestApi[]; time: FakeTime }> {
  const time = new FakeTime(START);
  const log = new MemoryLog(() => time.now());
  const nodes: TestApi[] = [];
  for (let node = 0; node < NODES; node++) {
    const hasToken = node > 0;
    const api = await openApi({ log: log.connect(), elapsed: time, hasToken });
    await api.context.journal.followLog();
    await api.context.activity.loadAll();
    nodes.push(api);
  }
  return { nodes, time };
}

async function runOnNodes(schedule: readonly NodeStep[]): Promise<void> {
  const { nodes, time } = await openNodes();
  const [first] = nodes as [TestApi, ...TestApi[]];
  try {
    const heard = nodes.map((node): unknown[] => {
      const received: unknown[] = [];
      listen(node, received);
      return received;
    });
    await setUp(first);
    makeCalls(first, time, (call) => call % 3 === 0);
    for (const node of nodes.slice(1)) startTestCalls(node, new FakeSender());
    let running: Promise<unknown>[] = [];
    for (const { node, isConcurrent, step } of schedule) {
      if (!isConcurrent || step.does === "wait") await Promise.all(running.splice(0));
      const api = nodes[node] as TestApi;
      if (step.does === "wait") {
        await time.pass(step.minutes * MINUTE);
        await first.context.notifier.tick(first.context);
      } else if (step.does === "follow") running.push(api.context.journal.followLog());
      else if (step.does !== "kill") running.push(change(api, step, { now: time.now(), folder: tmpdir() }));
    }
    await Promise.all(running);
    running = [];
    await first.context.notifier.tick(first.context);
    await first.context.deliveries.stop(0);
    await settled();
    for (const node of nodes) await node.context.journal.followLog();
    const [expected, ...others] = await Promise.all(nodes.map((node) => answersOf(node, RANGE)));
    for (const answers of others) expect(answers).toEqual(expected);
    for (const each of heard) expect(each).toEqual(heard[0]);
    for (const { context } of nodes) conflicts += context.journal.followed?.conflicts ?? 0;
  } finally {
    await Promise.all(nodes.map(({ app }) => app.close()));
  }
}

describe("engines that share a log", () => {
  it("answer everything alike, whichever of them makes a change, also at the same time", async () => {
    const steps = (await schedules(false)).chain((schedule) =>
      fc.tuple(
        ...schedule.map((step) =>
          fc.record({ node: fc.nat(NODES - 1), isConcurrent: fc.boolean(), step: fc.constant(step) }),
        ),
      ),
    );
    await checkProperty(fc.asyncProperty(steps, runOnNodes), { numRuns: SCHEDULES });
    expect(conflicts).toBeGreaterThan(SCHEDULES);
  });
});
