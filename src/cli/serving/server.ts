import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import closeWithGrace from "close-with-grace";
import { exportAnalysisUpdate } from "../../analysis/export-update.ts";
import { ServedSql } from "../../analysis/process/served-sql.ts";
import { describeStep } from "../../domain/clock.ts";
import { ANALYSIS_FOLDER } from "../../domain/data-directory.ts";
import { type HeadcountError, messageOfError } from "../../domain/errors.ts";
import { formatId } from "../../domain/ids.ts";
import { SECOND_MS } from "../../domain/instant.ts";
import { CONNECTIONS_DEFAULT } from "../../domain/limits.ts";
import { oldTimeZoneData } from "../../domain/time-zone-data.ts";
import { type LiveMeans, startLive } from "../../engine/build-engine.ts";
import type { Engine } from "../../engine/engine.ts";
import { RECORD_FORMAT } from "../../engine/journal/record-format.ts";
import { systemTimers } from "../../engine/timers.ts";
import { connectionsFor } from "../../http/admission/connections/connections.ts";
import { buildApp, type HttpOptions } from "../../http/app.ts";
import { HttpSender } from "../../outbound/webhook-sender.ts";
import { releaseVersion } from "../../program-folder.ts";
import { SERVER_FILE } from "../open-engine.ts";
import { info, onFile, systemRandom, usage, within } from "../process.ts";
import { rateOf } from "../settings/setting-types.ts";
import { listen } from "./listen.ts";
import type { RunningMirrors } from "./mirrors.ts";
import type { RunningSubscription } from "./mqtt.ts";
import type { ServedEngine, ServerSettings } from "./served-engine.ts";
import { translationThread } from "./translation-thread.ts";

const CONSOLE_FOLDER = fileURLToPath(new URL("../console", import.meta.url));

/** How long the server may take to stop, in ms. */
export const GRACE_MS = 10_000;

/** How long current requests may take to finish when the server stops, in ms. Their connections are closed then. */
const CUT_MS = 4_000;

/** How long a node of a cluster goes on serving after it has said at /readyz that it stops, in ms. */
const DRAIN_MS = 2_000;

/** How long it waits at most until another node can take its duties over, in ms: PostgreSQL may not answer. */
const HAND_OVER_MS = 3_000;

/** How long a cut of a mirror may take to end, in ms: it is shipped again at the next start. */
const MIRROR_MS = 2_000;

/** How long messages of MQTT may take to be stored, in ms: the broker gives others again. */
const MQTT_MS = 2_000;

/** How long current webhook calls may take to finish when the server stops, in ms. */
const CALLS_GRACE_MS = 2_000;

/**
 * Serves an engine until the process receives a signal or the data can no longer be used, then checkpoints.
 *
 * @param firstToken a token that `token create` may use, for a server without any; server.json has it
 * @returns the address that it listens on
 * @throws HeadcountError `unavailable` if the port cannot be used, or the address cannot be written
 */
export async function startServer(
  engine: ServedEngine,
  settings: ServerSettings,
  firstToken: string | null = null,
): Promise<string> {
  const { dataDir: directory } = settings;
  let ready = false;
  let damaged = false;
  let mirrors: RunningMirrors | null = null;
  let subscription: RunningSubscription | null = null;
  let draining = false;
  void engine.damaged.then((error) => {
    damaged = true;
    info(
      `headcount: the data in ${directory} are damaged: ${error.message}; the server still serves the undamaged data`,
    );
  });
  const sql = openServedSql(engine.context, settings);
  const translation = translationThread();
  const app = buildServer(engine, settings, {
    sql,
    isReady: () => ready,
    isDamaged: () => damaged,
    isDraining: () => draining,
    mirrors: () => mirrors,
    subscription: () => subscription,
    translateApart: translation.translate,
  });
  const serverFile = join(directory, SERVER_FILE);
  let address: string;
  try {
    address = await listen(app, settings);
    const note = `${JSON.stringify({ address, pid: process.pid, token: firstToken ?? undefined })}\n`;
    onFile("unavailable", `cannot write ${serverFile}`, () => {
      // Only its owner may read the token; a file that a killed server has left would keep its mode.
      rmSync(serverFile, { force: true });
      writeFileSync(serverFile, note, { mode: 0o600 });
    });
  } catch (error) {
    await app.close();
    throw error;
  }
  const warning = oldTimeZoneData(engine.context.clock.now());
  if (warning !== null) info(`headcount: warning: ${warning}`);
  const node = await openNode(engine, settings, () => mirrors);
  const means = engine.shared?.duties ?? null;
  const live = startLive(engine.context, liveMeans(engine.context, app, settings), means);
  if (engine.analytics.length > 0) {
    const { startMirrors } = await import("./mirrors.ts");
    mirrors = startMirrors(engine.context, engine.analytics, { directory, means });
  }
  if (engine.mqtt !== null)
    subscription = (await import("./mqtt.ts")).startMqtt(engine.context, engine.mqtt, {
      directory,
      means,
      translateApart: translation.translate,
    });
  ready = true;
  const failed = Promise.race([engine.failed, ...(node === null ? [] : [node.truncated])]);
  stopWithGrace(failed, async () => {
    // The broker keeps what comes from now on, for the next server too.
    const unsubscribed = within(MQTT_MS, subscription?.stop() ?? Promise.resolve());
    if (node !== null) {
      // Other servers take over, and the balancer sends further requests to them, before this one closes.
      draining = true;
      const drained = new Promise<void>((resolve) => systemTimers.after(DRAIN_MS, resolve));
      await Promise.all([within(HAND_OVER_MS, live.handOver(CALLS_GRACE_MS)), drained]);
      // What waits for PostgreSQL in vain is answered with 503 now, so that the stop is in time.
      if (engine.context.replica?.state.isReachable === false) await node.stop();
    }
    ready = false;
    // A slow client must not keep the data from being closed.
    const cancelCut = systemTimers.after(CUT_MS, () => app.server.closeAllConnections());
    await app.close();
    cancelCut();
    await sql.close();
    await within(MIRROR_MS, mirrors?.stop() ?? Promise.resolve());
    await unsubscribed.then(() => translation.close());
    await live.stop(CALLS_GRACE_MS);
    await node?.stop();
    rmSync(serverFile, { force: true });
    await engine.close();
  });
  return address;
}

