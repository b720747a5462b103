import { setTimeout as sleep } from "node:timers/promises";
import { formatId } from "../../src/domain/ids.ts";
import { DAY_MS } from "../../src/domain/instant.ts";
import { askChild } from "../child.ts";
import { type Figure, info, median } from "../harness.ts";
import { serve, type Target } from "../served.ts";
import { openEngine } from "../site.ts";
import type { Workspace } from "../workspace.ts";
import { drive, serveBaseline } from "./ingest-processes.ts";
import { spaceCountsPath } from "./paths.ts";
import type { SteadyAnswers, SteadyTraffic, SteadyTrafficResult } from "./steady-client.ts";

const READS_PER_SECOND = 100;

/** The number of spaces that are read. */
const SPACES = 200;

/** The number of rounds, and the duration of each of its two measurements (reads alone, reads during ingest), in s. */
const ROUNDS = 5;
const SECONDS = 6;

/** The duration of the reads before the measurement, in which V8 compiles the code, in s. */
const WARM_UP_SECONDS = 4;

const SENSORS = 1_500;

const SHAPES = [
  { name: "1 event a POST, 64 connections", rows: 1, connections: 64 },
  { name: "1000 events a POST, 8 connections", rows: 1_000, connections: 8 },
] as const;
type Shape = (typeof SHAPES)[number];

/**
 * Reads current counts and today's hourly counts at a steady rate, alone and while clients post events at full speed.
 * Measures the same with a baseline server that receives the same posts and returns constant bodies.
 */
export async function readsBench(workspace: Workspace): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const shape of SHAPES) {
    info(`reading during ingest, ${shape.name}…`);
    const { paths, directory } = await site(workspace);
    const { stop, ...served } = await serve(directory);
    const bytes = await meanBytes(served, paths);
    figures.push(...(await measure("counts", { ...served, path: "/v2/sensor_events/", paths }, shape)));
    await stop();
    const baseline = await serveBaseline({ path: workspace.path("baseline.log"), rows: shape.rows, bytes });
    const target = { origin: baseline.origin, token: "", path: "/", paths: ["/"] };
    figures.push(...(await measure("baseline Fastify, constant bodies", target, shape)));
    await baseline.stop();
  }
  return figures;
}

/** A server, the path for events, and the paths to read. */
interface Reading extends Target {
  readonly path: string;
  readonly paths: readonly string[];
}

async function measure(
  what: string,
  { origin, token, path, paths }: Reading,
  { name, rows, connections }: Shape,
): Promise<Figure[]> {
  const read = (seconds: number) => readFor({ target: { origin, token }, paths, seconds });
  const load = { rows, connections, format: "JSON", sensors: SENSORS, origin, path, token } as const;
  // Reads begin after the warm-up of the ingest load, and end before that load ends.
  const ms = (SECONDS + 2) * 1_000;
  const readDuringIngest = async () => {
    const [posted, answers] = await Promise.all([
      drive({ ...load, ms }),
      sleep(ms / 3 + 1_000).then(() => read(SECONDS)),
    ]);
    return { ...answers, eventsPerSecond: posted.requestsPerSecond * rows };
  };
  await read(WARM_UP_SECONDS);
  const alone: SteadyAnswers[] = [];
  const during: Awaited<ReturnType<typeof readDuringIngest>>[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    alone.push(await read(SECONDS));
    during.push(await readDuringIngest());
  }
  const figure = (of: string, values: Figure["values"]): Figure => ({
    bench: "reads",
    name: of,
    events: null,
    values,
    runsMs: [],
  });
  return [
    figure(`${what}, alone`, valuesOf(alone)),
    figure(`${what}, during ${name}`, {
      ...valuesOf(during),
      p99_ratio: p99Of(during) / p99Of(alone),
      events_per_s: median(during.map(({ eventsPerSecond }) => eventsPerSecond)),
    }),
  ];
}

/** The medians of the rounds. */
function valuesOf(rounds: readonly SteadyAnswers[]): Figure["values"] {
  return {
    p50_ms: median(rounds.map(({ p50Ms }) => p50Ms)),
    p99_ms: p99Of(rounds),
    failed: rounds.reduce((sum, { failed }) => sum + failed, 0),
  };
}

function p99Of(rounds: readonly SteadyAnswers[]): number {
  return median(rounds.map(({ p99Ms }) => p99Ms));
}

async function readFor(reading: Pick<SteadyTraffic, "target" | "paths" | "seconds">): Promise<SteadyAnswers> {
  const traffic = { ...reading, readsPerSecond: READS_PER_SECOND, postsPerSecond: 0, rows: 0 };
  const client = new URL("steady-client.ts", import.meta.url);
  return (await askChild<SteadyTrafficResult>(client, { ...traffic, serialNumbers: [] })).reads;
}

/** A data directory without events, and the paths of the current counts and today's hourly counts of its spaces. */
async function site(workspace: Workspace): Promise<{ readonly directory: string; readonly paths: string[] }> {
  const directory = await workspace.emptyDirectory("reads");
  const { context, close } = await openEngine(directory);
  const spaceIds = context.catalog.spaces.all().map(({ id }) => id);
  await close();
  const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  const paths = spaceIds
    .slice(0, SPACES)
    .flatMap((id) => [
      `/v2/spaces/${formatId("space", id)}/`,
      spaceCountsPath(id, today, today + DAY_MS, "1h"),
    ]);
  return { directory, paths };
}

/** The mean size of the responses, in bytes. */
async function meanBytes({ origin, token }: Target, paths: readonly string[]): Promise<number> {
  const answers = await Promise.all(
    paths.map((path) => fetch(origin + path, { headers: { authorization: `Bearer ${token}` } })),
  );
  const bodies = await Promise.all(answers.map((answer) => answer.arrayBuffer()));
  return Math.round(bodies.reduce((sum, body) => sum + body.byteLength, 0) / bodies.length);
}
