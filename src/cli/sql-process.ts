import { join } from "node:path";
import { openServedAnalysis } from "../analysis/open-served.ts";
import { serveQueries } from "../analysis/process/query-server.ts";

/** The process that runs the queries of a server's users: what `serve` starts with the first of them. */
await serveQueries(({ folder, memoryBytes, threads, isFresh }) => {
  const temporaryFolder = join(folder, "temporary");
  return openServedAnalysis(
    folder,
    { clock: { now: () => Date.now() }, memoryBytes, threads, temporaryFolder },
    isFresh,
  );
});
