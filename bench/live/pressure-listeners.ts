import type { Target } from "../served.ts";
import { deadOrigin, openReceivers } from "./receivers.ts";
import { openSockets, socketAddress } from "./sockets.ts";
import { createWebhooks } from "./webhooks.ts";

/*
 * A separate process with many sockets, and with receivers of webhooks that are slow or dead. It reports when all of
 * them are open, and at the end how many sockets were closed.
 */

/** The listeners. */
export interface Listeners {
  readonly target: Target;
  readonly sockets: number;
  /** Receivers that reject connections. */
  readonly dead: number;
  /** Receivers that answer after a delay in ms. */
  readonly slow: number;
  readonly slowMs: number;
}

/** The result. */
export interface ListenersResult {
  readonly messages: number;
  readonly slowCalls: number;
  /** Sockets that were closed. */
  readonly lost: number;
}

process.once("message", async ({ target, sockets, dead, slow, slowMs }: Listeners) => {
  let messages = 0;
  let slowCalls = 0;
  const receivers = await openReceivers(slow, () => {
    slowCalls++;
    return slowMs;
  });
  const deadOrigins = await Promise.all(Array.from({ length: dead }, deadOrigin));
  await createWebhooks(target, [...receivers.origins, ...deadOrigins]);
  const group = await openSockets(
    sockets,
    () => socketAddress(target),
    () => messages++,
  );
  process.send?.("begins");
  process.once("message", () => {
    const result: ListenersResult = { messages, slowCalls, lost: group.lost };
    process.send?.(result);
    group.close();
    receivers.close();
    process.disconnect();
  });
});
