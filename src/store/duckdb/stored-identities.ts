import { setImmediate } from "node:timers/promises";
import { BIGINT, INTEGER, TINYINT, VARCHAR } from "@duckdb/node-api";
import { getOrInsert } from "../../domain/collections.ts";
import { wholeNumbers } from "../../duckdb/columns.ts";
import type { Connection } from "../../duckdb/connection.ts";
import type { Database } from "../../duckdb/database.ts";
import { statement } from "../../duckdb/statements.ts";
import type { LogColumns, RowRange } from "../../engine/ports.ts";

/** Rows that are compared before yielding to other work. */
const ROWS_AT_ONCE = 4_096;

/** The most identities of one instant that are kept for a sensor. */
const IDENTITIES_MAX = 64;

/** A sensor's latest instant, in ms, and the identities of its events then; null if they are not known. */
interface Latest {
  instant: number;
  identities: number[] | null;
}

/**
 * The identities in the log (D9). Most events are later than all earlier ones of their sensor, and repeat none; others
 * are of its latest instant. Both are known without reading the log.
 */
export class StoredIdentities {
  readonly #database: Database;
  /** By the sensors' keys; null before they are read. */
  #latest: Map<number, Latest> | null = null;

  constructor(database: Database) {
    this.#database = database;
  }

  /** The rows, in some ranges, whose identity the log has. To be called while nothing is stored. */
  async find(events: LogColumns, ranges: readonly RowRange[]): Promise<ReadonlySet<number>> {
    this.#latest ??= await this.#database.read(readLatest);
    const latest = this.#latest;
    const { eventIds, sensorKeys, timestamps } = events;
    const sought: number[] = [];
    const stored = new Set<number>();
    for (const { start, end } of ranges) {
      for (let row = start; row < end; row++) {
        if (row > start && (row - start) % ROWS_AT_ONCE === 0) await setImmediate();
        const last = latest.get(sensorKeys[row] as number);
        if (last === undefined || (timestamps[row] as number) > last.instant) continue;
        const identities = timestamps[row] === last.instant ? last.identities : null;
        const isKnown = identities?.includes(identityOf(events, row)) === true;
        // Two ids may share a hash.
        if (isKnown && (eventIds?.at(row) ?? null) === null) stored.add(row);
        else if (isKnown || identities === null) sought.push(row);
      }
    }
    const found =
      sought.length === 0 ? [] : await this.#database.write((writer) => lookUp(writer, events, sought));
    for (const row of found) stored.add(row);
    return stored;
  }

  /** Adds events that have been stored, after those of earlier calls. */
  add(events: LogColumns): void {
    const latest = this.#latest;
    for (let row = 0; latest !== null && row < events.length; row++) {
      const instant = events.timestamps[row] as number;
      const last = getOrInsert(latest, events.sensorKeys[row] as number, () => ({ instant, identities: [] }));
      if (instant > last.instant) [last.instant, last.identities] = [instant, []];
      if (instant < last.instant || last.identities === null) continue;
      if (last.identities.length === IDENTITIES_MAX) last.identities = null;
      else last.identities.push(identityOf(events, row));
    }
  }

  /** To be called when events have been stored that were not added, or removed. */
  forget(): void {
    this.#latest = null;
  }
}

async function readLatest(connection: Connection): Promise<Map<number, Latest>> {
  const rows = await connection.rows(statement("events/latest-of-sensors"));
  return new Map(rows.map((row) => [row.sensor, { instant: Number(row.ts), identities: null }]));
}

/** Of an event at a known instant of a sensor: of its trajectory and a hash of its sender's id. */
function identityOf({ trajectories, eventIds }: LogColumns, row: number): number {
  return (eventIds?.hash(row) ?? 0) * 4 + (trajectories[row] as number);
}

/** The rows whose identity the log has. */
async function lookUp(
  connection: Connection,
  events: LogColumns,
  rows: readonly number[],
): Promise<number[]> {
  const { timestamps, sensorKeys, trajectories, eventIds } = events;
  await connection.run(statement("events/create-sought"));
  let [first, last] = [Infinity, -Infinity];
  for (const row of rows) {
    first = Math.min(first, timestamps[row] as number);
    last = Math.max(last, timestamps[row] as number);
  }
  const columns = [
    { type: INTEGER, values: rows },
    { type: INTEGER, values: rows.map((row) => sensorKeys[row] as number) },
    {
      type: BIGINT,
      values: wholeNumbers(rows.length, (index) => timestamps[rows[index] as number] as number),
    },
    { type: TINYINT, values: rows.map((row) => trajectories[row] as number) },
    { type: VARCHAR, values: rows.map((row) => eventIds?.at(row) ?? null) },
  ];
  await connection.append("sought", columns, "temp");
  const range = { first_ts: BigInt(first), last_ts: BigInt(last) };
  const found = await connection.rows(statement("events/find-sought"), range);
  return found.map(({ row }) => Number(row));
}
