import { setImmediate } from "node:timers/promises";
import { BIGINT, INTEGER, TINYINT, VARCHAR } from "@duckdb/node-api";
import { getOrInsert } from "../../domain/collections.ts";
import { wholeNumbers } from "../../duckdb/columns.ts";
import type { Connection } from "../../duckdb/connection.ts";
import type { Database } from "../../duckdb/database.ts";
import { statement } from "../../duckdb/statements.ts";
import type { LogColumns, RowRange } from "../../engine/ports.ts";
import { RecentIdentities } from "./recent-identities.ts";

const ROWS_AT_ONCE = 4_096;

/**
 * The identities in the log (D9). Most events are later than all earlier ones of their sensor, and repeat none; others
 * are recent. Both are known without reading the log.
 */
export class StoredIdentities {
  readonly #database: Database;
  #known: Awaited<ReturnType<typeof readKnown>> | null = null;

  constructor(database: Database) {
    this.#database = database;
  }

  /** The rows, in some ranges, whose identity the log has. To be called while nothing is stored. */
  async find(events: LogColumns, ranges: readonly RowRange[]): Promise<ReadonlySet<number>> {
    this.#known ??= await this.#database.read(readKnown);
    const { latest, recent } = this.#known;
    const { sensorKeys, timestamps } = events;
    const sought: number[] = [];
    const stored = new Set<number>();
    for (const { start, end } of ranges) {
      for (let row = start; row < end; row++) {
        if (row > start && (row - start) % ROWS_AT_ONCE === 0) await setImmediate();
        const last = latest.get(sensorKeys[row] as number);
        if (last === undefined || (timestamps[row] as number) > last.instant) continue;
        const isStored = recent.has(events, row);
        if (isStored === true) stored.add(row);
        else if (isStored === null) sought.push(row);
      }
    }
    const found =
      sought.length === 0 ? [] : await this.#database.write((writer) => lookUp(writer, events, sought));
    for (const row of found) stored.add(row);
    return stored;
  }

  /** Adds events that have been stored, after those of earlier calls. */
  add(events: LogColumns): void {
    if (this.#known === null) return;
    const { latest, recent } = this.#known;
    for (let row = 0; row < events.length; row++) {
      recent.add(events, row);
      const instant = events.timestamps[row] as number;
      const last = getOrInsert(latest, events.sensorKeys[row] as number, () => ({ instant }));
      if (instant > last.instant) last.instant = instant;
    }
  }

  /** To be called when events have been stored that were not added, or removed. */
  forget(): void {
    this.#known = null;
  }
}

async function readKnown(connection: Connection) {
  const rows = await connection.rows(statement("events/latest-of-sensors"));
  // The latest instant of each sensor with events, in ms, by its key.
  const latest = new Map(rows.map(({ sensor, ts }) => [sensor, { instant: Number(ts) }]));
  let last = -Infinity;
  for (const { instant } of latest.values()) last = Math.max(last, instant);
  return { latest, recent: new RecentIdentities(last) };
}

async function lookUp(connection: Connection, events: LogColumns, rows: readonly number[]) {
  const { timestamps, sensorKeys, trajectories, eventIds } = events;
  await connection.run(statement("events/create-sought"));
  let [first, last] = [Infinity, -Infinity];
  for (const row of rows) {
    first = Math.min(first, timestamps[row] as number);
    last = Math.max(last, timestamps[row] as number);
  }
  const instantOf = (index: number) => timestamps[rows[index] as number] as number;
  const columns = [
    { type: INTEGER, values: rows },
    { type: INTEGER, values: rows.map((row) => sensorKeys[row] as number) },
    { type: BIGINT, values: wholeNumbers(rows.length, instantOf) },
    { type: TINYINT, values: rows.map((row) => trajectories[row] as number) },
    { type: VARCHAR, values: rows.map((row) => eventIds?.at(row) ?? null) },
  ];
  await connection.append("sought", columns, "temp");
  const range = { first_ts: BigInt(first), last_ts: BigInt(last) };
  const found = await connection.rows(statement("events/find-sought"), range);
  return found.map(({ row }) => Number(row));
}
