import { DuckDBInstance } from "@duckdb/node-api";
import { onTestFinished } from "vitest";
import { Database } from "../../src/duckdb/database.ts";
import { duckDbRunSource } from "../../src/store/duckdb/run-source.ts";
import { createTables } from "../../src/store/duckdb/schema.ts";
import type { RunSource } from "../../src/store/runs/ports.ts";

/** A source of runs, and what the store does with its log. */
interface LoggedSource {
  readonly source: RunSource;
  /** Adds an event for each change. Each space exists from its first change on. */
  log(...changes: LoggedChange[]): Promise<void>;
}

/** A space with a doorway that a sensor is always at; all have the same id. */
const CREATE_SPACE = `
  INSERT INTO sensor VALUES ($id, $id, $id::VARCHAR, 0, NULL);
  INSERT INTO attachment VALUES ($id, $id, $id, NULL, NULL);
  INSERT INTO link VALUES ($id, $id, $id, 1, NULL, NULL, 0);
  INSERT INTO space BY NAME SELECT $id AS id, '' AS name, '' AS notes, '' AS meta, '' AS space_type,
    '' AS time_zone, '' AS size_area_unit, '' AS annual_rent_currency, false AS inherits_time_segments,
    0 AS created_at, 0 AS updated_at, [] AS tags`;

/** The source of the store that is used, over a database in memory. */
export async function duckDbSource(): Promise<LoggedSource> {
  const database = await Database.over(await DuckDBInstance.create(":memory:"));
  onTestFinished(() => database.close());
  await database.transaction(createTables);
  const spaces = new Set<bigint>();
  let lastId = 0;
  return {
    source: duckDbRunSource(database),
    log: (...changes) =>
      database.transaction(async (connection) => {
        for (const { spaceId, timestamp, direction } of changes) {
          if (!spaces.has(spaceId)) await connection.run(CREATE_SPACE.replaceAll("$id", String(spaceId)));
          spaces.add(spaceId);
          const values = [++lastId, timestamp, spaceId, direction].join(", ");
          await connection.run(`INSERT INTO event VALUES (${values}, NULL)`);
        }
      }),
  };
}

/** A change of a space's count by an event; changes stand in the order of the events' ids. */
export interface LoggedChange {
  readonly spaceId: bigint;
  /** In ms. */
  readonly timestamp: number;
  readonly direction: 1 | -1;
}
