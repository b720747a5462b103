import { setImmediate } from "node:timers/promises";
import type { LogColumns, RowRange } from "../../engine/ports.ts";
import type { Connection, Database } from "./database.ts";
import { BIGINT, INTEGER, TINYINT, VARCHAR } from "./duckdb-api.ts";
import { wholeNumbers } from "./raw-vectors.ts";
import { RecentIdentities } from "./recent-identities.ts";
import { statement } from "./statements.ts";

/** Rows that are looked for, or noted, before others have their turn. */
const ROWS_AT_ONCE = 4_096;

/** Which identities the log holds (D9). */
export class StoredIdentities {
  readonly #database: Database;
  #recent: RecentIdentities | null = null;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Those rows, of some ranges, whose identity the log holds. */
  async find(events: LogColumns, ranges: readonly RowRange[]): Promise<Set<number>> {
    this.#recent ??= await this.#database.read(readLatest);
    const recent = this.#recent;
    const stored = new Set<number>();
    const sought: number[] = [];
    for (const { start, end } of ranges) {
      for (let row = start; row < end; row++) {
        if (row > start && (row - start) % ROWS_AT_ONCE === 0) await setImmediate();
        const knowledge = recent.knows(events, row);
        if (knowledge === "stored") stored.add(row);
        else if (knowledge === "unknown") sought.push(row);
      }
    }
    if (sought.length > 0) {
      for (const row of await this.#database.write((writer) => lookUp(writer, events, sought)))
        stored.add(row);
    }
    return stored;
  }

  /** Notes events that have been stored. */
  async note(events: LogColumns): Promise<void> {
    for (let row = 0; row < events.length; row++) {
      if (row > 0 && row % ROWS_AT_ONCE === 0) await setImmediate();
      this.#recent?.note(events, row);
    }
  }

  /** To be called when events have been stored that were not noted. */
  forget(): void {
    this.#recent = null;
  }
}

async function readLatest(connection: Connection): Promise<RecentIdentities> {
  const rows = await connection.rows(statement("events/latest-of-sensors"));
  return new RecentIdentities(new Map(rows.map((row) => [Number(row.sensor), Number(row.ts)])));
}

/** Those of some rows whose identity the log holds. */
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
