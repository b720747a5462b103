import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ServedAnalysis } from "../../src/analysis/analysis-database.ts";
import { serveQueries } from "../../src/analysis/process/query-server.ts";
import { BREAKING, openStandIn, SPOILED_ONCE } from "./analysis-stand-in.ts";

/** What DuckDB says of a failure of its own checks; and to everyone from then on. */
const INTERNAL = "INTERNAL Error: Attempted to access index 3 within vector of size 3\n\nStack Trace:\n0 …";
const INVALIDATED =
  "FATAL Error: Failed: database has been invalidated because of a previous fatal error. " +
  "The database must be restarted prior to being used again.";

/** The process that runs queries, with a stand-in for its database, which some queries break. */
serveQueries(async ({ folder, memoryBytes }) => {
  const database = await openStandIn({ temporaryFolder: join(folder, "temporary"), memoryBytes });
  let [lastEventId, asOf] = [0, 0];
  let isBroken = false;
  const breakBy = (query: string) => {
    const spoiled = join(folder, "spoiled");
    if (isBroken) throw new Error(INVALIDATED);
    if (query !== BREAKING && (query !== SPOILED_ONCE || existsSync(spoiled))) return;
    isBroken = true;
    if (query === BREAKING) throw new Error(INTERNAL);
    writeFileSync(spoiled, "");
    throw new Error(INVALIDATED);
  };
  return {
    ...database,
    asOf: async () => asOf,
    state: () => ({ organizationId: null, lastEventId, logStart: 0, catalogDigest: null, asOf }),
    applyUpdate: async (update) => {
      ({ lastEventId, asOf } = update);
    },
    connect: async () => {
      const connection = await database.connect();
      const extract = connection.extractStatements.bind(connection);
      connection.extractStatements = async (query) => {
        breakBy(query);
        return extract(query);
      };
      return connection;
    },
  } satisfies ServedAnalysis;
});
