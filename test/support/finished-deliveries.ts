import { readId } from "../../src/domain/ids.ts";
import type { WebhookSender } from "../../src/engine/deliveries/delivery-runtime.ts";
import { NewDeliveries } from "../../src/engine/deliveries/outbox.ts";
import type { CountMessage } from "../../src/engine/messages.ts";
import type { AttemptOutcome } from "../../src/engine/ports.ts";
import type { TestApi } from "./http.ts";

/** Queues a count of a space for every webhook; gives back the call of one of them. */
export async function queueCall(api: TestApi, space: string, webhook: string): Promise<bigint> {
  const { context } = api;
  const message: CountMessage = {
    type: "count",
    spaceId: readId("space", space) ?? 0n,
    eventId: 1n,
    doorwayId: 1n,
    timestamp: context.clock.now(),
    direction: 1,
    count: 1,
  };
  const calls = new NewDeliveries(context.clock.now());
  const { deliveryId } = await context.journal.transact(context, (draft) => {
    context.deliveries.outbox.queue(calls, message);
    draft.add({ deliveries: calls.all });
    return draft.ids;
  });
  const index = calls.all.findIndex(({ webhookId }) => webhookId === readId("webhook", webhook));
  return deliveryId + BigInt(index);
}

/** That a call has failed once, and is tried again a minute after, or not. */
export function failure(api: TestApi, deliveryId: bigint, isRetried: boolean): AttemptOutcome {
  const instant = api.context.clock.now();
  return {
    deliveryId,
    webhookId: 1n,
    spaceId: 1n,
    attempt: 1,
    instant,
    status: isRetried ? "retrying" : "dead",
    responseStatus: 503,
    error: "answered 503",
    nextAttemptAt: isRetried ? instant + 60_000 : null,
  };
}

/** Lets test calls be made by a sender; queued calls wait forever. */
export function startTestCalls(api: TestApi, sender: WebhookSender): void {
  const timers = { after: () => () => {} };
  const observer = { attempted: () => {}, disabled: () => {}, failed: () => {} };
  for (const { deliveries } of api.engines) deliveries.provide({ sender, timers, random: () => 0, observer });
}

/** Has an engine write the outcome of an attempt. */
export async function recordFailure({ context }: TestApi, outcome: AttemptOutcome): Promise<void> {
  await context.journal.transact(context, (draft) => draft.add({ outcomes: [outcome] }));
}
