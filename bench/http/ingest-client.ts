import { Pool } from "undici";
import { quantile } from "../harness.ts";
import { BODY_TYPES, Bodies, type BodyShape, type Content, OwnBodies } from "./ingest-bodies.ts";

/*
 * A child process that posts events to a server, each connection as soon as it gets a response, and sends the result to
 * its parent process.
 */

/** The events to post. */
export interface IngestLoad extends BodyShape {
  readonly origin: string;
  readonly path: string;
  readonly token: string;
  readonly connections: number;
  /** What each connection sends for sensors of its own; by default all send events of the same sensors. */
  readonly content?: Content;
  /** The duration of the measurement, in ms. A warm-up of a third of it comes first. */
  readonly ms: number;
}

/** The result of the measurement. */
export interface IngestLoadResult {
  readonly requestsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

process.once("message", async (load: IngestLoad) => {
  process.send?.(await drive(load));
  process.disconnect();
});

async function drive(load: IngestLoad): Promise<IngestLoadResult> {
  const { origin, path, token, connections, content, format, ms } = load;
  const shared = new Bodies(load);
  const pool = new Pool(origin, { connections, pipelining: 1 });
  const headers = { authorization: `Bearer ${token}`, "content-type": BODY_TYPES[format] };
  const from = performance.now() + ms / 3;
  const until = from + ms;
  const times: number[] = [];
  const post = async (connection: number) => {
    const bodies = content === undefined ? shared : new OwnBodies(content, load, connection);
    for (let start = performance.now(); start < until; start = performance.now()) {
      const { statusCode, body } = await pool.request({ path, method: "POST", headers, body: bodies.next() });
      const text = await body.text();
      if (statusCode !== 200) throw new Error(`${path} answered ${statusCode}: ${text.slice(0, 200)}`);
      const end = performance.now();
      if (start >= from && end < until) times.push(end - start);
    }
  };
  await Promise.all(Array.from({ length: connections }, (_, connection) => post(connection)));
  await pool.close();
  return {
    requestsPerSecond: (times.length * 1_000) / ms,
    p50Ms: quantile(times, 0.5),
    p99Ms: quantile(times, 0.99),
  };
}
