import type { Target } from "../served.ts";
import { Poster } from "./posts.ts";
import { openReceivers } from "./receivers.ts";
import { createWebhooks } from "./webhooks.ts";

/*
 * A child process with many webhook receivers, which counts their calls. It sends the origins of the receivers to its
 * parent process, and the result at the end.
 */

/** The server, the number of webhooks, and the duration. */
export interface WebhookLoad {
  /** A Headcount server, to which the process posts events; null if another program makes the calls. */
  readonly target: Target | null;
  readonly webhooks: number;
  /** The duration of the measurement, in ms. A warm-up of a fifth of it comes first. */
  readonly ms: number;
}

/** The result of the measurement. */
export interface WebhookLoadResult {
  readonly callsPerSecond: number;
  /** The body of the first call. */
  readonly body: string;
}

const CONNECTIONS = 64;

/** The number of pending calls per webhook at which the process pauses its posts. It keeps every webhook busy. */
const PENDING_CALLS = 256;

process.once("message", async (load: WebhookLoad) => {
  process.send?.(await drive(load));
  process.disconnect();
});

async function drive({ target, webhooks, ms }: WebhookLoad): Promise<WebhookLoadResult> {
  let received = 0;
  let counted = 0;
  let sample = "";
  let from = Infinity;
  let until = Infinity;
  const receivers = await openReceivers(webhooks, (body) => {
    const now = performance.now();
    if (received++ === 0) {
      sample = body;
      from = now + ms / 5;
      until = from + ms;
    }
    if (now >= from && now < until) counted++;
    return 0;
  });
  process.send?.(receivers.origins);
  if (target !== null) {
    await createWebhooks(target, receivers.origins);
    const poster = new Poster(target, CONNECTIONS);
    let posted = 0;
    const post = async () => {
      while (performance.now() < until) {
        if (posted - received / webhooks < PENDING_CALLS) {
          posted++;
          await poster.post(poster.nextTimestamp());
        } else {
          await new Promise((resolve) => setTimeout(resolve, 1));
        }
      }
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, post));
    await poster.close();
  } else {
    while (performance.now() < until) await new Promise((resolve) => setTimeout(resolve, 10));
  }
  receivers.close();
  return { callsPerSecond: (counted * 1_000) / ms, body: sample };
}
