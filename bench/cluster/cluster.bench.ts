import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import pg from "pg";
import { install } from "../../scripts/peer-packages.ts";
import { DAY_MS } from "../../src/domain/instant.ts";
import { askChild } from "../child.ts";
import { freePort } from "../free-port.ts";
import { type Figure, info, median } from "../harness.ts";
import { alternate, type Loading, WARM_UP_MS } from "../http/alternate.ts";
import type { Load, LoadResult } from "../http/client.ts";
import { get } from "../http/get.ts";
import { drive } from "../http/ingest-processes.ts";
import { spaceCountsPath } from "../http/paths.ts";
import { type PostgresServer, SUPERUSER, startPostgres } from "../peers/postgres-server.ts";
import { type Served, serve, type Target } from "../served.ts";
import type { Workspace } from "../workspace.ts";
import type { AppendLoad, AppendResult } from "./append-client.ts";

const run = promisify(execFile);
const PROGRAM = fileURLToPath(new URL("../../bin/headcount", import.meta.url));

const SENSORS = 1_500;
const NODES = 3;

/** The number of rounds that compare one node with several, and the duration of each load, in ms. */
const ROUNDS = 5;
const ROUND_MS = 4_000;

const SINGLES = { name: "1 event a POST, 64 connections", rows: 1, connections: 64 } as const;
const BATCHES = { name: "1000 events a POST, 8 connections", rows: 1_000, connections: 8 } as const;
const SHAPES = [SINGLES, BATCHES] as const;

/** Measures the nodes of clusters, beside a server with the same site that has its data for itself. */
export async function clusterBench(workspace: Workspace): Promise<Figure[]> {
  const postgres = await Postgres.start(workspace);
  const site = await workspace.emptyDirectory("cluster-site");
  const [alone, one] = [await serve(site), await postgres.nodes(1)];
  const [node] = one as [Node];
  const figures: Figure[] = [];
  for (const shape of SHAPES) {
    info(`one node, ${shape.name}…`);
    const [posted, logged] = [await postedTo(node), await logBytes(node)];
    const rounds = await compared(posting([alone], shape), posting(one, shape));
    const perEvent = ((await logBytes(node)) - logged) / ((await postedTo(node)) - posted);
    figures.push(figure(`a server alone, ${shape.name}`, rounds.baseline));
    figures.push(figure(`one node, ${shape.name}`, { ...rounds.product, log_bytes_per_event: perEvent }));
  }
  info("counts at one node…");
  const paths = await countsPaths(alone);
  const reads = await compared(reading(alone, paths), reading(node, paths));
  figures.push(figure("a server alone, counts of today", reads.baseline));
  figures.push(figure("one node, counts of today", reads.product));
  info("a new node…");
  figures.push(await newNode(postgres, node));
  await alone.stop();
  // Nodes that follow use the processor, too.
  const several = await postgres.nodes(NODES);
  for (const shape of SHAPES) {
    info(`${NODES} nodes, ${shape.name} each…`);
    const rounds = await compared(posting(one, shape), posting(several, shape));
    figures.push(figure(`${NODES} nodes, ${shape.name} each`, rounds.product));
  }
  for (const { stop } of [...one, ...several]) await stop();
  info("appends alone…");
  figures.push(...(await appends(postgres)));
  await postgres.stop();
  return figures;
}

/** A server of a cluster, with the address of its database. */
interface Node extends Served {
  readonly database: string;
}

/** A PostgreSQL server with a database for each cluster. */
class Postgres {
  readonly #workspace: Workspace;
  readonly #server: PostgresServer;
  readonly #port: number;
  #databases = 0;
  #directories = 0;

  private constructor(workspace: Workspace, server: PostgresServer, port: number) {
    this.#workspace = workspace;
    this.#server = server;
    this.#port = port;
  }

  static async start(workspace: Workspace): Promise<Postgres> {
    const port = await freePort();
    const folder = workspace.path("cluster-postgres");
    const settings = { listen_addresses: "127.0.0.1", port: String(port) };
    const server = await startPostgres(install("postgres"), folder, settings);
    process.once("exit", server.kill);
    return new Postgres(workspace, server, port);
  }

