import { analyticsServer } from "../../src/clickhouse/analytics-server.ts";
import { MirrorTables } from "../../src/clickhouse/mirror-tables.ts";
import { HeadcountError } from "../../src/domain/errors.ts";
import { systemTimers } from "../../src/engine/deliveries/delivery-runtime.ts";
import { Mirror, type MirrorObserver } from "../../src/mirror/mirror.ts";
import type { MirrorSource } from "../../src/mirror/ports.ts";
import type { AnswerRow } from "./analysis.ts";
import type { ClickHouseNode } from "./clickhouse.ts";

/**
 * A mirror of an engine, as a server that has just been started begins with it.
 *
 * @param options.folder for its files
 * @param options.eventsMax the events that it ships at once at most
 * @param options.shipped is called with each cut
 * @param options.failsAt the call of its target that fails, once it has been carried out
 */
export function mirrorOf(
  source: MirrorSource,
  url: string,
  {
    folder,
    failsAt = Infinity,
    shipped = () => {},
    ...options
  }: {
    readonly folder: string;
    readonly eventsMax?: number;
    readonly shipped?: MirrorObserver["shipped"];
    readonly failsAt?: number;
  },
): Mirror {
  const target = new MirrorTables(analyticsServer(url));
  return new Mirror({
    source,
    target: failsAt === Infinity ? target : failing(target, failsAt),
    ...options,
    observer: { failed: () => {}, shipped },
    timers: systemTimers,
    elapsed: { now: () => 0 },
    folder,
  });
}

/** The same target, of which one call fails, after it has been carried out. */
function failing(target: MirrorTables, failsAt: number): MirrorTables {
  let calls = 0;
  return new Proxy(target, {
    get: (_, name: keyof MirrorTables) => {
      if (name === "insertedRows") return target.insertedRows;
      const method = target[name].bind(target) as (...args: unknown[]) => Promise<unknown>;
      return async (...args: unknown[]) => {
        const result = await method(...args);
        if (calls++ === failsAt) throw new HeadcountError("unavailable", "as if ClickHouse had failed");
        return result;
      };
    },
  });
}

/** Dates and timestamps of ClickHouse, as texts. */
const TIME = /^\d{4}-\d\d-\d\d(?: \d\d:\d\d:\d\d\.\d{3})?$/;

/** The rows that a query of a mirror gives, as `ask` gives those of the local copy: dates and timestamps are ms. */
export async function askMirror(node: ClickHouseNode, database: string, query: string): Promise<AnswerRow[]> {
  const rows = await node.query(query, database);
  return rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [name, plain(value)])),
  );
}

function plain(value: unknown): unknown {
  return typeof value === "string" && TIME.test(value) ? Date.parse(`${value.replace(" ", "T")}Z`) : value;
}
