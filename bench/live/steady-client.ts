import { setTimeout as sleep } from "node:timers/promises";
import type { Target } from "../served.ts";
import { Acknowledgements, Lateness } from "./lateness.ts";
import { Poster } from "./posts.ts";
import { deadOrigin, openReceivers } from "./receivers.ts";
import { openSockets, socketAddress } from "./sockets.ts";
import { createWebhooks } from "./webhooks.ts";

/*
 * A child process with many websockets and webhook receivers. It posts events at a steady rate, and measures the time
 * from the acknowledgement of an event to each message and call. It notifies its parent process when the load begins,
 * and sends the result at the end.
 */

/** The websockets and receivers to open, and the events to post. */
export interface SteadyLoad {
  readonly target: Target;
  readonly sockets: number;
  /** The number of receivers that answer at once. One more refuses connections, and one more is slow. */
  readonly webhooks: number;
  /** The time after which the slow receiver answers, in ms. */
  readonly slowMs: number;
  readonly eventsPerSecond: number;
  readonly seconds: number;
}

/** The number of messages or calls that arrived, and their lateness. */
export interface Received {
  readonly count: number;
  /** The number that did not arrive. */
  readonly missing: number;
  readonly p99Ms: number;
  readonly maxMs: number;
}

export interface SteadyResult {
  readonly sockets: Received;
  readonly webhooks: Received;
  /** The number of calls that the slow receiver got. */
  readonly slowCalls: number;
  /** The number of websockets that the server closed. */
  readonly lost: number;
}

const CONNECTIONS = 16;

/** The time for which the process waits for missing messages and calls at the end, in ms. */
const MISSING_MS_MAX = 10_000;

/** The text before the timestamp, which identifies the event of a message or call. */
const TIMESTAMP = '"timestamp":"';
const TIMESTAMP_LENGTH = "2026-01-01T00:00:00.000Z".length;

process.once("message", async (load: SteadyLoad) => {
  process.send?.(await drive(load));
  process.disconnect();
});

async function drive(load: SteadyLoad): Promise<SteadyResult> {
  const { target, slowMs, eventsPerSecond, seconds } = load;
  const acknowledgements = new Acknowledgements();
  const notified = new Lateness();
  const called = new Lateness();
  let slowCalls = 0;
  const receivers = await openReceivers(load.webhooks + 1, (body, receiver) => {
    if (receiver === load.webhooks) {
      slowCalls++;
      return slowMs;
    }
    const start = body.indexOf(TIMESTAMP) + TIMESTAMP.length;
    called.add(acknowledgements.lateness(body.slice(start, start + TIMESTAMP_LENGTH)));
    return 0;
  });
  await createWebhooks(target, [...receivers.origins, await deadOrigin()]);
  const group = await openSockets(
    load.sockets,
    () => socketAddress(target),
    (text) => {
      const start = text.indexOf(TIMESTAMP) + TIMESTAMP.length;
      notified.add(acknowledgements.lateness(text.toString("latin1", start, start + TIMESTAMP_LENGTH)));
    },
  );
  process.send?.("begins");

  const poster = new Poster(target, CONNECTIONS);
  const post = async () => {
    const timestamp = poster.nextTimestamp();
    acknowledgements.posted(timestamp);
    await poster.post(timestamp);
    acknowledgements.acknowledged(timestamp);
  };
  const events = eventsPerSecond * seconds;
  const start = performance.now();
  const posts: Promise<void>[] = [];
  for (let i = 0; i < events; i++) {
    const ahead = start + (i * 1_000) / eventsPerSecond - performance.now();
    if (ahead > 0) await sleep(ahead);
    posts.push(post());
  }
  await Promise.all(posts);
  await poster.close();
  const expected = { notified: events * load.sockets, called: events * load.webhooks };
  const latest = performance.now() + MISSING_MS_MAX;
  while ((notified.count < expected.notified || called.count < expected.called) && performance.now() < latest)
    await sleep(10);
  const result = {
    sockets: received(notified, expected.notified),
    webhooks: received(called, expected.called),
    slowCalls,
    lost: group.lost,
  };
  group.close();
  receivers.close();
  return result;
}

function received(lateness: Lateness, expected: number): Received {
  const { count, maxMs } = lateness;
  return { count, missing: expected - count, p99Ms: lateness.quantile(0.99), maxMs };
}
