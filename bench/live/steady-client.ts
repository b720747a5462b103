import { setTimeout as sleep } from "node:timers/promises";
import type { Target } from "../served.ts";
import { Acknowledgements, Lateness } from "./lateness.ts";
import { Poster } from "./posts.ts";
import { deadOrigin, openReceivers } from "./receivers.ts";
import { openSockets, socketAddress } from "./sockets.ts";
import { createWebhooks } from "./webhooks.ts";

/*
 * A child process with many sockets and the receivers of many webhooks, that posts events at a steady
 * rate and notes how long after its acknowledgement each notification comes. It says when it begins, and then what
 * came of it.
 */

/** The listeners, and the events to post. */
export interface SteadyLoad {
  readonly target: Target;
  readonly sockets: number;
  /** Receivers that answer at once; in addition one rejects connections, and one is slow. */
  readonly webhooks: number;
  readonly slowMs: number;
  readonly eventsPerSecond: number;
  readonly seconds: number;
}

/** The calls of some receivers. */
export interface Received {
  readonly count: number;
  /** The missing calls. */
  readonly missing: number;
  readonly p99Ms: number;
  readonly maxMs: number;
}

export interface SteadyResult {
  readonly sockets: Received;
  readonly webhooks: Received;
  /** Calls that the slow receiver has got. */
  readonly slowCalls: number;
  /** Sockets that were closed. */
  readonly lost: number;
}

const CONNECTIONS = 16;

/** How long missing calls are awaited at the end, in ms. */
const MISSING_MS_MAX = 10_000;

/** The field before the timestamp, which identifies the event of a message or call. */
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
