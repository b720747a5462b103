import { join } from "node:path";
import type { ServedAnalysis } from "../../src/analysis/analysis-database.ts";
import { serveQueries } from "../../src/analysis/process/query-server.ts";
import { openStandIn } from "./analysis-stand-in.ts";

/** The process that runs queries, with a stand-in for its database. */
await serveQueries(async ({ folder, memoryBytes }) => {
  const database = await openStandIn({ temporaryFolder: join(folder, "temporary"), memoryBytes });
  let [lastEventId, asOf] = [0, 0];
  return {
    ...database,
    asOf: async () => asOf,
    state: () => ({ organizationId: null, lastEventId, keptFrom: 0, catalogDigest: null, asOf }),
    applyUpdate: async (update) => {
      ({ lastEventId, asOf } = update);
    },
  } satisfies ServedAnalysis;
});
