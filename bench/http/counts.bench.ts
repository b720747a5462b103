import { fork } from "node:child_process";
import { once } from "node:events";
import Fastify from "fastify";
import { formatId } from "../../src/domain/ids.ts";
import { DAY_MS, formatInstant } from "../../src/domain/instant.ts";
import { createToken } from "../../src/engine/tokens.ts";
import { buildApp } from "../../src/http/app.ts";
import { Metrics } from "../../src/http/metrics.ts";
import { type Figure, say } from "../harness.ts";
import type { Workspace } from "../workspace.ts";
import type { Load, LoadResult } from "./client.ts";

const MONTH_DAYS = 30;
const CONNECTIONS = 8;
const LOAD_MS = 5_000;

/** `GET …/counts/` of a space's month by the hour, beside a bare server's constant body of the same size. */
export async function countsBench(workspace: Workspace, events: number): Promise<Figure[]> {
  say("serving counts over HTTP…");
  const dataset = await workspace.dataset(events);
  const { start } = dataset.range;
  const { context, close } = await workspace.openDerived(dataset);
  const { secret } = await createToken(context, { name: "bench", scopes: ["read"], rate: null });
  const app = buildApp(context, {
    rateLimit: null,
    publicUrl: null,
    release: "0.0.0",
    trustProxy: null,
    metrics: new Metrics(),
    slowQuery: Infinity,
    logger: { level: "silent" },
    isReady: () => true,
  });
  const [space] = context.catalog.spaces.all();
  if (space === undefined) throw new Error("the site has no spaces");
  const query = new URLSearchParams({
    start_time: formatInstant(start),
    end_time: formatInstant(start + MONTH_DAYS * DAY_MS),
    interval: "1h",
    page_size: String(MONTH_DAYS * 24),
  });
  const path = `/v2/spaces/${formatId("space", space.id)}/counts/?${query}`;
  const served = await drive(`${await app.listen({ port: 0 })}${path}`, secret);
  await app.close();
  await close();

  const bare = Fastify();
  const body = "x".repeat(served.bytes);
  bare.get("/", (_request, reply) => reply.type("application/json").send(body));
  const constant = await drive(`${await bare.listen({ port: 0 })}/`, secret);
  await bare.close();

  const figure = (name: string, { requestsPerSecond, bytes }: LoadResult): Figure => ({
    bench: "http",
    name,
    events: dataset.events,
    values: {
      requests_per_s: requestsPerSecond,
      body_kb: bytes / 1_000,
      share_of_bare: requestsPerSecond / constant.requestsPerSecond,
    },
    runsMs: [],
  });
  return [
    figure("Fastify, a constant body", constant),
    figure("GET /v2/spaces/:id/counts/, 720 hours", served),
  ];
}

/** Loads a server from a process of its own. */
async function drive(url: string, token: string): Promise<LoadResult> {
  const client = fork(new URL("client.ts", import.meta.url));
  const load: Load = { url, token, connections: CONNECTIONS, ms: LOAD_MS };
  client.send(load);
  const [message] = await Promise.race([
    once(client, "message"),
    once(client, "exit").then(() => {
      throw new Error("the client ended without a result");
    }),
  ]);
  return message as LoadResult;
}
