import type { Target } from "../served.ts";
import { Poster } from "./posts.ts";
import { openSockets, socketAddress } from "./sockets.ts";

/*
 * A child process with many websockets, which counts their messages and sends the result to its parent process.
 */

/** The server, the number of websockets, and the duration. */
export interface SocketLoad {
  /** A Headcount server, to which the process also posts events at full speed, or the URL of a baseline server. */
  readonly target: Target | string;
  readonly sockets: number;
  /** The number of simultaneous posts. */
  readonly posts: number;
  /** The duration of the measurement, in ms. A warm-up of a fifth of it comes first. */
  readonly ms: number;
}

/** The result of the measurement. */
export interface SocketLoadResult {
  readonly messagesPerSecond: number;
  /** The text of the first message. */
  readonly text: string;
  /** The number of websockets that the server closed. */
  readonly lost: number;
}

process.once("message", async (load: SocketLoad) => {
  process.send?.(await drive(load));
  process.disconnect();
});

async function drive({ target, sockets, posts, ms }: SocketLoad): Promise<SocketLoadResult> {
  let messages = 0;
  let text = "";
  let from = Infinity;
  let until = Infinity;
  const addressOf = async () => (typeof target === "string" ? target : socketAddress(target));
  const group = await openSockets(sockets, addressOf, (message) => {
    if (text === "") text = message.toString();
    const now = performance.now();
    if (now >= from && now < until) messages++;
  });
  from = performance.now() + ms / 5;
  until = from + ms;
  if (typeof target === "string") {
    await new Promise((resolve) => setTimeout(resolve, until - performance.now()));
  } else {
    const poster = new Poster(target, posts);
    const post = async () => {
      while (performance.now() < until) await poster.post(poster.nextTimestamp());
    };
    await Promise.all(Array.from({ length: posts }, post));
    await poster.close();
  }
  const { lost } = group;
  group.close();
  return { messagesPerSecond: (messages * 1_000) / ms, text, lost };
}
