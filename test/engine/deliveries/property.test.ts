import fc from "fast-check";
import { expect, it } from "vitest";
import type { CallResult } from "../../../src/engine/deliveries/delivery-runtime.ts";
import { count, OK, REFUSED, range, TestOutbox, webhook } from "../../support/outbox.ts";
import { check } from "../../support/random.ts";

const CASES = 60;
const WEBHOOKS = [1, 2];
const SPACES = 3;
const HOUR_MS = 3_600_000;
const BOUNDS = { queueBuffer: 3, webhookBuffer: 5, callsAtOnce: 2, outcomesWaiting: 4 };

type Step =
  | { readonly does: "commit"; readonly spaces: readonly number[] }
  | { readonly does: "abandon"; readonly spaces: readonly number[] }
  | { readonly does: "pass"; readonly ms: number }
  | { readonly does: "switch"; readonly webhook: number; readonly enabled: boolean }
  | { readonly does: "restart"; readonly isKilled: boolean };

const spaces = fc.array(fc.nat(SPACES - 1), { maxLength: 12 });
const steps: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ does: fc.constant("commit"), spaces } as const) },
  fc.record({ does: fc.constant("abandon"), spaces } as const),
  {
    weight: 3,
    arbitrary: fc.record({ does: fc.constant("pass"), ms: fc.constantFrom(0, 50, 500, 60_000) } as const),
  },
  fc.record({
    does: fc.constant("switch"),
    webhook: fc.constantFrom(...WEBHOOKS),
    enabled: fc.boolean(),
  } as const),
  fc.record({ does: fc.constant("restart"), isKilled: fc.boolean() } as const),
);

/** The events that each queue should deliver, in order, by `webhook space`; and the calls of each process. */
class Model {
  readonly due = new Map<string, number[]>();
  readonly enabled = new Map(WEBHOOKS.map((id) => [id, true]));
  #event = 0;

  messages(given: readonly number[]) {
    return given.map((space) => count(space, ++this.#event));
  }

  commit(messages: readonly ReturnType<typeof count>[]): void {
    for (const id of WEBHOOKS.filter((each) => this.enabled.get(each))) {
      for (const { spaceId, count: event } of messages) {
        const queue = `${id} spc_${spaceId}`;
        this.due.set(queue, [...(this.due.get(queue) ?? []), event]);
      }
    }
  }

  /** Checks the calls of one process, and the progress of each queue. */
  check(outbox: TestOutbox, reached: Map<string, number>): void {
    expect(outbox.sender.complaints).toEqual([]);
    const last = new Map<string, number>();
    for (const { endpoint, body, sequence } of outbox.sender.calls) {
      const { space_id: space, count: event } = JSON.parse(body);
      const queue = `${endpoint} ${space}`;
      expect(this.due.get(queue)?.[sequence - 1]).toBe(event);
      const before = last.get(queue) ?? sequence;
      expect([before, before + 1]).toContain(sequence);
      expect(sequence).toBeLessThanOrEqual((reached.get(queue) ?? 0) + 1);
      reached.set(queue, Math.max(reached.get(queue) ?? 0, sequence));
      last.set(queue, sequence);
    }
  }
}

async function run(plan: readonly Step[], failures: readonly boolean[]): Promise<void> {
  const model = new Model();
  const reached = new Map<string, number>();
  let calls = 0;
  const unreliable = () => (failures[calls++ % Math.max(1, failures.length)] ? REFUSED : OK);
  const answering = (outbox: TestOutbox, answer: () => CallResult) => {
    for (const id of WEBHOOKS) outbox.sender.answer(String(id), answer);
    return outbox;
  };
  const webhooks = WEBHOOKS.map((id) => webhook(id));
  let outbox = answering(await TestOutbox.open({ webhooks, bounds: BOUNDS }), unreliable);
  for (const step of plan) {
    if (step.does === "commit" || step.does === "abandon") {
      const messages = model.messages(step.spaces);
      if (step.does === "abandon") {
        await outbox.abandon(...messages);
        continue;
      }
      await outbox.commit(...messages);
      model.commit(messages);
    } else if (step.does === "pass") {
      await outbox.pass(step.ms);
    } else if (step.does === "switch") {
      await outbox.put(webhook(step.webhook, { enabled: step.enabled }));
      model.enabled.set(step.webhook, step.enabled);
    } else {
      const recover = step.isKilled ? outbox.failOutcomes("killed") : () => {};
      await outbox.stop();
      recover();
      model.check(outbox, reached);
      outbox = answering(await TestOutbox.open({ before: outbox }), unreliable);
    }
  }
  answering(outbox, () => OK);
  await outbox.put(...webhooks);
  await outbox.pass(HOUR_MS);
  await outbox.stop();
  model.check(outbox, reached);
  for (const id of WEBHOOKS) {
    const deliveries = await outbox.listed(id);
    expect(deliveries.filter(({ status }) => status !== "delivered")).toEqual([]);
    for (const space of range(0, SPACES - 1)) {
      const due = model.due.get(`${id} spc_${space}`) ?? [];
      const queue = deliveries.filter(({ message }) => message.spaceId === BigInt(space));
      expect(queue.map(({ sequence }) => sequence)).toEqual(range(1, due.length));
      expect(queue.map(({ message }) => Number(message.eventId))).toEqual(due);
    }
    expect(outbox.backlog(id)).toBe(0);
  }
}

const TITLE = "every call is delivered at least once, in order, through failures and restarts";

it(`D23: ${TITLE}`, async () => {
  const cases = fc.tuple(fc.array(steps, { maxLength: 25 }), fc.array(fc.boolean(), { maxLength: 9 }));
  await check(CASES, cases, ([plan, failures]) => run(plan, failures));
});
