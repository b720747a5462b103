import { askChild, nextMessage, startChild } from "../child.ts";
import { type Figure, info } from "../harness.ts";
import { serve } from "../served.ts";
import type { Workspace } from "../workspace.ts";
import type { BaselineFrames } from "./baseline-sockets.ts";
import type { SocketLoad, SocketLoadResult } from "./socket-client.ts";

const SOCKETS = 1_000;

/** The number of simultaneous posts. */
const POSTS = 64;

const LOAD_MS = 8_000;

const CLIENT = new URL("socket-client.ts", import.meta.url);
const BASELINE = new URL("baseline-sockets.ts", import.meta.url);

/**
 * Measures the messages to websockets while clients post events at full speed. Compares them with two baseline `ws`
 * servers: one makes one write per frame, the other one write per `POSTS` frames.
 */
export async function socketsBench(workspace: Workspace): Promise<Figure[]> {
  info(`sending to ${SOCKETS} sockets…`);
  const server = await serve(await workspace.emptyDirectory("sockets"));
  const target = { origin: server.origin, token: server.token };
  const served = await drive({ target, sockets: SOCKETS, posts: POSTS, ms: LOAD_MS });
  await server.stop();
  const baseline = await driveBaseline({ text: served.text, clients: SOCKETS, atOnce: 1 });
  const baselineGroups = await driveBaseline({ text: served.text, clients: SOCKETS, atOnce: POSTS });

  const figure = (name: string, { messagesPerSecond }: SocketLoadResult): Figure => ({
    bench: "live",
    name: `${name}, ${SOCKETS} sockets`,
    events: null,
    values: {
      messages_per_s: messagesPerSecond,
      share_of_baseline: messagesPerSecond / baseline.messagesPerSecond,
      share_of_grouped: messagesPerSecond / baselineGroups.messagesPerSecond,
    },
    runsMs: [],
  });
  return [
    figure("baseline ws", baseline),
    figure(`baseline ws, ${POSTS} frames a write`, baselineGroups),
    figure("headcount serve", served),
  ];
}

async function driveBaseline(frames: BaselineFrames): Promise<SocketLoadResult> {
  const server = startChild(BASELINE);
  server.send(frames);
  const target = await nextMessage<string>(server);
  const result = await drive({ target, sockets: SOCKETS, posts: 0, ms: LOAD_MS });
  server.disconnect();
  return result;
}

async function drive(load: SocketLoad): Promise<SocketLoadResult> {
  const result = await askChild<SocketLoadResult>(CLIENT, load);
  if (result.lost > 0) throw new Error(`${result.lost} sockets were closed`);
  return result;
}
