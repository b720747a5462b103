import { setTimeout as sleep } from "node:timers/promises";
import { Pool } from "undici";
import { quantile } from "../harness.ts";
import type { Target } from "../served.ts";

/*
 * A child process that posts events and requests counts at steady rates, whether or not the server keeps up, and sends
 * the result to its parent process. The duration of a request begins when it is due, so waiting for a connection is
 * included.
 */

/** The requests to send, and their rates. */
export interface SteadyTraffic {
  readonly target: Target;
  readonly seconds: number;
  /** The sensors, which report one after another, repeatedly. */
  readonly serialNumbers: readonly string[];
  /** The number of events in one request. */
  readonly rows: number;
  /** 0 for none. */
  readonly postsPerSecond: number;
  /** Requested one after another, repeatedly. */
  readonly paths: readonly string[];
  readonly readsPerSecond: number;
}

/** The results of requests of one kind; times in ms. */
export interface SteadyAnswers {
  readonly answered: number;
  /** Requests with a response other than 200, or without one `ENDING_MS_MAX` after the end. */
  readonly failed: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly p999Ms: number;
  /** The medians of the requests that were due in the first and in the last quarter of the time. */
  readonly firstQuarterMs: number;
  readonly lastQuarterMs: number;
}

export interface SteadyTrafficResult {
  readonly reads: SteadyAnswers;
  /** Null if no events were posted. */
  readonly posts: SteadyAnswers | null;
}

const CONNECTIONS = 32;

/** The time for which the client waits for outstanding responses at the end, in ms. */
export const ENDING_MS_MAX = 20_000;

process.once("message", async (traffic: SteadyTraffic) => {
  process.send?.(await drive(traffic));
  process.exit();
});

async function drive(traffic: SteadyTraffic): Promise<SteadyTrafficResult> {
  const { target, seconds, paths, readsPerSecond, postsPerSecond } = traffic;
  const headers = { authorization: `Bearer ${target.token}` };
  const [readers, posters] = [1, 2].map(
    () => new Pool(target.origin, { connections: CONNECTIONS, pipelining: 1 }),
  ) as [Pool, Pool];
  const read = async (number: number) => {
    const path = paths[number % paths.length] as string;
    const { statusCode, body } = await readers.request({ path, method: "GET", headers });
    await body.arrayBuffer();
    return statusCode === 200;
  };
  const post = async (number: number) => {
    const { statusCode, body } = await posters.request({
      path: "/v2/sensor_events/",
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body: rowsOf(traffic, number),
    });
    const text = await body.text();
    return statusCode === 200 && text.includes(`"accepted":${traffic.rows}`);
  };
  const [reads, posts] = await Promise.all([
    atRate(readsPerSecond, seconds, read),
    postsPerSecond === 0 ? null : atRate(postsPerSecond, seconds, post),
  ]);
  return { reads, posts };
}

/** Calls `work` at a rate, and measures the time from the due time of each call to its end. */
async function atRate(
  perSecond: number,
  seconds: number,
  work: (number: number) => Promise<boolean>,
): Promise<SteadyAnswers> {
  const count = perSecond * seconds;
  // The time of an unanswered or failed request is infinite.
  const times = new Float64Array(count).fill(Infinity);
  let failed = 0;
  let answered = 0;
  const start = performance.now();
  const pending: Promise<void>[] = [];
  const run = async (number: number, due: number) => {
    const isGood = await work(number).catch(() => false);
    if (!isGood) failed++;
    else times[number] = performance.now() - due;
    answered++;
  };
  for (let number = 0; number < count; number++) {
    const due = start + (number * 1_000) / perSecond;
    const ahead = due - performance.now();
    if (ahead > 0) await sleep(ahead);
    pending.push(run(number, due));
  }
  await Promise.race([Promise.all(pending), sleep(ENDING_MS_MAX)]);
  const quarter = Math.floor(count / 4);
  const good = times.filter((ms) => ms < Infinity);
  return {
    answered: good.length,
    failed: failed + (count - answered),
    p50Ms: quantile([...good], 0.5),
    p99Ms: quantile([...good], 0.99),
    p999Ms: quantile([...good], 0.999),
    firstQuarterMs: quantile([...times.subarray(0, quarter)], 0.5),
    lastQuarterMs: quantile([...times.subarray(count - quarter)], 0.5),
  };
}

/** The body of a request: events of one sensor after another, at the present, with unique ids. */
function rowsOf({ rows, serialNumbers }: SteadyTraffic, number: number): string {
  const timestamp = new Date().toISOString();
  const parts: string[] = [];
  for (let i = 0; i < rows; i++) {
    const event = number * rows + i;
    const serial = serialNumbers[event % serialNumbers.length];
    const trajectory = Math.floor(event / serialNumbers.length) % 2 === 0 ? 1 : -1;
    parts.push(
      `{"sensor_serial_number":"${serial}","timestamp":"${timestamp}","trajectory":${trajectory},` +
        `"event_id":"${event}"}`,
    );
  }
  return `[${parts.join(",")}]`;
}
