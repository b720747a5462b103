import { join } from "node:path";
import type { UpdatedDatabase } from "../../src/analysis/analysis-database.ts";
import { serveQueries } from "../../src/analysis/process/query-server.ts";
import { BREAKING, openStandIn } from "./analysis-stand-in.ts";

/** What DuckDB says of a failure of its own checks. */
const INTERNAL = "INTERNAL Error: Attempted to access index 3 within vector of size 3\n\nStack Trace:\n0 …";

/** The process that runs queries, with a stand-in for its database, which a query breaks. */
serveQueries(async ({ folder, memoryBytes }) => {
  const database = await openStandIn({ temporaryFolder: join(folder, "temporary"), memoryBytes });
  let [lastEventId, asOf] = [0, 0];
  return {
    ...database,
    asOf: async () => asOf,
    state: () => ({
      organizationId: null,
      lastEventId,
      logStart: 0,
      catalogDigest: null,
      readings: [],
      asOf,
    }),
    applyUpdate: async (update) => {
      ({ lastEventId, asOf } = update);
    },
    connect: async () => {
      const connection = await database.connect();
      const extract = connection.extractStatements.bind(connection);
      connection.extractStatements = async (query) => {
        if (query === BREAKING) throw new Error(INTERNAL);
        return extract(query);
      };
      return connection;
    },
  } satisfies UpdatedDatabase;
});
