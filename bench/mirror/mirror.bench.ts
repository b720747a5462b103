import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { systemTimers } from "../../src/engine/timers.ts";
import { analyticsServer } from "../../src/mirror/clickhouse/analytics-server.ts";
import { Mirror } from "../../src/mirror/mirror.ts";
import { MirrorTables } from "../../src/mirror/mirror-tables.ts";
import { nextMessage, startChild } from "../child.ts";
import type { Dataset } from "../dataset.ts";
import { type Figure, info, median, time } from "../harness.ts";
import { alternate, type Loading, WARM_UP_MS } from "../http/alternate.ts";
import { drive } from "../http/ingest-processes.ts";
import { randomCountsPaths } from "../http/paths.ts";
import { ENDING_MS_MAX, type SteadyTraffic, type SteadyTrafficResult } from "../http/steady-client.ts";
import { type Served, serve } from "../served.ts";
import { type BenchEngine, serialNumber } from "../site.ts";
import type { SizedRun } from "../sized-run.ts";
import { benchStatement } from "../statements.ts";
import type { Workspace } from "../workspace.ts";
import { type ClickHouseServer, startClickHouse } from "./clickhouse-server.ts";

const QUERIES = 7;
const SENSORS = 1_500;

/** 10,000 events per second, in batches such as gateways send, and reads of counts. */
const ROWS = 100;
const POSTS_PER_SECOND = 100;
const READS_PER_SECOND = 100;
const PATHS = 256;
const STEADY_ROUNDS = 3;

/** Rounds at full speed last longer than the pauses between cuts, in ms. */
const FULL_SPEED_MS = 12_000;

const CLIENT = new URL("../http/steady-client.ts", import.meta.url);

/** Measures a mirror in ClickHouse: its first fill, a query, and what it costs a server. */
export async function mirrorBench({ workspace, events, steadySeconds }: SizedRun): Promise<Figure[]> {
  const dataset = await workspace.dataset(events);
  const clickHouse = await startClickHouse(workspace.path("clickhouse"));
  const engine = await workspace.openDerived(dataset);
  const figures: Figure[] = [];
  const figure = (name: string, values: Figure["values"], runsMs: readonly number[] = []) =>
    figures.push({ bench: "mirror", name, events: dataset.events, values, runsMs });
  info("loading the events into ClickHouse alone…");
  const plain = await loadPlain(workspace, engine, dataset, clickHouse);
  figure("the events alone, from a Parquet file", plain);
  // Its merges would go on meanwhile.
  await clickHouse.query("DROP DATABASE plain SYNC", "default");
  info("filling a mirror…");
  const filled = await fill(workspace, engine, dataset, clickHouse);
  figure("first fill of a mirror", { ...filled, time_over_baseline: filled.ms / plain.ms });
  const hours = benchStatement("mirror/hours-of-the-week");
  const queried = await time(() => clickHouse.query(hours, "filled"), { repeats: QUERIES, warmUps: 1 });
  figure("hours of all spaces by weekday and hour", { median_ms: queried.medianMs }, queried.runsMs);
  await engine.close();
  await clickHouse.query("DROP DATABASE filled SYNC", "default");
  figures.push(...(await besideServer(workspace, dataset, clickHouse, steadySeconds)));
  await clickHouse.stop();
  return figures;
}

async function loadPlain(
  workspace: Workspace,
  { context }: BenchEngine,
  { events }: Dataset,
  clickHouse: ClickHouseServer,
) {
  const folder = workspace.path("plain");
  mkdirSync(folder, { recursive: true });
  const file = join(folder, "events.parquet");
  const paths = { events: file, spaceEvents: join(folder, "space-events.parquet") };
  await context.changes.copyValidEvents(0n, await context.events.position(), paths);
  await clickHouse.query("CREATE DATABASE plain", "default");
  await clickHouse.query(benchStatement("mirror/create-plain-event"), "plain");
  const [start, cpu] = [performance.now(), clickHouse.cpu()];
  await clickHouse.query(benchStatement("mirror/load-plain-event"), "plain", file);
  const ms = performance.now() - start;
  rmSync(folder, { recursive: true });
  return {
    ms,
    m_events_per_s: events / ms / 1_000,
    clickhouse_us_per_event: ((clickHouse.cpu() - cpu) * 1_000) / events,
  };
}

async function fill(
  workspace: Workspace,
  { context }: BenchEngine,
  { events }: Dataset,
  clickHouse: ClickHouseServer,
) {
  const folder = workspace.path("mirror");
  mkdirSync(folder, { recursive: true });
  const target = new MirrorTables(analyticsServer(clickHouse.url("filled")));
  const failed = (error: unknown) => {
    throw error;
  };
  const mirror = new Mirror({
    source: context,
    target,
    observer: { failed, shipped: () => {} },
    timers: systemTimers,
    elapsed: { now: () => performance.now() },
    folder,
  });
  const [start, cpu, usage] = [performance.now(), clickHouse.cpu(), process.cpuUsage()];
  await mirror.catchUp();
  const ms = performance.now() - start;
  const { user, system } = process.cpuUsage(usage);
  const clickHouseMs = clickHouse.cpu() - cpu;
  const { differences } = await mirror.verify();
  if (differences.length > 0) throw new Error(`the mirror differs: ${JSON.stringify(differences)}`);
  await target.close();
  const [bytes] = await clickHouse.query<{ event_bytes: number; hour_bytes: number }>(
    benchStatement("mirror/bytes-of-tables"),
    "filled",
  );
  return {
    ms,
    m_events_per_s: events / ms / 1_000,
    server_us_per_event: (user + system) / events,
    clickhouse_us_per_event: (clickHouseMs * 1_000) / events,
    event_bytes_per_event: (bytes?.event_bytes ?? 0) / events,
    hour_bytes_per_event: (bytes?.hour_bytes ?? 0) / events,
  };
}

