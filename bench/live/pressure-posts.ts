import type { Target } from "../served.ts";
import { Lateness } from "./lateness.ts";
import { Poster } from "./posts.ts";

/*
 * A child process that posts single events, each connection as soon as it gets a response, and measures the duration of
 * each request.
 */

/** The server to post to, the number of connections, and the duration. */
export interface PostLoad {
  readonly target: Target;
  readonly connections: number;
  readonly ms: number;
}

/** The number of requests and their durations. */
export interface PostLoadResult {
  readonly posts: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
}

process.once("message", async (load: PostLoad) => {
  process.send?.(await drive(load));
  process.disconnect();
});

async function drive({ target, connections, ms }: PostLoad): Promise<PostLoadResult> {
  const poster = new Poster(target, connections);
  const times = new Lateness();
  const until = performance.now() + ms;
  const post = async () => {
    while (performance.now() < until) {
      const start = performance.now();
      await poster.post(poster.nextTimestamp());
      times.add(performance.now() - start);
    }
  };
  await Promise.all(Array.from({ length: connections }, post));
  await poster.close();
  return { posts: times.count, p50Ms: times.quantile(0.5), p99Ms: times.quantile(0.99), maxMs: times.maxMs };
}
