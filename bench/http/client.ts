import { Pool } from "undici";
import { quantile } from "../harness.ts";

/*
 * A child process that sends GET requests to a server, each connection as soon as it gets a response, and sends the
 * result to its parent process.
 */

/** The requests. */
export interface Load {
  readonly origin: string;
  readonly token: string;
  /** Requested one after another, repeatedly. */
  readonly paths: readonly string[];
  readonly connections: number;
  /** The duration of the measurement, in ms. A warm-up of a third of it comes first. */
  readonly ms: number;
}

/** The result of the measurement. */
export interface LoadResult {
  readonly requestsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** The mean size of a response body. */
  readonly bytes: number;
}

process.once("message", async (load: Load) => {
  process.send?.(await drive(load));
  process.disconnect();
});

async function drive({ origin, token, paths, connections, ms }: Load): Promise<LoadResult> {
  const pool = new Pool(origin, { connections, pipelining: 1 });
  const headers = { authorization: `Bearer ${token}` };
  const from = performance.now() + ms / 3;
  const until = from + ms;
  let last = from;
  const times: number[] = [];
  let bytes = 0;
  let asked = 0;
  const client = async () => {
    for (let start = performance.now(); start < until; start = performance.now()) {
      const path = paths[asked++ % paths.length] as string;
      const { statusCode, body } = await pool.request({ path, method: "GET", headers });
      const { byteLength } = await body.arrayBuffer();
      if (statusCode !== 200) throw new Error(`${path} answered ${statusCode}`);
      const end = performance.now();
      if (end < from) continue;
      // Requests in progress at the end are included, so that slow responses are not left out.
      last = end;
      times.push(end - start);
      bytes += byteLength;
    }
  };
  await Promise.all(Array.from({ length: connections }, client));
  await pool.close();
  return {
    requestsPerSecond: (times.length * 1_000) / (last - from),
    p50Ms: quantile(times, 0.5),
    p99Ms: quantile(times, 0.99),
    bytes: bytes / times.length,
  };
}
