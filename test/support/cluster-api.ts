import { parseInstant } from "../../src/domain/instant.ts";
import type { SharedLog } from "../../src/engine/ports.ts";
import { type ApiOptions, NOW, openApi, type TestApi } from "./http.ts";
import { openLog, type PostgresServer } from "./postgres.ts";
import { numbersFrom } from "./random.ts";

const NODES = 3;

/**
 * An API over three engines that share a log in PostgreSQL: each request goes to any of them. Their time is that of the
 * test; it is closed with its app.
 */
export async function openClusterApi(server: PostgresServer, options: ApiOptions = {}): Promise<TestApi> {
  const address = await server.createDatabase();
  let now = parseInstant(options.now ?? NOW, "now");
  const elapsed = { now: () => now };
  const logs: SharedLog[] = [];
  const nodes: TestApi[] = [];
  for (let node = 0; node < NODES; node++) {
    const log = await openLog(address, `node-${node}`);
    // The clock of PostgreSQL is not that of the test.
    const head = log.head.bind(log);
    log.head = async () => ({ ...(await head()), now });
    logs.push(log);
    nodes.push(await openApi({ ...options, log, elapsed, hasToken: node > 0 }));
  }
  const [first, ...others] = nodes as [TestApi, ...TestApi[]];
  first.app.addHook("onClose", async () => {
    await Promise.all([...others.map(({ app }) => app.close()), ...logs.map((log) => log.close())]);
  });
  first.spread(others, numbersFrom(7), (instant) => {
    now = parseInstant(instant, "now");
  });
  return first;
}