  /** Creates an empty database. @returns its address */
  async database(): Promise<string> {
    const name = `bench_${this.#databases++}`;
    const client = new pg.Client({ connectionString: this.#address("postgres") });
    await client.connect();
    await client.query(`CREATE DATABASE ${name}`);
    await client.end();
    return this.#address(name);
  }

  #address(database: string): string {
    return `postgres://${SUPERUSER}@127.0.0.1:${this.#port}/${database}`;
  }

  /** Starts the nodes of a new cluster with the site. */
  async nodes(count: number): Promise<Node[]> {
    const database = await this.database();
    const first = await this.#workspace.emptyDirectory(`cluster-node-${this.#directories++}`);
    await run(process.execPath, [PROGRAM, "cluster", "init", "--data-dir", first, "--database", database]);
    const nodes = [await this.node(database, first)];
    while (nodes.length < count) nodes.push(await this.node(database));
    return nodes;
  }

  /** Starts a node of a cluster, in a new directory by default. */
  async node(database: string, directory = this.#workspace.path(`cluster-node-${this.#directories++}`)) {
    return { ...(await serve(directory, ["--database", database])), database };
  }

  stop(): Promise<void> {
    return this.#server.stop();
  }
}

async function compared(baseline: Loading, product: Loading) {
  await baseline(WARM_UP_MS);
  await product(WARM_UP_MS);
  return alternate(baseline, product);
}

/** Posts to some nodes at the same time. The times are the medians of the nodes. */
function posting(nodes: readonly Target[], { rows, connections }: (typeof SHAPES)[number]): Loading {
  return async (ms) => {
    const load = {
      rows,
      connections,
      format: "JSON",
      sensors: SENSORS,
      path: "/v2/sensor_events/",
      ms,
    } as const;
    const results = await Promise.all(nodes.map(({ origin, token }) => drive({ ...load, origin, token })));
    return {
      requestsPerSecond: results.reduce((sum, { requestsPerSecond }) => sum + requestsPerSecond, 0),
      p50Ms: median(results.map(({ p50Ms }) => p50Ms)),
      p99Ms: median(results.map(({ p99Ms }) => p99Ms)),
    };
  };
}

function reading({ origin, token }: Target, paths: readonly string[]): Loading {
  const client = new URL("../http/client.ts", import.meta.url);
  return (ms) => askChild<LoadResult>(client, { origin, token, paths, connections: 8, ms } satisfies Load);
}

/** Paths of today's counts of spaces by the hour. */
async function countsPaths(target: Target): Promise<string[]> {
  const { results } = await get<{ results: { id: string }[] }>(target, "/v2/spaces/?page_size=200");
  const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  return results.map(({ id }) =>
    spaceCountsPath(BigInt(id.replace("spc_", "")), today, today + DAY_MS, "1h"),
  );
}

const logBytes = async (node: Target) =>
  (await get<{ log: { bytes: number } }>(node, "/v2/admin/cluster/")).log.bytes;

const postedTo = (node: Served) => node.metric("headcount_log_events");

/** The rate at which a new node applies the log of a cluster. */
async function newNode(postgres: Postgres, { database, ...node }: Node) {
  const events = await postedTo(node);
  const added = await postgres.node(database);
  await added.stop();
  return figure("a new node, from its start until it is ready", {
    events,
    ms: added.startMs,
    events_per_s: (events * 1_000) / added.startMs,
  });
}

/** Appends records of 64 events each with one node, and with several, without anything else. */
async function appends(postgres: Postgres): Promise<Figure[]> {
  const client = new URL("append-client.ts", import.meta.url);
  const append = async (nodes: number, ms: number) => {
    const database = await postgres.database();
    const loads = Array.from(
      { length: nodes },
      (_, index): AppendLoad => ({ database, node: `n${index}`, ms }),
    );
    // The first creates the log.
    const results = await Promise.all(loads.map((load) => askChild<AppendResult>(client, load)));
    return results.reduce((sum, { recordsPerSecond }) => sum + recordsPerSecond, 0);
  };
  const rounds: (readonly [number, number])[] = [];
  for (let round = 0; round < ROUNDS; round++)
    rounds.push([await append(1, ROUND_MS), await append(NODES, ROUND_MS)]);
  const values = (of: 0 | 1, shares: readonly number[]) => ({
    records_per_s: median(rounds.map((rates) => rates[of])),
    share_of_baseline: median(shares),
  });
  return [
    figure("appends of one node", values(0, [1])),
    figure(
      `appends of ${NODES} nodes`,
      values(
        1,
        rounds.map(([one, all]) => all / one),
      ),
    ),
  ];
}

function figure(name: string, values: Figure["values"]): Figure {
  return { bench: "cluster", name, events: null, values, runsMs: [] };
}
