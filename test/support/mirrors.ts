import { analyticsServer } from "../../src/clickhouse/analytics-server.ts";
import { MirrorTables } from "../../src/clickhouse/mirror-tables.ts";
import { systemTimers } from "../../src/engine/deliveries/delivery-runtime.ts";
import { Mirror } from "../../src/mirror/mirror.ts";
import type { MirrorSource } from "../../src/mirror/ports.ts";
import type { AnswerRow } from "./analysis.ts";
import type { ClickHouseNode } from "./clickhouse.ts";

/** A mirror of an engine, as a server that has just been started begins with it. @param folder for its files */
export function mirrorOf(source: MirrorSource, url: string, folder: string): Mirror {
  return new Mirror({
    source,
    target: new MirrorTables(analyticsServer(url)),
    observer: { failed: () => {}, shipped: () => {} },
    timers: systemTimers,
    elapsed: { now: () => 0 },
    folder,
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
