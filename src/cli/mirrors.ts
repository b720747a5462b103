import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type AnalyticsServer, analyticsServer } from "../clickhouse/analytics-server.ts";
import { AnalyticsSql } from "../clickhouse/analytics-sql.ts";
import { MirrorTables } from "../clickhouse/mirror-tables.ts";
import { MIRROR_VIEWS } from "../clickhouse/schema.ts";
import { ANALYTICS_FOLDER, MIRROR_FOLDER } from "../domain/data-directory.ts";
import { must } from "../domain/errors.ts";
import { SECOND_MS } from "../domain/instant.ts";
import { systemTimers } from "../engine/deliveries/delivery-runtime.ts";
import type { Engine } from "../engine/engine.ts";
import { MIRRORS_DUTY, type MirrorProgress, type Mirrors } from "../engine/ports/mirrors.ts";
import { Duty, type DutyMeans } from "../engine/replication/duty.ts";
import { Mirror } from "../mirror/mirror.ts";
import { elapsedClock, info } from "./process.ts";

/** The mirrors of a server. */
export interface RunningMirrors extends Mirrors {
  stop(): Promise<void>;
}

/**
 * Reads the addresses of mirrors.
 *
 * @throws HeadcountError `invalid` if one is wrong, without its password
 */
export function mirrorServers(addresses: readonly string[]): AnalyticsServer[] {
  return addresses.map((address) => analyticsServer(address, process.env));
}

/**
 * Opens the queries by users on a database for analytics.
 *
 * @param mirrors the servers of mirrors
 * @returns without an address why none can be run, with the statements that make a user for them
 * @throws HeadcountError `invalid` if the address is wrong, without its password
 */
export function openAnalyticsSql(
  address: string | undefined,
  mirrors: readonly AnalyticsServer[],
  options: { readonly directory: string; readonly timeMsMax: number; readonly memoryBytes: number },
): AnalyticsSql | string {
  if (address === undefined) return adviceFor(must(mirrors[0], "mirror"));
  const { directory, ...limits } = options;
  const folder = join(directory, ANALYTICS_FOLDER);
  return new AnalyticsSql(analyticsServer(address), { folder, ...limits });
}

function adviceFor({ database }: AnalyticsServer): string {
  const views = [...MIRROR_VIEWS.keys()].map((view) => `${database}.${view}`);
  return (
    "this server has no user for queries in ClickHouse. An administrator of ClickHouse runs CREATE USER reader " +
    `IDENTIFIED BY 'password'; GRANT SELECT ON ${views.join(", SELECT ON ")} TO reader; and the server is started with ` +
    `--analytics-sql clickhouse://reader:password@host:port/${database}`
  );
}

/**
 * Keeps mirrors up to date, one for each server, until they are stopped.
 *
 * @param means in a cluster, where only one node does so: the leases of its duties
 */
export function startMirrors(
  engine: Engine,
  servers: readonly AnalyticsServer[],
  { directory, means }: { readonly directory: string; readonly means: DutyMeans | null },
): RunningMirrors {
  rmSync(join(directory, MIRROR_FOLDER), { recursive: true, force: true });
  const folderOf = (index: number) => {
    const folder = join(directory, MIRROR_FOLDER, String(index));
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return folder;
  };
  const { clock, replica, telemetry } = engine;
  let mirrors: readonly Mirror[] = [];
  let stops: readonly (() => Promise<void>)[] = [];
  const begin = async () => {
    // Another server may have shipped since this one did: all is read again.
    mirrors = servers.map((server, index) => mirrorAt(engine, server, folderOf(index)));
    stops = mirrors.map((mirror) => mirror.start());
  };
  const end = async () => {
    const stopping = stops.map((stop) => stop());
    [mirrors, stops] = [[], []];
    await Promise.all(stopping);
  };
  const databaseOf = (index: number) => must(servers[index], "server").shown;
  const progress = () =>
    mirrors.map((mirror, index) => ({ database: databaseOf(index), ...mirror.progress }));
  const verify = () =>
    Promise.all(
      mirrors.map(async (mirror, index) => ({ database: databaseOf(index), ...(await mirror.verify()) })),
    );
  const rebuild = async (span: { readonly from: number; readonly to: number }) => {
    await Promise.all(mirrors.map((mirror) => mirror.rebuild(span)));
  };
  const greatest = (of: (mirror: MirrorProgress) => number) => () => Math.max(0, ...progress().map(of));
  telemetry.gauge(
    "mirror_lag_events",
    greatest(({ lag }) => lag ?? 0),
  );
  telemetry.gauge(
    "mirror_lag_seconds",
    greatest(({ asOf }) => (asOf === null ? 0 : (clock.now() - asOf) / SECOND_MS)),
  );
  if (means === null || replica === null) {
    void begin();
    return { progress, verify, rebuild, stop: end };
  }
  const isFollowing = () => replica.state.stopped === null;
  const duty = new Duty(MIRRORS_DUTY, {
    ...means,
    timers: systemTimers,
    isFollowing,
    begin,
    end,
    failed: () => {},
  });
  duty.start();
  return { progress, verify, rebuild, stop: () => duty.stop(0) };
}

function mirrorAt(engine: Engine, server: AnalyticsServer, folder: string): Mirror {
  return new Mirror({
    source: engine,
    target: new MirrorTables(server),
    observer: {
      failed: (error) => info(`headcount: ${said(server.shown, error)}`),
      shipped: ({ events, rows }) => {
        engine.telemetry.count("mirrored_events_total", events);
        engine.telemetry.count("mirrored_rows_total", rows);
      },
    },
    timers: systemTimers,
    elapsed: elapsedClock,
    folder,
  });
}

function said(server: string, error: unknown): string {
  if (error === null) return `the mirror at ${server} is brought up to date again`;
  const message = error instanceof Error ? error.message : String(error);
  return `the mirror at ${server} cannot be brought up to date: ${message}; it is tried again`;
}