/** Loads a server without a mirror, and one with a mirror, in turn. */
async function besideServer(
  workspace: Workspace,
  dataset: Dataset,
  clickHouse: ClickHouseServer,
  seconds: number,
): Promise<Figure[]> {
  const { directory, spaceIds } = await workspace.copyOf(dataset, "without-mirror");
  const mirrored = await workspace.copyOf(dataset, "with-mirror");
  const alone = await serve(directory);
  const beside = await serve(mirrored.directory, ["--analytics", clickHouse.url("beside")]);
  info("filling the mirror of a server…");
  while ((await beside.metric("headcount_mirrored_events_total")) < dataset.events) await sleep(1_000);
  await sleep(WARM_UP_MS);
  const figures: Figure[] = [];
  const figure = (name: string, values: Figure["values"]) =>
    figures.push({ bench: "mirror", name, events: dataset.events, values, runsMs: [] });
  const paths = randomCountsPaths(spaceIds, dataset.range, PATHS);
  const traffic = {
    seconds,
    serialNumbers: dataset.site.flatMap(({ doors }) => doors.map(serialNumber)),
    rows: ROWS,
    postsPerSecond: POSTS_PER_SECOND,
    paths,
    readsPerSecond: READS_PER_SECOND,
  };
  const rounds: (readonly [Steady, Steady])[] = [];
  for (let round = 0; round < STEADY_ROUNDS; round++) {
    info(`${ROWS * POSTS_PER_SECOND} events/s and ${READS_PER_SECOND} reads/s, round ${round + 1}…`);
    rounds.push([await steady(alone, traffic, clickHouse), await steady(beside, traffic, clickHouse)]);
  }
  const of = (index: 0 | 1, name: keyof Steady) => median(rounds.map((round) => round[index][name]));
  const names = ["post_p50_ms", "post_p99_ms", "read_p50_ms", "read_p99_ms", "server_us_per_event"] as const;
  const values = (index: 0 | 1) => Object.fromEntries(names.map((name) => [name, of(index, name)]));
  figure("a steady load without a mirror", values(0));
  figure("the same with a mirror", {
    ...values(1),
    mirror_us_per_event: of(1, "server_us_per_event") - of(0, "server_us_per_event"),
    clickhouse_us_per_event: of(1, "clickhouse_us_per_event"),
  });
  for (const [name, rows, connections] of [
    ["1 event a POST, 64 connections", 1, 64],
    ["1000 events a POST, 8 connections", 1_000, 8],
  ] as const) {
    info(`as fast as possible, ${name}…`);
    const [without, withMirror] = [posting(alone, rows, connections), posting(beside, rows, connections)];
    await without(WARM_UP_MS);
    await withMirror(WARM_UP_MS);
    const { baseline, product } = await alternate(without, withMirror, FULL_SPEED_MS);
    figure(`without a mirror, ${name}`, baseline);
    figure(`with a mirror, ${name}`, product);
  }
  await alone.stop();
  await beside.stop();
  return figures;
}

type Steady = Readonly<
  Record<
    | "post_p50_ms"
    | "post_p99_ms"
    | "read_p50_ms"
    | "read_p99_ms"
    | "server_us_per_event"
    | "clickhouse_us_per_event",
    number
  >
>;

async function steady(
  server: Served,
  traffic: Omit<SteadyTraffic, "target">,
  clickHouse: ClickHouseServer,
): Promise<Steady> {
  const [own, theirs] = [await server.cpu(), clickHouse.cpu()];
  const client = startChild(CLIENT);
  client.send({ ...traffic, target: { origin: server.origin, token: server.token } });
  const { reads, posts } = await nextMessage<SteadyTrafficResult>(
    client,
    traffic.seconds * 2_000 + 2 * ENDING_MS_MAX,
  );
  if (posts === null || reads.failed + posts.failed > 0) throw new Error("requests have failed");
  const perEvent = (ms: number) => (ms * 1_000) / (posts.answered * traffic.rows);
  return {
    post_p50_ms: posts.p50Ms,
    post_p99_ms: posts.p99Ms,
    read_p50_ms: reads.p50Ms,
    read_p99_ms: reads.p99Ms,
    server_us_per_event: perEvent((await server.cpu()) - own),
    clickhouse_us_per_event: perEvent(clickHouse.cpu() - theirs),
  };
}

function posting({ origin, token }: Served, rows: number, connections: number): Loading {
  const load = { rows, connections, format: "JSON", sensors: SENSORS, path: "/v2/sensor_events/" } as const;
  return (ms) => drive({ ...load, origin, token, ms });
}
