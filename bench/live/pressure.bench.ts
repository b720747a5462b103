import { setTimeout as sleep } from "node:timers/promises";
import { nextMessage, startChild } from "../child.ts";
import { type Figure, info } from "../harness.ts";
import { type Served, serve } from "../served.ts";
import type { Workspace } from "../workspace.ts";
import type { Listeners, ListenersResult } from "./pressure-listeners.ts";
import type { PostLoad, PostLoadResult } from "./pressure-posts.ts";

const SOCKETS = 1_000;
const CONNECTIONS = 64;
const DEAD = 10;
const SLOW = 10;
const SLOW_MS = 5_000;
const LOAD_MS = 30_000;

/** The interval at which the benchmark reads the event-loop delay of the server, in ms. */
const WATCH_MS = 1_000;

const LISTENERS = new URL("pressure-listeners.ts", import.meta.url);
const POSTS = new URL("pressure-posts.ts", import.meta.url);

/**
 * Posts single events at full speed, with many websockets and with webhooks whose receivers refuse connections or answer
 * slowly. Measures the event-loop delay of the server and the duration of the posts. The websockets and the posts have a
 * separate process each, so that their work does not distort the results.
 */
export async function pressureBench(workspace: Workspace): Promise<Figure[]> {
  info(
    `posting on ${CONNECTIONS} connections to ${SOCKETS} sockets, ${DEAD} dead and ${SLOW} slow webhooks…`,
  );
  const server = await serve(await workspace.emptyDirectory("pressure"));
  const target = { origin: server.origin, token: server.token };
  const listeners = startChild(LISTENERS);
  const listening: Listeners = { target, sockets: SOCKETS, dead: DEAD, slow: SLOW, slowMs: SLOW_MS };
  listeners.send(listening);
  await nextMessage<string>(listeners);
  await server.loopLag();
  const cpuBefore = await server.cpu();
  const posts = startChild(POSTS);
  const load: PostLoad = { target, connections: CONNECTIONS, ms: LOAD_MS };
  posts.send(load);
  const posting = nextMessage<PostLoadResult>(posts, 2 * LOAD_MS);
  const [lagMs, result] = await Promise.all([watch(server, posting), posting]);
  const cpuMs = (await server.cpu()) - cpuBefore;
  listeners.send("end");
  const { messages, slowCalls, lost } = await nextMessage<ListenersResult>(listeners);
  await server.stop();
  if (lost > 0) throw new Error(`${lost} sockets were closed`);
  const figure: Figure = {
    bench: "live",
    name: `under pressure: ${SOCKETS} sockets, ${CONNECTIONS} connections`,
    events: result.posts,
    values: {
      loop_behind_max_ms: lagMs,
      post_p50_ms: result.p50Ms,
      post_p99_ms: result.p99Ms,
      post_max_ms: result.maxMs,
      posts_per_s: (result.posts * 1_000) / LOAD_MS,
      cpu_ms_per_post: cpuMs / result.posts,
      messages_per_s: (messages * 1_000) / LOAD_MS,
      slow_calls: slowCalls,
    },
    runsMs: [],
  };
  return [figure];
}

/** The longest event-loop delay of the server until `work` has finished, in ms. */
async function watch(server: Served, work: Promise<unknown>): Promise<number> {
  let isOver = false;
  void work.finally(() => {
    isOver = true;
  });
  let max = 0;
  while (!isOver) {
    await Promise.race([sleep(WATCH_MS), work]);
    max = Math.max(max, await server.loopLag());
  }
  return max;
}
