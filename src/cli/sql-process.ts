import { join } from "node:path";
import { openServedAnalysis } from "../analysis/open-served.ts";
import { serveQueries } from "../analysis/process/query-server.ts";
import { systemClock } from "./process.ts";

/** The process that runs the SQL queries of a server. The server starts it with the first query. */
serveQueries(({ folder, memoryBytes, threads, isFresh }) => {
  const temporaryFolder = join(folder, "temporary");
  return openServedAnalysis(folder, { clock: systemClock, memoryBytes, threads, temporaryFolder }, isFresh);
});
