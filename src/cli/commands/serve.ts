import type { Command } from "commander";
import { MINUTE_MS, SECOND_MS } from "../../domain/instant.ts";
import { newCommand } from "../command.ts";
import { info, print } from "../console.ts";
import { openEngine, serveElsewhere } from "../open-engine.ts";
import { rateOf } from "../readers.ts";
import type { SettingsOf } from "../settings.ts";

/** `headcount serve`: serves a data directory over HTTP. */
export function serveCommand(): Command {
  return newCommand("serve", "serves a data directory over HTTP").action(serve);
}

async function serve(options: SettingsOf<"serve">): Promise<void> {
  // Imported here, so that other commands do not load the server.
  const { serverMetrics, startServer } = await import("../server.ts");
  const { connectionsOf } = await import("../connections.ts");
  const { addExternalToken } = await import("../../engine/resources/tokens.ts");
  const { dataDir, intervals, organizationName, acceptLoss } = options;
  const rateLimit = rateOf(options.rateLimit);
  const sensorTimeout = options.sensorTimeout * MINUTE_MS;
  const metrics = serverMetrics();
  const storeSettings = {
    cacheBytes: options.cacheSize * 2 ** 20,
    databaseBytes: options.databaseMemory * 2 ** 20,
    acceptLoss,
  };
  const settings = { intervals, organizationName, sensorTimeout };
  const engine = await openEngine(dataDir, settings, metrics, storeSettings, serveElsewhere);
  try {
    const { token } = options;
    if (token !== undefined)
      await addExternalToken(engine.context, token, { name: "HEADCOUNT_TOKEN", rate: rateLimit });
    const address = await startServer(engine, dataDir, {
      host: options.host,
      port: options.port,
      rateLimit,
      publicUrl: options.publicUrl ?? null,
      trustProxy: options.trustProxy ?? null,
      connections: connectionsOf(options.connections),
      allowPrivateWebhooks: options.allowPrivateWebhooks,
      metrics,
      logLevel: options.logLevel,
      slowQuery: options.slowQuery,
      sql: { timeMsMax: options.sqlTimeout * SECOND_MS, memoryBytes: options.sqlMemory * 2 ** 20 },
    });
    print(address);
    info(`Serving ${dataDir} at ${address}; Ctrl-C stops the server.`);
    if (engine.context.catalog.tokens.all().length === 0) {
      info(
        "There are no tokens yet. Stop the server and run `headcount token create`, or set HEADCOUNT_TOKEN.",
      );
    }
  } catch (error) {
    await engine.close();
    throw error;
  }
}
