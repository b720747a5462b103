import { HeadcountError } from "../../src/domain/errors.ts";
import { systemTimers } from "../../src/engine/timers.ts";
import { analyticsServer } from "../../src/mirror/clickhouse/analytics-server.ts";
import { Mirror, type MirrorObserver } from "../../src/mirror/mirror.ts";
import type { MirrorSource } from "../../src/mirror/mirror-rows.ts";
import { MirrorTables } from "../../src/mirror/mirror-tables.ts";
import type { AnswerRow } from "./analysis.ts";
import type { ClickHouseNode } from "./clickhouse.ts";

/**
 * A mirror of an engine, as a server that has just been started begins with it.
 *
 * @param options.folder for its files
 * @param options.eventsMax the events that it ships at once at most
 * @param options.shipped is called with each cut
 * @param options.failsAt the call of its target that fails, once it has been carried out
 * @param options.failing the method of which `failsAt` counts the calls, by default all
 * @param options.before what is done once, before the first call of a method
 */
export function mirrorOf(
  source: MirrorSource,
  url: string,
  {
    folder,
    failsAt = Infinity,
    failing = null,
    before = null,
    shipped = () => {},
    ...options
  }: {
    readonly folder: string;
    readonly eventsMax?: number;
    readonly shipped?: MirrorObserver["shipped"];
    readonly failsAt?: number;
    readonly failing?: keyof MirrorTables | null;
    readonly before?: Interruption | null;
  },
): Mirror {
  const tables = new MirrorTables(analyticsServer(url));
  const target = before === null ? tables : interruptedTarget(tables, before);
  return new Mirror({
    source,
    target: failsAt === Infinity ? target : failingTarget(target, failsAt, failing),
    ...options,
    observer: { failed: () => {}, shipped },
    timers: systemTimers,
    elapsed: { now: () => 0 },
    folder,
  });
}

/** The same target, of which one call fails, after it has been carried out. */
function failingTarget(
  target: MirrorTables,
  failsAt: number,
  failing: keyof MirrorTables | null,
): MirrorTables {
  let calls = 0;
  return around(target, async (name, call) => {
    const result = await call();
    if ((failing ?? name) === name && calls++ === failsAt)
      throw new HeadcountError("unavailable", "as if ClickHouse had failed");
    return result;
  });
}

/** The same target, whose calls something is done around. */
function around(
  target: MirrorTables,
  wrap: (name: keyof MirrorTables, call: () => Promise<unknown>) => Promise<unknown>,
): MirrorTables {
  return new Proxy(target, {
    get: (_, name: keyof MirrorTables) => {
      if (name === "insertedRows") return target.insertedRows;
      const method = target[name].bind(target) as (...args: unknown[]) => Promise<unknown>;
      return (...args: unknown[]) => wrap(name, () => method(...args));
    },
  });
}

/** What others do before a mirror calls a method of its target for the first time. */
interface Interruption {
  readonly call: keyof MirrorTables;
  readonly work: () => Promise<unknown>;
}

function interruptedTarget(target: MirrorTables, { call, work }: Interruption): MirrorTables {
  let isDone = false;
  return around(target, async (name, callTarget) => {
    if (name === call && !isDone) {
      isDone = true;
      await work();
    }
    return callTarget();
  });
}

/** Dates and timestamps of ClickHouse, as texts. */
const TIME = /^\d{4}-\d\d-\d\d(?: \d\d:\d\d:\d\d\.\d{3})?$/;

/** The rows that a query of a mirror gives, as `ask` gives those of the local copy: dates and timestamps are ms. */
export async function askMirror(
  node: ClickHouseNode,
  database: string,
  query: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<AnswerRow[]> {
  const rows = await node.query(query, database, "default", settings);
  return rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [name, plain(value)])),
  );
}

function plain(value: unknown): unknown {
  return typeof value === "string" && TIME.test(value) ? Date.parse(`${value.replace(" ", "T")}Z`) : value;
}
