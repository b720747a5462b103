import type { Target } from "../served.ts";
import { Poster } from "./posts.ts";
import { openReceivers } from "./receivers.ts";
import { createWebhooks } from "./webhooks.ts";

/*
 * A child process with the receivers of many webhooks, which counts what they get. It sends the
 * receivers' addresses to the process that started it, and then what came.
 */

/** Whose calls to count, and for how long. */
export interface WebhookLoad {
  /** Headcount, which is kept busy with events; null if another program makes the calls. */
  readonly target: Target | null;
  readonly webhooks: number;
  /** In ms; what comes in the first fifth does not count. */
  readonly ms: number;
}

/** The result. */
export interface WebhookLoadResult {
  readonly callsPerSecond: number;
  /** One call's body. */
  readonly body: string;
}

const CONNECTIONS = 64;

/** Calls of each webhook that may wait while more events are posted: enough for it never to be idle. */
const WAITING_CALLS = 256;

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
        if (posted - received / webhooks < WAITING_CALLS) {
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
