import { Command, type Option } from "commander";
import { MINUTE_MS, SECOND_MS } from "../../domain/instant.ts";
import type { IntervalPolicy } from "../../domain/interval.ts";
import {
  CONNECTIONS_MIN,
  DATABASE_BYTES_DEFAULT,
  RUN_CACHE_BYTES_DEFAULT,
  SQL_MEMORY_BYTES_DEFAULT,
  SQL_TIME_MS_DEFAULT,
} from "../../domain/limits.ts";
import { print, say } from "../console.ts";
import { openEngine, serveElsewhere } from "../open-engine.ts";
import {
  acceptLossOption,
  DEFAULT_LOG_LEVEL,
  DEFAULT_SLOW_QUERY_MS,
  LOG_LEVELS,
  type LogLevel,
  option,
  type Rate,
  rate,
  rateOf,
  webAddress,
  wholeNumber,
} from "../options.ts";

interface ServeOptions {
  readonly dataDir: string;
  readonly host: string;
  readonly port: number;
  readonly rateLimit: Rate;
  readonly publicUrl?: string;
  readonly trustProxy?: string;
  readonly connections?: number;
  readonly intervals: IntervalPolicy;
  readonly organizationName: string;
  readonly allowPrivateWebhooks: boolean;
  readonly sensorTimeout: number;
  readonly cacheSize: number;
  readonly databaseMemory: number;
  readonly sqlTimeout: number;
  readonly sqlMemory: number;
  readonly logLevel: LogLevel;
  readonly slowQuery: number;
  readonly acceptLoss: boolean;
}

const OPTIONS: readonly Option[] = [
  option("--data-dir <directory>", "where the data is; made if it does not exist").makeOptionMandatory(),
  option("--port <port>", "0 picks a free one").argParser(wholeNumber(0, 65_535)).default(8080),
  option("--host <address>", "the address to listen on").default("127.0.0.1"),
  option("--rate-limit <requests>", "requests a minute for each token, or none").argParser(rate).default(60),
  option("--public-url <address>", "the address clients use, for the links in answers").argParser(webAddress),
  option("--trust-proxy <cidr>", "believe X-Forwarded-* headers from these addresses"),
  option(
    "--connections <count>",
    "connections open at a time, websockets too (default: as file descriptors allow)",
  ).argParser(wholeNumber(CONNECTIONS_MIN, 1_000_000)),
  option("--intervals <which>", "which count intervals to take")
    .choices(["supported", "any"])
    .default("supported"),
  option("--organization-name <name>", "the organization's name in webhook calls").default("Headcount"),
  option(
    "--allow-private-webhooks",
    "call webhooks at private, loopback and link-local addresses, too",
  ).default(false),
  option("--sensor-timeout <minutes>", "how long after its last sign of life a sensor counts as online")
    .argParser(wholeNumber(1, 1_000_000))
    .default(10),
  option("--cache-size <megabytes>", "memory for counts that have been read lately")
    .argParser(wholeNumber(0, 1_000_000))
    .default(RUN_CACHE_BYTES_DEFAULT / 2 ** 20),
  option("--database-memory <megabytes>", "memory for the database; what needs more goes to disk")
    .argParser(wholeNumber(64, 1_000_000))
    .default(DATABASE_BYTES_DEFAULT / 2 ** 20),
  option("--sql-timeout <seconds>", "how long a query by a user may take, waiting included")
    .argParser(wholeNumber(1, 86_400))
    .default(SQL_TIME_MS_DEFAULT / SECOND_MS),
  option("--sql-memory <megabytes>", "memory for users' queries, and as much on disk")
    .argParser(wholeNumber(64, 1_000_000))
    .default(SQL_MEMORY_BYTES_DEFAULT / 2 ** 20),
  option("--log-level <level>", "what to log to stderr, as lines of JSON; info logs every request")
    .choices(LOG_LEVELS)
    .default(DEFAULT_LOG_LEVEL),
  option("--slow-query <milliseconds>", "log requests that take longer than this as slow")
    .argParser(wholeNumber(0, 1_000_000))
    .default(DEFAULT_SLOW_QUERY_MS),
  acceptLossOption(),
];

/** `headcount serve`: serves a data directory over HTTP. */
export function serveCommand(): Command {
  const command = new Command("serve").description("serves a data directory over HTTP");
  for (const each of OPTIONS) command.addOption(each);
  return command.action(serve);
}

async function serve(options: ServeOptions): Promise<void> {
  // Only the commands that serve load what serving takes.
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
    const secret = process.env.HEADCOUNT_TOKEN;
    if (secret) await addExternalToken(engine.context, secret, { name: "HEADCOUNT_TOKEN", rate: rateLimit });
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
    say(`Serving ${dataDir} at ${address}; Ctrl-C stops it.`);
    if (engine.context.catalog.tokens.all().length === 0) {
      say(
        "No token lets anybody in yet: stop the server and run `headcount token create`, or set HEADCOUNT_TOKEN.",
      );
    }
  } catch (error) {
    await engine.close();
    throw error;
  }
}
