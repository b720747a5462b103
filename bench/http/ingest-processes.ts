import { once } from "node:events";
import { askChild, nextMessage, startChild } from "../child.ts";
import type { Served } from "../served.ts";
import type { BaselineIngest } from "./baseline-ingest.ts";
import type { IngestLoad, IngestLoadResult } from "./ingest-client.ts";

/** Starts the baseline server in a child process. */
export async function serveBaseline(baseline: BaselineIngest): Promise<Pick<Served, "origin" | "stop">> {
  const server = startChild(new URL("baseline-ingest.ts", import.meta.url));
  server.send(baseline);
  const origin = await nextMessage<string>(server);
  const stop = async () => {
    const ended = once(server, "exit");
    server.disconnect();
    await ended;
  };
  return { origin, stop };
}

/** Loads a server from a child process. */
export function drive(load: IngestLoad): Promise<IngestLoadResult> {
  return askChild(new URL("ingest-client.ts", import.meta.url), load);
}
