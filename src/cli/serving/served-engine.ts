import { setFlagsFromString } from "node:v8";
import { must } from "../../domain/errors.ts";
import { Metrics } from "../../http/monitoring.ts";
import { type AnalyticsServer, analyticsServer } from "../../mirror/clickhouse/analytics-server.ts";
import type { ClusterParts } from "../cluster/database.ts";
import { engineSettings, type LogSource, openEngine } from "../open-engine.ts";
import { hidePasswords, megabytes, usage } from "../process.ts";
import type { SettingsOf } from "../settings/settings.ts";
import type { Say } from "./listen.ts";

export type ServerSettings = SettingsOf<"serve">;

export type ServedEngine = Awaited<ReturnType<typeof openServed>>;

/**
 * Reads the addresses of databases for analytics. It opens no connection.
 *
 * @throws HeadcountError `invalid`, without the password, if one is wrong or is given twice
 */
function analyticsServers({ analytics = [] }: Pick<ServerSettings, "analytics">): AnalyticsServer[] {
  // A variable has all of them in one text.
  const addresses = analytics.flatMap((text) => text.trim().split(/\s+/));
  const servers = addresses.map((address) => analyticsServer(address, process.env));
  hidePasswords(...addresses);
  const seen = new Set<string>();
  for (const { shown } of servers) {
    if (seen.has(shown)) throw usage(`--analytics names ${shown} twice`);
    seen.add(shown);
  }
  return servers;
}

/** Opens the data directory of a server. @throws HeadcountError as `analyticsServers` and `openEngine` do */
export async function openServed(settings: ServerSettings) {
  // Where long-lived objects were created at the start, V8 would create those of each request in the old generation,
  // too, and these keep all else of their requests from being collected early.
  setFlagsFromString("--no-allocation-site-pretenuring");
  // Before anything is created.
  const analytics = analyticsServers(settings);
  const hasMqtt = settings.mqtt !== undefined || settings.mqttTopic !== undefined;
  // Imported here, since most servers do not need it.
  const mqtt = hasMqtt ? (await import("./mqtt.ts")).mqttSource(settings) : null;
  const metrics = new Metrics();
  metrics.watchProcess();
  const { dataDir, database, snapshots } = settings;
  // The log that the engine shares with other servers, and their list; null without a cluster.
  let shared = null as ClusterParts | null;
  const logSource = async (isNew: boolean): Promise<LogSource> => {
    const { ClusterDatabase } = await import("../cluster/database.ts");
    const { sourceOf } = await import("../cluster/log-source.ts");
    const { whileStarting } = await import("./listen.ts");
    const opened = await ClusterDatabase.serve({ database: must(database, "database"), snapshots }, isNew);
    let say: Say = () => {};
    const source = sourceOf(opened, {
      onJoin: (parts) => {
        shared = parts;
      },
      onProgress: (done, total) => {
        const share = Math.floor((100 * done) / total);
        say(`the server loads a snapshot of the cluster: ${share} % of ${megabytes(total)}`);
      },
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
    advice: "stop that server, or choose another --data-dir",
    mayCreate: true,
  });
  return { ...engine, metrics, shared, analytics, mqtt };
}
