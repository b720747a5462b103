import { BIGINT, INTEGER } from "@duckdb/node-api";
import { DAY_MS } from "../../domain/instant.ts";
import type { Connection, SqlValues } from "./database.ts";
import { statement } from "./statements.ts";

/**
 * About how many changes one statement derives. What it takes in memory grows with them, by some 200 bytes
 * each; what it reads of the log does not, so that small slices would read much of it many times.
 */
export const SLICE_CHANGES_MAX = 2 ** 22;

/** Stale runs that are derived together: all from one to another, ascending by space, then by day. */
export interface StaleSlice {
  readonly runs: SqlValues;
  /** The timestamps that their events lie between. */
  readonly range: SqlValues;
}

/** Whether a data directory has runs that are not what its log says. */
export async function hasStaleRuns(connection: Connection): Promise<boolean> {
  const { first_day: firstDay } = await connection.row(statement("runs/stale-days"));
  return firstDay !== null;
}

/** All stale runs in slices of about so many changes; a run is never cut. */
export async function staleSlices(connection: Connection, changesMax: number): Promise<StaleSlice[]> {
  const { first_day, last_day } = await connection.row(statement("runs/stale-days"));
  if (first_day === null) return [];
  const rows = await connection.rows(statement("runs/stale-slices"), {
    ...rangeOfDays(Number(first_day), Number(last_day)),
    changes_max: BigInt(changesMax),
  });
  return rows.map(({ earliest_day, latest_day, ...runs }) => ({
    runs,
    range: rangeOfDays(Number(earliest_day), Number(latest_day)),
  }));
}

/** Derives the stale runs of a slice, and takes their marks away; to be called within a transaction. */
export async function deriveSlice(connection: Connection, { runs, range }: StaleSlice): Promise<void> {
  const types = { first_space: BIGINT, first_day: INTEGER, last_space: BIGINT, last_day: INTEGER };
  await connection.run(statement("runs/remove-stale"), runs, types);
  await connection.run(statement("runs/derive-stale"), { ...runs, ...range }, types);
  await connection.run(statement("runs/clear-stale"), runs, types);
}

function rangeOfDays(firstDay: number, lastDay: number): SqlValues {
  return { start_ts: BigInt(firstDay * DAY_MS), end_ts: BigInt((lastDay + 1) * DAY_MS) };
}
