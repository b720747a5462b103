import { BIGINT, INTEGER, TINYINT, VARCHAR } from "@duckdb/node-api";
import type { LogEntry } from "../../engine/ports.ts";
import type { Connection, Database } from "./database.ts";
import { RecentIdentities } from "./recent-identities.ts";
import { statement } from "./statements.ts";

/** Which identities the log holds (D9). */
export class StoredIdentities {
  readonly #database: Database;
  #recent: RecentIdentities | null = null;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Those of some entries whose identity the log holds. */
  async find(entries: readonly LogEntry[]): Promise<Set<LogEntry>> {
    this.#recent ??= await this.#database.read(readLatest);
    const stored = new Set<LogEntry>();
    const sought: LogEntry[] = [];
    for (const entry of entries) {
      const knowledge = this.#recent.knows(entry);
      if (knowledge === "stored") stored.add(entry);
      else if (knowledge === "unknown") sought.push(entry);
    }
    if (sought.length > 0) {
      const places = await this.#database.write((connection) => lookUp(connection, sought));
      for (const place of places) stored.add(sought[place] as LogEntry);
    }
    return stored;
  }

  /** Notes entries that have been stored. */
  note(entries: readonly LogEntry[]): void {
    for (const entry of entries) this.#recent?.note(entry);
  }

  /** To be called when entries have been stored that were not noted. */
  forget(): void {
    this.#recent = null;
  }
}

async function readLatest(connection: Connection): Promise<RecentIdentities> {
  const rows = await connection.rows(statement("events/latest-of-sensors"));
  return new RecentIdentities(new Map(rows.map((row) => [Number(row.sensor), Number(row.ts)])));
}

async function lookUp(connection: Connection, entries: readonly LogEntry[]): Promise<number[]> {
  await connection.run(statement("events/create-sought"));
  const columns = [
    { type: INTEGER, values: entries.map((_, place) => place) },
    { type: INTEGER, values: entries.map((entry) => entry.sensorKey) },
    { type: BIGINT, values: entries.map((entry) => BigInt(entry.timestamp)) },
    { type: TINYINT, values: entries.map((entry) => entry.trajectory) },
    { type: VARCHAR, values: entries.map((entry) => entry.eventId) },
  ];
  await connection.append("sought", columns, "temp");
  const [first, last] = entries.reduce(
    ([low, high], { timestamp }) => [Math.min(low, timestamp), Math.max(high, timestamp)],
    [Infinity, -Infinity],
  );
  const range = { first_ts: BigInt(first as number), last_ts: BigInt(last as number) };
  const rows = await connection.rows(statement("events/find-sought"), range);
  return rows.map((row) => Number(row.place));
}
