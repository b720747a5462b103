import { join } from "node:path";
import { Analysis } from "../../analysis/analysis-copy.ts";
import { serveQueries } from "../../analysis/process/query-server.ts";

/** The process that runs the SQL queries of a server. The server starts it with the first query. */
serveQueries(({ folder, memoryBytes, threads, isFresh }) => {
  const temporaryFolder = join(folder, "temporary");
  return Analysis.open(folder, { memoryBytes, threads, temporaryFolder }, isFresh);
});
