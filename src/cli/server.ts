import { existsSync, rmSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import closeWithGrace from "close-with-grace";
import type { ServedSql } from "../analysis/process/served-sql.ts";
import { describeStep } from "../domain/clock.ts";
import { HeadcountError } from "../domain/errors.ts";
import { formatId } from "../domain/ids.ts";
import type { Engine } from "../engine/build-engine.ts";
import { systemTimers } from "../engine/deliveries/timers.ts";
import { type LiveMeans, startLive } from "../engine/live/live-server.ts";
import { buildApp, type HttpOptions } from "../http/app.ts";
import { listen } from "../http/connections/listen.ts";
import { Metrics } from "../http/metrics.ts";
import { lazyWebhookSender } from "../outbound/lazy-webhook-sender.ts";
import { say } from "./console.ts";
import { type OpenEngine, SERVER_FILE } from "./open-engine.ts";
import { DEFAULT_LOG_LEVEL, DEFAULT_SLOW_QUERY_MS, type LogLevel } from "./options.ts";
import { releaseVersion } from "./release.ts";
import { openServedSql, type SqlLimits } from "./served-sql.ts";
import { usage } from "./target.ts";

/** Where the build puts the web console, beside the program. */
const CONSOLE_FOLDER = fileURLToPath(new URL("../console", import.meta.url));

/** How long requests under way may take to finish when the server stops, in ms. */
export const GRACE_MS = 10_000;

/** When the connections are cut of those that have not finished, in ms; well before the process is. */
const CUT_MS = 4_000;

/** How long webhook calls under way may take to finish then, in ms. */
const CALLS_GRACE_MS = 2_000;

export interface ServerOptions {
  readonly host: string;
  readonly port: number;
  /** Requests a minute of a token with the server's rate; null is unlimited. */
  readonly rateLimit: number | null;
  readonly publicUrl: string | null;
  readonly trustProxy: string | null;
  /** Connections open at a time, websockets included; the default where it is left out. */
  readonly connections?: number;
  /** What the engine was told to tell, too. */
  readonly metrics: Metrics;
  /** Whether webhooks may be at private, loopback and other special addresses (D23). */
  readonly allowPrivateWebhooks?: boolean;
  /** What is logged: this and what is worse. */
  readonly logLevel?: LogLevel;
  /** A request that takes longer than this, in ms, is logged as slow. */
  readonly slowQuery?: number;
  /** What users' queries may take. */
  readonly sql?: SqlLimits;
}

/** What a server tells Prometheus, of its process, too. */
export function serverMetrics(): Metrics {
  const metrics = new Metrics();
  metrics.watchProcess();
  return metrics;
}

/**
 * Serves an engine until the process is told to stop, or its data can be used no longer, then checkpoints.
 *
 * @returns the address it listens on
 * @throws HeadcountError `unavailable` where the port cannot be had, or the address not be written
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
    say(
      `headcount: the data in ${directory} are damaged: ${error.message}; what is not damaged is served on`,
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
    // An answer that a slow client takes for ever must not keep the data from being closed.
    const cutting = setTimeout(() => app.server.closeAllConnections(), CUT_MS);
    await app.close();
    clearTimeout(cutting);
    await sql.close();
    await live.stop(CALLS_GRACE_MS);
    rmSync(serverFile, { force: true });
    await engine.close();
  });
  return address;
}

/** Stops once the process is told to, or has an error that nobody has caught, or the data can be used no longer. */
function stopWithGrace({ failed }: OpenEngine, stop: () => Promise<void>): void {
  let isStopping = false;
  let failure: Error | null = null;
  const sayWhy = (error: unknown) => {
    if (error !== failure) say(`headcount: ${error instanceof Error ? error.message : String(error)}`);
  };
  const options = { delay: GRACE_MS, logger: { error: sayWhy } };
  const { close } = closeWithGrace(options, async ({ signal, err }) => {
    isStopping = true;
    if (err !== undefined) say(`headcount: stopping because of an error: ${err.stack ?? err.message}`);
    else if (signal !== undefined) say(`${signal}: finishing what is under way…`);
    await stop();
  });
  void failed.then((error) => {
    failure = error;
    say(`headcount: ${error.message}; the server stops`);
    // To close what has failed fails, too: the process ends with 1.
    if (!isStopping) void close();
  });
}

/** What webhooks are called with; what becomes of calls is counted, and what goes wrong is logged. */
function liveMeans(
  { clock, telemetry }: Engine,
  { log }: ReturnType<typeof buildApp>,
  { allowPrivateWebhooks = false }: ServerOptions,
): LiveMeans {
  return {
    clockStepped: (step) => log.warn({ step }, describeStep(step)),
    sender: lazyWebhookSender({ release: releaseVersion(), clock, allowPrivate: allowPrivateWebhooks }),
    timers: systemTimers,
    random: Math.random,
    observer: {
      attempted: ({ status, durationMs }) =>
        telemetry.delivered(status === "retrying" ? "retried" : status, durationMs / 1_000),
      disabled: (webhook) =>
        log.warn(
          { webhook: formatId("webhook", webhook.id), reason: webhook.disabledReason },
          "a webhook has been disabled",
        ),
      failed: (error) => log.error({ err: error }, "the live side failed; it is tried again"),
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
  const { logLevel: level = DEFAULT_LOG_LEVEL, slowQuery = DEFAULT_SLOW_QUERY_MS } = options;
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
      // Run from its sources, the program has no built console.
      consoleFolder: existsSync(join(CONSOLE_FOLDER, "index.html")) ? CONSOLE_FOLDER : null,
    });
  } catch (error) {
    // Fastify reads the addresses at once, and throws what it cannot read.
    if (trustProxy === null || !(error instanceof TypeError)) throw error;
    throw usage(`--trust-proxy takes addresses such as 10.0.0.0/8, comma-separated: ${error.message}`);
  }
}

function explainListen({ host, port }: ServerOptions, error: unknown): unknown {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === undefined) return error;
  const why =
    code === "EADDRINUSE"
      ? "another program uses that port; choose another with --port (0 picks a free one)"
      : message;
  return new HeadcountError("unavailable", `cannot listen on ${host}:${port}: ${why}`, { cause: error });
}
