import { askChild, nextMessage, startChild } from "../child.ts";
import type { Figure } from "../harness.ts";
import type { Target } from "../served.ts";
import type { BareAnswer } from "./bare-server.ts";
import type { Load, LoadResult } from "./client.ts";

const CONNECTIONS = 8;

const CLIENT = new URL("client.ts", import.meta.url);
const BARE = new URL("bare-server.ts", import.meta.url);

/** What is asked of a server, and what figures of it are called. */
export interface Served {
  readonly bench: string;
  readonly name: string;
  /** Events in the log it answers from. */
  readonly events: number;
  readonly paths: readonly string[];
  /** For how long, in ms. */
  readonly ms: number;
}

/** Loads a server with requests, then bare Fastify that answers with a constant body as large as its answers. */
export async function measureBesideBare(target: Target, served: Served): Promise<Figure[]> {
  const product = await drive(target, served.paths, served.ms);
  const server = startChild(BARE);
  server.send({ bytes: Math.round(product.bytes) } satisfies BareAnswer);
  const origin = await nextMessage<string>(server);
  const bare = await drive({ origin, token: "" }, ["/"], served.ms);
  server.disconnect();
  const figure = (name: string, { requestsPerSecond, p50Ms, p99Ms, bytes }: LoadResult): Figure => ({
    bench: served.bench,
    name,
    events: served.events,
    values: {
      requests_per_s: requestsPerSecond,
      p50_ms: p50Ms,
      p99_ms: p99Ms,
      body_kb: bytes / 1_000,
      share_of_bare: requestsPerSecond / bare.requestsPerSecond,
    },
    runsMs: [],
  });
  return [figure("Fastify, a constant body", bare), figure(served.name, product)];
}

/** Loads a server from a process of its own. */
function drive({ origin, token }: Target, paths: readonly string[], ms: number): Promise<LoadResult> {
  return askChild(CLIENT, { origin, token, paths, connections: CONNECTIONS, ms } satisfies Load);
}
