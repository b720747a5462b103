import type { Target } from "../served.ts";
import { Poster } from "./posts.ts";
import { openSockets, socketAddress } from "./sockets.ts";

/*
 * A child process with many websockets, which counts what they get and sends that to the process that
 * started it.
 */

/** Whose sockets to open, and for how long to count. */
export interface SocketLoad {
  /** Headcount, to which events are posted as fast as it takes them, or a baseline server that needs none. */
  readonly target: Target | string;
  readonly sockets: number;
  /** Events posted at the same time. */
  readonly posts: number;
  /** In ms; what comes in the first fifth does not count. */
  readonly ms: number;
}

/** The result. */
export interface SocketLoadResult {
  readonly messagesPerSecond: number;
  /** One message. */
  readonly text: string;
  /** Sockets that were closed. */
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
