import type { Target } from "../served.ts";
import { deadOrigin, openReceivers } from "./receivers.ts";
import { openSockets, socketAddress } from "./sockets.ts";
import { createWebhooks } from "./webhooks.ts";

/*
 * A child process with many websockets, and with webhook receivers that refuse connections or answer slowly. It notifies
 * its parent process when all of them are open, and sends the result at the end.
 */

/** The websockets and receivers to open. */
export interface Listeners {
  readonly target: Target;
  readonly sockets: number;
  /** The number of receivers that refuse connections. */
  readonly dead: number;
  /** The number of slow receivers. */
  readonly slow: number;
  /** The time after which a slow receiver answers, in ms. */
  readonly slowMs: number;
}

/** The numbers of messages and calls that arrived. */
export interface ListenersResult {
  readonly messages: number;
  readonly slowCalls: number;
  /** The number of websockets that the server closed. */
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
