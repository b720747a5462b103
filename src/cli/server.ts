import { existsSync, rmSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import closeWithGrace from "close-with-grace";
import { exportAnalysisUpdate } from "../analysis/export-update.ts";
import { ServedSql } from "../analysis/process/served-sql.ts";
import { describeStep } from "../domain/clock.ts";
import { ANALYSIS_FOLDER } from "../domain/data-directory.ts";
import { HeadcountError } from "../domain/errors.ts";
import { formatId } from "../domain/ids.ts";
import { SQL_MEMORY_BYTES_DEFAULT, SQL_TIME_MS_DEFAULT } from "../domain/limits.ts";
import type { Engine } from "../engine/build-engine.ts";
import { systemTimers } from "../engine/deliveries/delivery-runtime.ts";
import { type LiveMeans, startLive } from "../engine/live/live.ts";
import { buildApp, type HttpOptions } from "../http/app.ts";
import { listen } from "../http/connections/listen.ts";
import { Metrics } from "../http/monitoring.ts";
import { lazyWebhookSender } from "../outbound/lazy-webhook-sender.ts";
import { info } from "./console.ts";
import { type OpenEngine, SERVER_FILE } from "./open-engine.ts";
import { releaseVersion } from "./release.ts";
import { type LogLevel, SETTINGS } from "./settings.ts";
import { after, systemRandom } from "./system.ts";
import { usage } from "./target.ts";

const DEFAULTS = SETTINGS.serve;

/** The folder of the built console, beside the program. */
const CONSOLE_FOLDER = fileURLToPath(new URL("../console", import.meta.url));

/** How long the server may take to stop, in ms. */
export const GRACE_MS = 10_000;

/** How long current requests may take to finish when the server stops, in ms. Their connections are closed then. */
const CUT_MS = 4_000;

/** How long current webhook calls may take to finish when the server stops, in ms. */
const CALLS_GRACE_MS = 2_000;

export interface ServerOptions {
  readonly host: string;
  readonly port: number;
  /** Requests a minute of a token with the rate of the server; null is unlimited. */
  readonly rateLimit: number | null;
  readonly publicUrl: string | null;
  readonly trustProxy: string | null;
  /** Open connections at a time, including websockets. */
  readonly connections?: number;
  /** The same metrics as those of the engine. */
  readonly metrics: Metrics;
  /** Whether private, loopback and other special addresses of webhooks are allowed (D23). */
  readonly allowPrivateWebhooks?: boolean;
  /** The lowest level that is logged. */
  readonly logLevel?: LogLevel;
  /** Requests that take longer than this, in ms, are logged as slow. */
  readonly slowQuery?: number;
  /** Limits of SQL queries. */
  readonly sql?: SqlLimits;
}

/** The metrics of a server, with those of its process. */
export function serverMetrics(): Metrics {
  const metrics = new Metrics();
  metrics.watchProcess();
  return metrics;
}

/**
 * Serves an engine until the process receives a signal or the data can no longer be used, then checkpoints.
 *
 * @returns the address that it listens on
 * @throws HeadcountError `unavailable` if the port cannot be used, or the address cannot be written
 */
export async function startServer(
  engine: OpenEngine,
  directory: string,
  options: ServerOptions,
): Promise<string> {
  let ready = false;
  let damaged = false;
  void engine.damaged.then((error) => {
    damaged = true;
    info(
      `headcount: the data in ${directory} are damaged: ${error.message}; the server still serves the undamaged data`,
    );
  });
  const sql = openServedSql(engine.context, directory, options.sql ?? {});
  const app = buildServer(engine.context, options, sql, { isReady: () => ready, isDamaged: () => damaged });
  let listening: AddressInfo;
  try {
    listening = await listen(app, options);
  } catch (error) {
    await app.close();
    throw explainListen(options, error);
  }
  const { address: host, port, family } = listening;
  const address = `http://${family === "IPv6" ? `[${host}]` : host}:${port}`;
  const serverFile = join(directory, SERVER_FILE);
  try {
    writeFileSync(serverFile, `${JSON.stringify({ address, pid: process.pid })}\n`);
  } catch (error) {
    await app.close();
    const { message } = error as Error;
    throw new HeadcountError("unavailable", `cannot write ${serverFile}: ${message}`, { cause: error });
  }
  const live = startLive(engine.context, liveMeans(engine.context, app, options));
  ready = true;
  stopWithGrace(engine, async () => {
    ready = false;
    // A slow client must not keep the data from being closed.
    const cancelCut = after(CUT_MS, () => app.server.closeAllConnections());
    await app.close();
    cancelCut();
    await sql.close();
    await live.stop(CALLS_GRACE_MS);
    rmSync(serverFile, { force: true });
    await engine.close();
  });
  return address;
}

/** Stops after a signal, an uncaught error, or when the data can no longer be used. */
function stopWithGrace({ failed }: OpenEngine, stop: () => Promise<void>): void {
  let isStopping = false;
  let failure: Error | null = null;
  const report = (error: unknown) => {
    if (error !== failure) info(`headcount: ${error instanceof Error ? error.message : String(error)}`);
  };
  const options = { delay: GRACE_MS, logger: { error: report } };
  const { close } = closeWithGrace(options, async ({ signal, err }) => {
    isStopping = true;
    if (err !== undefined)
      info(`headcount: stopping because of an uncaught error: ${err.stack ?? err.message}`);
    else if (signal !== undefined) info(`${signal}: stopping after the current requests…`);
    await stop();
  });
  void failed.then((error) => {
    failure = error;
    info(`headcount: ${error.message}; the server stops`);
    // Closing fails as well, so that the process ends with 1.
    if (!isStopping) void close();
  });
}

/** How webhooks are called: calls are counted, and errors are logged. */
function liveMeans(
  { clock, telemetry }: Engine,
  { log }: ReturnType<typeof buildApp>,
  { allowPrivateWebhooks = false }: ServerOptions,
): LiveMeans {
  return {
    clockStepped: (step) => log.warn({ step }, describeStep(step)),
    sender: lazyWebhookSender({ release: releaseVersion(), clock, allowPrivate: allowPrivateWebhooks }),
    timers: systemTimers,
    random: systemRandom,
    observer: {
      attempted: ({ status, durationMs }) =>
        telemetry.delivered(status === "retrying" ? "retried" : status, durationMs / 1_000),
      disabled: (webhook) =>
        log.warn(
          { webhook: formatId("webhook", webhook.id), reason: webhook.disabledReason },
          "webhook disabled",
        ),
      failed: (error) => log.error({ err: error }, "delivering notifications failed; it is retried"),
    },
  };
}

function buildServer(
  context: Engine,
  options: ServerOptions,
  sql: ServedSql,
  state: Pick<HttpOptions, "isReady" | "isDamaged">,
): ReturnType<typeof buildApp> {
  const { rateLimit, publicUrl, trustProxy, connections, metrics } = options;
  const { logLevel: level = DEFAULTS.logLevel.default, slowQuery = DEFAULTS.slowQuery.default } = options;
  const logger = { level, stream: process.stderr };
  try {
    return buildApp(context, {
      release: releaseVersion(),
      rateLimit,
      publicUrl,
      trustProxy,
      connections: connections === undefined ? {} : { total: connections },
      metrics,
      sql,
      slowQuery,
      logger,
      ...state,
      // A program that runs from its sources has no built console.
      consoleFolder: existsSync(join(CONSOLE_FOLDER, "index.html")) ? CONSOLE_FOLDER : null,
    });
  } catch (error) {
    // Fastify throws a TypeError for an invalid address.
    if (trustProxy === null || !(error instanceof TypeError)) throw error;
    throw usage(`--trust-proxy needs comma-separated addresses such as 10.0.0.0/8: ${error.message}`);
  }
}

function explainListen({ host, port }: ServerOptions, error: unknown): unknown {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === undefined) return error;
  const why =
    code === "EADDRINUSE"
      ? "another program uses that port; choose another --port (0 picks a free one)"
      : message;
  return new HeadcountError("unavailable", `cannot listen on ${host}:${port}: ${why}`, { cause: error });
}

/** The entry point of the process; it is beside this file in the build too. */
const ENTRY = new URL("./sql-process.js", import.meta.url);

export interface SqlLimits {
  /** How long a query may run, in ms. */
  readonly timeMsMax?: number;
  readonly memoryBytes?: number;
}

/** Runs SQL queries over the data of an engine in a separate process. */
export function openServedSql(context: Engine, directory: string, limits: SqlLimits): ServedSql {
  const { timeMsMax = SQL_TIME_MS_DEFAULT, memoryBytes = SQL_MEMORY_BYTES_DEFAULT } = limits;
  return new ServedSql({
    folder: join(directory, ANALYSIS_FOLDER),
    entry: ENTRY,
    clock: context.clock,
    exportUpdate: (folder, since) => exportAnalysisUpdate(context, folder, since),
    memoryBytes,
    timeMsMax,
    // One core is left for ingest, if there are several.
    threads: Math.max(1, availableParallelism() - 1),
  });
}