async function openNode(
  { context, shared }: ServedEngine,
  settings: ServerSettings,
  mirrors: () => RunningMirrors | null,
) {
  const { replica } = context;
  if (replica === null || shared === null) return null;
  return (await import("../cluster/node.ts")).startNode({ ...context, replica }, shared, {
    address: settings.nodeAddress ?? null,
    release: releaseVersion(),
    recordFormat: RECORD_FORMAT,
    mirrors: () => mirrors()?.progress() ?? [],
  });
}

function stopWithGrace(failed: Promise<HeadcountError>, stop: () => Promise<void>): void {
  let isStopping = false;
  let failure: Error | null = null;
  const report = (error: unknown) => {
    if (error !== failure) info(`headcount: ${messageOfError(error)}`);
  };
  const options = { delay: GRACE_MS, logger: { error: report } };
  const { close } = closeWithGrace(options, async ({ signal, err }) => {
    isStopping = true;
    if (err !== undefined)
      info(`headcount: stopping because of an uncaught error: ${err.stack ?? err.message}`);
    else if (signal !== undefined) info(`${signal}: stopping after the current requests…`);
    await stop();
    // Then the process ends with 1.
    if (failure !== null) throw failure;
  });
  void failed.then((error) => {
    failure = error;
    info(`headcount: ${error.message}; the server stops`);
    if (!isStopping) void close();
  });
}

/** How webhooks are called: calls are counted, and errors are logged. */
function liveMeans(
  { clock, telemetry }: Engine,
  { log }: ReturnType<typeof buildApp>,
  { allowPrivateWebhooks }: ServerSettings,
): LiveMeans {
  const privateAdvice = allowPrivateWebhooks ? null : "see --allow-private-webhooks";
  return {
    clockStepped: (step) => log.warn({ step }, describeStep(step)),
    sensorAhead: (serialNumber, by) =>
      log.warn(
        { sensor_serial_number: serialNumber, ahead_seconds: Math.round(by / SECOND_MS) },
        "the clock of a sensor is ahead: its events are rejected",
      ),
    sender: new HttpSender({ release: releaseVersion(), clock, privateAdvice }),
    timers: systemTimers,
    random: systemRandom,
    observer: {
      attempted: ({ status, durationMs }) =>
        telemetry.observe("webhook_delivery_duration_seconds", durationMs / 1_000, {
          result: status === "retrying" ? "retried" : status,
        }),
      disabled: (webhook) =>
        log.warn(
          { webhook: formatId("webhook", webhook.id), reason: webhook.disabledReason },
          "webhook disabled",
        ),
      failed: (error) => log.error({ err: error }, "delivering notifications failed; it is retried"),
    },
  };
}

export function buildServer(
  { context, metrics, shared }: Pick<ServedEngine, "context" | "metrics" | "shared">,
  settings: Omit<ServerSettings, "dataDir">,
  state: Partial<HttpOptions> & Pick<HttpOptions, "sql" | "isReady" | "isDamaged">,
): ReturnType<typeof buildApp> {
  const { publicUrl = null, trustProxy = null, slowQuery, logLevel: level } = settings;
  try {
    return buildApp(context, {
      ...state,
      release: releaseVersion(),
      rateLimit: rateOf(settings.rateLimit),
      publicUrl,
      trustProxy,
      connections: { total: connectionsOf(settings.connections) },
      metrics,
      codeStore: shared?.codes,
      cluster: shared?.read,
      servers: () => shared?.nodes.alive ?? 1,
      hasStaleReads: settings.staleReads,
      slowQuery,
      logger: { level, stream: process.stderr },
      // A program that runs from its sources has no built console.
      consoleFolder: existsSync(join(CONSOLE_FOLDER, "index.html")) ? CONSOLE_FOLDER : null,
    });
  } catch (error) {
    // Fastify throws a TypeError for an invalid address.
    if (trustProxy === null || !(error instanceof TypeError)) throw error;
    throw usage(`--trust-proxy needs comma-separated addresses such as 10.0.0.0/8: ${error.message}`);
  }
}

/**
 * The limit on open connections of a server in this process: the requested number or the default, but not more than
 * the file descriptors of the process allow.
 */
function connectionsOf(requested: number | undefined): number {
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

/** The entry point of the process; it is beside this file in the build too. */
const ENTRY = new URL("./sql-process.js", import.meta.url);

/** Runs SQL queries over the data of an engine in a separate process. */
export function openServedSql(
  context: Engine,
  { dataDir, sqlTimeout, sqlMemory }: Pick<ServerSettings, "dataDir" | "sqlTimeout" | "sqlMemory">,
): ServedSql {
  return new ServedSql({
    folder: join(dataDir, ANALYSIS_FOLDER),
    entry: ENTRY,
    exportUpdate: (folder, since) => exportAnalysisUpdate(context, folder, since),
    timeMsMax: sqlTimeout * SECOND_MS,
    memoryBytes: sqlMemory * 2 ** 20,
    // One core is left for ingest, if there are several.
    threads: Math.max(1, availableParallelism() - 1),
  });
}
