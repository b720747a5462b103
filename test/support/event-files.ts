import { join } from "node:path";
import { BIGINT, INTEGER, TINYINT, VARCHAR } from "@duckdb/node-api";
import { Connection } from "../../src/duckdb/connection.ts";
import type { EventCopies, LoggedEvent } from "../../src/engine/ports.ts";
import { withDuckDb } from "./store-directory.ts";

/** Writes events into files as `EventStore.copyEvents` does. */
export function writeEventFiles(
  events: readonly LoggedEvent[],
  voided: readonly bigint[],
  folder: string,
): Promise<Omit<EventCopies, "lastEventId" | "retained">> {
  return withDuckDb(async (opened) => {
    const connection = new Connection(opened);
    await connection.run(`
      CREATE TABLE event (id BIGINT, ts BIGINT, sensor INTEGER, trajectory TINYINT, event_id VARCHAR);
      CREATE TABLE voided_event (id BIGINT)`);
    await connection.append("event", [
      { type: BIGINT, values: events.map(({ id }) => id) },
      { type: BIGINT, values: events.map(({ timestamp }) => BigInt(timestamp)) },
      { type: INTEGER, values: events.map(({ sensorKey }) => sensorKey) },
      { type: TINYINT, values: events.map(({ trajectory }) => trajectory) },
      { type: VARCHAR, values: events.map(({ eventId }) => eventId) },
    ]);
    await connection.append("voided_event", [{ type: BIGINT, values: voided }]);
    const copy = async (table: string) => {
      const name = `${table}.parquet`;
      await connection.run(`COPY ${table} TO '${join(folder, name)}' (FORMAT parquet)`);
      return name;
    };
    return {
      parts: events.length === 0 ? [] : [await copy("event")],
      voided: voided.length === 0 ? null : await copy("voided_event"),
    };
  });
}
