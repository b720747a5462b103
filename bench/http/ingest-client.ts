import { Pool } from "undici";

/*
 * A process of its own that posts events to a server as fast as it answers, and sends what came of it to
 * the process that started it.
 */

/** What to post. */
export interface IngestLoad {
  readonly origin: string;
  readonly path: string;
  readonly token: string;
  readonly connections: number;
  /** Events in one request. */
  readonly rows: number;
  /** Serial numbers run from S1 to this one. */
  readonly sensors: number;
  /** How long, in ms; what is answered in the first fifth does not count. */
  readonly ms: number;
}

/** What came of it. */
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
  const { origin, path, token, connections, ms } = load;
  const pool = new Pool(origin, { connections, pipelining: 1 });
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const from = performance.now() + ms / 5;
  const until = from + ms;
  const times: number[] = [];
  const post = async () => {
    for (let start = performance.now(); start < until; start = performance.now()) {
      const { statusCode, body } = await pool.request({
        path,
        method: "POST",
        headers,
        body: nextBody(load),
      });
      const text = await body.text();
      if (statusCode !== 200) throw new Error(`${path} answered ${statusCode}: ${text.slice(0, 200)}`);
      const end = performance.now();
      if (start >= from && end < until) times.push(end - start);
    }
  };
  await Promise.all(Array.from({ length: connections }, post));
  await pool.close();
  times.sort((a, b) => a - b);
  const quantile = (share: number) => times[Math.floor(times.length * share)] ?? Number.NaN;
  return { requestsPerSecond: (times.length * 1_000) / ms, p50Ms: quantile(0.5), p99Ms: quantile(0.99) };
}

let made = 0;

/** The rows of a request: sensors in turn, at the present. */
function nextBody({ rows, sensors }: IngestLoad): string {
  const timestamp = new Date().toISOString();
  const parts: string[] = [];
  for (let i = 0; i < rows; i++) {
    const number = made++;
    parts.push(
      `{"sensor_serial_number":"S${(number % sensors) + 1}","timestamp":"${timestamp}",` +
        `"trajectory":${number & 1 ? 1 : -1},"event_id":"${number}"}`,
    );
  }
  return `[${parts.join(",")}]`;
}
