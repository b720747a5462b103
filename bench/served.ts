import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { endOnExit } from "./child.ts";

export const PROGRAM = fileURLToPath(new URL("../bin/headcount", import.meta.url));
const BUILT = new URL("../dist/cli/main.js", import.meta.url);
const TOKEN = "bench-token";

/** The limit for the time until a server is ready, in ms. */
const READY_MS_MAX = 30_000;

/** The interval of requests to `/readyz`, in ms. */
const READY_POLL_MS = 2;

/** The address and token of a server. */
export interface Target {
  readonly origin: string;
  readonly token: string;
}

/** `headcount serve` in a separate process. */
export interface Served extends Target {
  /** The time from its start until it was ready, in ms. */
  readonly startMs: number;
  /** The value of a metric. */
  metric(name: string): Promise<number>;
  /** Its resident memory, in MiB. */
  memory(): Promise<number>;
  /** The longest delay of its event loop since the previous call, in ms. */
  loopLag(): Promise<number>;
  /** The CPU time that it has used, in ms. */
  cpu(): Promise<number>;
  stop(): Promise<void>;
}

/** Starts the built program on a data directory and waits until it is ready. */
export async function serve(directory: string, further: readonly string[] = []): Promise<Served> {
  if (!existsSync(BUILT)) throw new Error("build the program first: npm run build");
  const flags = ["--port", "0", "--rate-limit", "none", "--allow-private-webhooks", "--log-level", "error"];
  const start = performance.now();
  const child = spawn(process.execPath, [PROGRAM, "serve", "--data-dir", directory, ...flags, ...further], {
    env: { ...process.env, HEADCOUNT_TOKEN: TOKEN },
    stdio: ["ignore", "pipe", "inherit"],
  });
  endOnExit(child);
  const [line] = await Promise.race([
    once(createInterface(child.stdout), "line"),
    once(child, "exit").then(() => {
      throw new Error("the server did not start");
    }),
  ]);
  const origin = String(line);
  await ready(origin);
  return {
    origin,
    token: TOKEN,
    startMs: performance.now() - start,
    metric: (name) => metricOf(name, origin),
    memory: async () => (await metricOf("process_resident_memory_bytes", origin)) / 2 ** 20,
    loopLag: async () => (await metricOf("nodejs_eventloop_lag_max_seconds", origin)) * 1_000,
    cpu: async () => (await metricOf("process_cpu_seconds_total", origin)) * 1_000,
    stop: async () => {
      child.kill();
      if (child.exitCode === null) await once(child, "exit");
    },
  };
}

async function ready(origin: string): Promise<void> {
  const latest = performance.now() + READY_MS_MAX;
  while (performance.now() < latest) {
    if ((await fetch(`${origin}/readyz`)).ok) return;
    await sleep(READY_POLL_MS);
  }
  throw new Error("the server did not become ready");
}

/** The value of a metric of a server. */
async function metricOf(name: string, origin: string): Promise<number> {
  const answer = await fetch(`${origin}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } });
  const line = (await answer.text()).split("\n").find((each) => each.startsWith(`${name} `));
  return Number(line?.slice(name.length));
}
