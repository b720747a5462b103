import { readFileSync } from "node:fs";
import type { Command } from "commander";
import { MINUTE_MS, SECOND_MS } from "../../domain/instant.ts";
import { CONNECTIONS_DEFAULT } from "../../domain/limits.ts";
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
  const { addExternalToken } = await import("../../engine/resources/tokens.ts");
  const { dataDir, intervals, organizationName, acceptLoss } = options;
  const rateLimit = rateOf(options.rateLimit);
  const metrics = serverMetrics();
  const engine = await openEngine(dataDir, {
    settings: { intervals, organizationName, sensorTimeout: options.sensorTimeout * MINUTE_MS },
    telemetry: metrics,
    cacheBytes: options.cacheSize * 2 ** 20,
    databaseBytes: options.databaseMemory * 2 ** 20,
    acceptLoss,
    advice: serveElsewhere,
  });
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
      connections: await connectionsOf(options.connections),
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

/**
 * The limit on open connections of a server in this process: the requested number or the default, but not more than
 * the file descriptors of the process allow.
 *
 * @param requested the value of `--connections`, if given
 */
async function connectionsOf(requested: number | undefined): Promise<number> {
  const { connectionsFor } = await import("../../http/connections/connections.ts");
  const descriptors = descriptorLimit();
  const most = descriptors === null ? Number.POSITIVE_INFINITY : connectionsFor(descriptors);
  if (requested !== undefined && requested > most)
    info(`headcount: ${descriptors} file descriptors allow ${most} connections, not ${requested}`);
  return Math.min(requested ?? CONNECTIONS_DEFAULT, most);
}

/** The limit on file descriptors of this process; null if it is unknown or unlimited. */
function descriptorLimit(): number | null {
  try {
    const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync("/proc/self/limits", "utf8")) ?? [];
    return soft === undefined ? null : Number(soft);
  } catch {
    return null;
  }
}

/** `headcount demo`: a small campus with months of events, a table of its counts, and a server. */
export function demoCommand(): Command {
  return newCommand(
    "demo",
    "creates a small campus with months of simulated events, prints the counts of today and serves them",
  ).action(demo);
}

async function demo(options: SettingsOf<"demo">): Promise<void> {
  // Imported here, so that other commands do not load the server.
  const { runDemo } = await import("../demo.ts");
  await runDemo(options);
}
