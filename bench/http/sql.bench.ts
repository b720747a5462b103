import { setTimeout as sleep } from "node:timers/promises";
import { formatInstant } from "../../src/domain/instant.ts";
import { type Figure, info, quantile } from "../harness.ts";
import { type Served, serve } from "../served.ts";
import { serialNumber } from "../site.ts";
import type { SizedRun } from "../sized-run.ts";

/** The number of posted events in each measurement, one per request, and the interval between them, in ms. */
const EVENTS = 500;
const EVERY_MS = 50;
const WARM_UPS = 200;

/** Long queries for the SQL process: a window function over the whole log, and arithmetic. */
const HEAVY = [
  `SELECT count(*) FROM (
     SELECT sum(trajectory) OVER (PARTITION BY sensor_serial_number ORDER BY "timestamp") AS level FROM events
   ) WHERE level > 0`,
  "SELECT sum(a.range * b.range) FROM range(30000) AS a, range(30000) AS b",
];

/** Measures the time to acknowledge single events, alone and while SQL queries keep all threads of their process busy. */
export async function sqlBench({ workspace, events }: SizedRun): Promise<Figure[]> {
  info("single events during SQL queries…");
  const dataset = await workspace.dataset(events);
  const { directory } = await workspace.copyOf(dataset, "sql");
  const server = await serve(directory);
  const door = dataset.site[0]?.doors[0];
  if (door === undefined) throw new Error("a space has no door");
  const serial = serialNumber(door);
  const start = performance.now();
  await post(server, "/v2/sql", { query: "SELECT count(*) FROM events" });
  const copiedMs = performance.now() - start;
  await postAll(server, serial, WARM_UPS);
  const idle = await postAll(server, serial, EVENTS);
  const over = new AbortController();
  const busy = HEAVY.map((query) => keepRunning(server, query, over.signal));
  await sleep(2_000);
  const during = await postAll(server, serial, EVENTS);
  over.abort();
  const queries = (await Promise.all(busy)).reduce((sum, count) => sum + count, 0);
  await server.stop();
  const figure = (
    name: string,
    runsMs: readonly number[],
    more: Readonly<Record<string, number>>,
  ): Figure => ({
    bench: "sql",
    name,
    events: dataset.events,
    values: { p50_ms: quantile(runsMs, 0.5), p99_ms: quantile(runsMs, 0.99), ...more },
    runsMs,
  });
  const ratio = quantile(during, 0.99) / quantile(idle, 0.99);
  return [
    figure("POST of one event, idle", idle, {}),
    figure("POST of one event, during two long queries", during, { p99_ratio: ratio, queries }),
    {
      bench: "sql",
      name: "first query, which copies the whole log",
      events: dataset.events,
      values: { ms: copiedMs },
      runsMs: [copiedMs],
    },
  ];
}

/** Posts events one after another, each at its due time or later, and returns the time from due to acknowledged. */
async function postAll(server: Served, serial: string, count: number): Promise<number[]> {
  const runsMs: number[] = [];
  const start = performance.now();
  for (let index = 0; index < count; index++) {
    const due = start + index * EVERY_MS;
    const wait = due - performance.now();
    if (wait > 0) await sleep(wait);
    const timestamp = formatInstant(Date.now());
    const event = { sensor_serial_number: serial, timestamp, trajectory: index % 2 === 0 ? 1 : -1 };
    await post(server, "/v2/sensor_events/", [event]);
    // Measured from the due time, so that a delay counts for all requests that it held up.
    runsMs.push(performance.now() - Math.max(due, start));
  }
  return runsMs;
}

/** Repeats a query until `signal` aborts it, and returns the number of responses. */
async function keepRunning(server: Served, query: string, signal: AbortSignal): Promise<number> {
  for (let count = 0; ; count++) {
    try {
      await post(server, "/v2/sql", { query }, signal);
    } catch (error) {
      if (signal.aborted) return count;
      throw error;
    }
  }
}

async function post(
  { origin, token }: Served,
  path: string,
  body: unknown,
  signal: AbortSignal | null = null,
): Promise<void> {
  const answer = await fetch(`${origin}${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify(body),
    signal,
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`the server answered ${path} with ${text}`);
}
