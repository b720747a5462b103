import { askChild, nextMessage, startChild } from "../child.ts";
import type { Figure } from "../harness.ts";
import type { Target } from "../served.ts";
import { alternate, WARM_UP_MS } from "./alternate.ts";
import type { BaselineAnswer } from "./baseline-server.ts";
import type { Load, LoadResult } from "./client.ts";

const CONNECTIONS = 8;

const CLIENT = new URL("client.ts", import.meta.url);
const BASELINE = new URL("baseline-server.ts", import.meta.url);

/** The requests to a server, and the names of its figures. */
export interface Served {
  readonly bench: string;
  readonly name: string;
  /** The number of events in its log. */
  readonly events: number;
  readonly paths: readonly string[];
}

/** Loads a server alternately with a plain Fastify server, which returns a constant body of the same size. */
export async function measureBesideBaseline(target: Target, served: Served): Promise<Figure[]> {
  const product = (ms: number) => drive(target, served.paths, ms);
  const { bytes } = await product(WARM_UP_MS);
  const server = startChild(BASELINE);
  server.send({ bytes: Math.round(bytes) } satisfies BaselineAnswer);
  const origin = await nextMessage<string>(server);
  const baseline = (ms: number) => drive({ origin, token: "" }, ["/"], ms);
  await baseline(WARM_UP_MS);
  const rounds = await alternate(baseline, product);
  server.disconnect();
  const figure = (name: string, values: Figure["values"]): Figure => ({
    bench: served.bench,
    name,
    events: served.events,
    values: { ...values, body_kb: bytes / 1_000 },
    runsMs: [],
  });
  return [figure("Fastify, a constant body", rounds.baseline), figure(served.name, rounds.product)];
}

/** Loads a server from a child process. */
function drive({ origin, token }: Target, paths: readonly string[], ms: number): Promise<LoadResult> {
  return askChild(CLIENT, { origin, token, paths, connections: CONNECTIONS, ms } satisfies Load);
}
