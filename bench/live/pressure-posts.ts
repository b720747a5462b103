import type { Target } from "../served.ts";
import { Lateness } from "./lateness.ts";
import { Poster } from "./posts.ts";

/*
 * A child process that does nothing but post single events, as fast as they are answered, and note how
 * long each answer takes.
 */

/** Where to post, and for how long. */
export interface PostLoad {
  readonly target: Target;
  readonly connections: number;
  readonly ms: number;
}

/** How long the answers took. */
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
