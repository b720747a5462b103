import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { MIRROR_FOLDER } from "../../domain/data-directory.ts";
import { messageOfError, must } from "../../domain/errors.ts";
import { SECOND_MS } from "../../domain/instant.ts";
import type { Engine } from "../../engine/engine.ts";
import { Duty, type DutyMeans } from "../../engine/journal/duty.ts";
import { MIRRORS_DUTY, type MirrorProgress } from "../../engine/ports/mirrors.ts";
import { systemTimers } from "../../engine/timers.ts";
import type { AnalyticsServer } from "../../mirror/clickhouse/analytics-server.ts";
import { Mirror } from "../../mirror/mirror.ts";
import { MirrorTables } from "../../mirror/mirror-tables.ts";
import { elapsedClock, info } from "../process.ts";

/** The data directory of what a server does besides answering; in a cluster, where one node does it, the leases of duties. */
export interface WorkPlace {
  readonly directory: string;
  readonly means: DutyMeans | null;
}

export type RunningMirrors = ReturnType<typeof startMirrors>;

/** Keeps mirrors up to date, one for each server, until they are stopped. */
export function startMirrors(
  engine: Engine,
  servers: readonly AnalyticsServer[],
  { directory, means }: WorkPlace,
) {
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
  const catchUp = async () => {
    await Promise.all(mirrors.map((mirror) => mirror.catchUp()));
  };
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
    return { progress, catchUp, verify, rebuild, stop: end };
  }
  const work = { begin, end, isFollowing: () => replica.state.stopped === null, failed: () => {} };
  const duty = new Duty(MIRRORS_DUTY, { ...means, ...work, timers: systemTimers });
  duty.start();
  return { progress, catchUp, verify, rebuild, stop: () => duty.stop(0) };
}

function mirrorAt(engine: Engine, server: AnalyticsServer, folder: string): Mirror {
  return new Mirror({
    source: engine,
    target: new MirrorTables(server),
    observer: {
      failed: (error) => {
        const what =
          error === null
            ? "is brought up to date again"
            : `cannot be brought up to date: ${messageOfError(error)}; it is tried again`;
        info(`headcount: the mirror at ${server.shown} ${what}`);
      },
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
