import { setTimeout as sleep } from "node:timers/promises";
import { nextMessage, startChild } from "../child.ts";
import { type Figure, info } from "../harness.ts";
import { serve } from "../served.ts";
import type { Workspace } from "../workspace.ts";
import type { Received, SteadyLoad, SteadyResult } from "./steady-client.ts";

const SOCKETS = 1_000;
const WEBHOOKS = 98;
const SLOW_MS = 5_000;
const EVENTS_PER_SECOND = 50;

/** The limit for the time from the end of the load to the result of the client, in ms. */
const ENDING_MS_MAX = 60_000;

const CLIENT = new URL("steady-client.ts", import.meta.url);

/**
 * Measures the lateness of messages and calls under a steady load, while one webhook receiver refuses connections and
 * one is slow, and the memory of the server.
 */
export async function steadyBench(workspace: Workspace, seconds: number): Promise<Figure[]> {
  info(`watching ${SOCKETS} sockets and ${WEBHOOKS + 2} webhooks for ${seconds} s…`);
  const server = await serve(await workspace.emptyDirectory("steady"));
  const { origin, token } = server;
  const client = startChild(CLIENT);
  const load: SteadyLoad = {
    target: { origin, token },
    sockets: SOCKETS,
    webhooks: WEBHOOKS,
    slowMs: SLOW_MS,
    eventsPerSecond: EVENTS_PER_SECOND,
    seconds,
  };
  client.send(load);
  await nextMessage<string>(client);
  const [memory, { sockets, webhooks, slowCalls, lost }] = await Promise.all([
    watch(seconds, server.memory),
    nextMessage<SteadyResult>(client, seconds * 1_000 + ENDING_MS_MAX),
  ]);
  await server.stop();
  if (lost > 0) throw new Error(`${lost} sockets were closed`);

  const figure = (name: string, values: Figure["values"]): Figure => ({
    bench: "live",
    name,
    events: EVENTS_PER_SECOND * seconds,
    values,
    runsMs: [],
  });
  const late = ({ count, missing, p99Ms, maxMs }: Received) => ({
    received: count,
    missing,
    p99_ms: p99Ms,
    max_ms: maxMs,
  });
  return [
    figure(`${SOCKETS} sockets, ${EVENTS_PER_SECOND} events/s`, late(sockets)),
    figure(`${WEBHOOKS} webhooks`, late(webhooks)),
    figure("slow webhook", { received: slowCalls }),
    figure("memory of headcount serve", memory),
  ];
}

/** The memory at the start, in the middle and at the end, in MiB. */
async function watch(
  seconds: number,
  memory: () => Promise<number>,
): Promise<Record<"start_mib" | "middle_mib" | "end_mib", number>> {
  const start_mib = await memory();
  await sleep(seconds * 500);
  const middle_mib = await memory();
  await sleep(seconds * 500);
  return { start_mib, middle_mib, end_mib: await memory() };
}
