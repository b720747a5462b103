import { setImmediate } from "node:timers/promises";
import type { LogColumns, RowRange, StoredRows } from "../../engine/ports.ts";
import { wholeNumbers } from "./columns.ts";
import type { AssignedIds } from "./commit-recorder.ts";
import type { Connection } from "./connection.ts";
import type { Database } from "./database.ts";
import { BIGINT, INTEGER, TINYINT, VARCHAR } from "./duckdb-api.ts";
import { statement } from "./statements.ts";

/** Rows that are compared before yielding to other work. */
const ROWS_AT_ONCE = 4_096;

/**
 * The identities in the log (D9). Most events are later than all earlier ones of their sensor: these repeat none, which
 * is known without reading the log.
 */
export class StoredIdentities {
  readonly #database: Database;
  readonly #given: AssignedIds;
  /** The timestamp of each sensor's latest event, in ms, by the sensor's key; null before it is read. */
  #latest: Map<number, number> | null = null;
  /** The last event whose identity is found. */
  #position = 0n;

  constructor(database: Database, given: AssignedIds) {
    this.#database = database;
    this.#given = given;
  }

  /** The rows, in some ranges, whose identity the log has up to a position. */
  async find(events: LogColumns, ranges: readonly RowRange[]): Promise<StoredRows> {
    const latest = this.#latest ?? (await this.#load());
    const position = this.#position;
    const { sensorKeys, timestamps } = events;
    const sought: number[] = [];
    for (const { start, end } of ranges) {
      for (let row = start; row < end; row++) {
        if (row > start && (row - start) % ROWS_AT_ONCE === 0) await setImmediate();
        const last = latest.get(sensorKeys[row] as number);
        if (last !== undefined && (timestamps[row] as number) <= last) sought.push(row);
      }
    }
    if (sought.length === 0) return { rows: new Set(), position };
    const stored = await this.#database.write((writer) => lookUp(writer, events, sought));
    return { rows: new Set(stored), position };
  }

  async #load(): Promise<ReadonlyMap<number, number>> {
    for (;;) {
      const position = this.#given.ids.eventId;
      const latest = await this.#database.read(readLatest);
      // Events that were stored meanwhile may be missing.
      if (position !== this.#given.ids.eventId) continue;
      this.#position = position;
      this.#latest = latest;
      return latest;
    }
  }

  /** Notes stored events, after those of earlier calls. @param lastId of the last of them */
  note({ length, sensorKeys, timestamps }: LogColumns, lastId: bigint): void {
    const latest = this.#latest;
    for (let row = 0; latest !== null && row < length; row++) {
      const sensorKey = sensorKeys[row] as number;
      const timestamp = timestamps[row] as number;
      const last = latest.get(sensorKey);
      if (last === undefined || last < timestamp) latest.set(sensorKey, timestamp);
    }
    if (lastId > this.#position) this.#position = lastId;
  }

  /** To be called when events have been stored that were not noted. */
  forget(): void {
    this.#latest = null;
  }
}

async function readLatest(connection: Connection): Promise<Map<number, number>> {
  const rows = await connection.rows(statement("events/latest-of-sensors"));
  return new Map(rows.map((row) => [Number(row.sensor), Number(row.ts)]));
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
