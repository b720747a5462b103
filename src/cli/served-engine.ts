import { setFlagsFromString } from "node:v8";
import { must } from "../domain/errors.ts";
import { Metrics } from "../http/monitoring.ts";
import { type AnalyticsServers, analyticsServers } from "./analytics-addresses.ts";
import type { ClusterParts } from "./cluster/database.ts";
import type { MqttSource } from "./mqtt.ts";
import {
  engineSettings,
  type LogSource,
  type OpenEngine,
  openEngine,
  serveElsewhere,
} from "./open-engine.ts";
import { formatNumber } from "./process.ts";
import type { SettingsOf } from "./settings.ts";
import type { Say } from "./starting-server.ts";

/** The settings of a server. */
export type ServerSettings = SettingsOf<"serve">;

/** An open engine with the metrics of its server. */
export interface ServedEngine extends OpenEngine {
  readonly metrics: Metrics;
  /** The log that the engine shares with other servers, and their list; null without a cluster. */
  readonly shared: ClusterParts | null;
  /** The databases for analytics; null without any. */
  readonly analytics: AnalyticsServers | null;
  /** The broker of MQTT; null without one. */
  readonly mqtt: MqttSource | null;
}

/** Reads the settings of MQTT, with code that is loaded for them alone. */
async function readMqtt(settings: ServerSettings): Promise<MqttSource | null> {
  if (settings.mqtt === undefined && settings.mqttTopic === undefined) return null;
  return (await import("./mqtt.ts")).mqttSource(settings);
}

/** What a server does that loads a snapshot. */
function loading(done: number, total: number): string {
  return `the server loads a snapshot of the cluster: ${Math.floor((100 * done) / total)} % of ${formatNumber(total / 1e6)} MB`;
}

/** Opens the data directory of a server. @throws HeadcountError as `analyticsServers` and `openEngine` do */
export async function openServed(settings: ServerSettings): Promise<ServedEngine> {
  // Where long-lived objects were created at the start, V8 would create those of each request in the old generation,
  // too, and these keep all else of their requests from being collected early.
  setFlagsFromString("--no-allocation-site-pretenuring");
  // Before anything is created.
  const analytics = analyticsServers(settings);
  const mqtt = await readMqtt(settings);
  const metrics = new Metrics();
  metrics.watchProcess();
  const { dataDir, database, snapshots } = settings;
  let shared: ServedEngine["shared"] = null;
  const logSource = async (isNew: boolean): Promise<LogSource> => {
    const { ClusterDatabase } = await import("./cluster/database.ts");
    const { sourceOf } = await import("./cluster/log-source.ts");
    const { whileStarting } = await import("./starting-server.ts");
    const opened = await ClusterDatabase.serve({ database: must(database, "database"), snapshots }, isNew);
    let say: Say = () => {};
    const source = sourceOf(opened, {
      onJoin: (parts) => {
        shared = parts;
      },
      onProgress: (done, total) => say(loading(done, total)),
    });
    const starting = (work: () => Promise<void>) =>
      whileStarting(settings, (to) => {
        say = to;
        return work();
      });
    return {
      ...source,
      fill: (directory) => starting(() => source.fill(directory)),
      replace: (directory, followed) => starting(() => source.replace(directory, followed)),
    };
  };
  const engine = await openEngine(dataDir, {
    logSource: database === undefined ? null : logSource,
    settings: engineSettings(settings),
    telemetry: metrics,
    cacheBytes: settings.cacheSize * 2 ** 20,
    databaseBytes: settings.databaseMemory * 2 ** 20,
    acceptLoss: settings.acceptLoss,
    advice: serveElsewhere,
    mayCreate: true,
  });
  return { ...engine, metrics, shared, analytics, mqtt };
}
