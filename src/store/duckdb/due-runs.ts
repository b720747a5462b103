import { DAY_MS } from "../../domain/instant.ts";
import type { SpaceRun } from "../../engine/ports.ts";
import type { Connection, SqlValues } from "./database.ts";
import { BIGINT, INTEGER } from "./duckdb-api.ts";
import { runsOf } from "./run-chunks.ts";
import type { RunKey } from "./run-keys.ts";
import { statement } from "./statements.ts";

/** About how many changes one statement derives: what it takes in memory grows with them, by some 200 bytes each. */
export const SLICE_CHANGES_MAX = 2 ** 20;

/** Runs that are to be derived together: all from one to another, ascending by day, then by space. */
export interface DueSlice {
  readonly bounds: SqlValues;
  /** The timestamps that their events lie between. */
  readonly range: SqlValues;
  readonly runs: number;
  /** About how many they have. */
  readonly changes: number;
}

const BOUND_TYPES = { first_space: BIGINT, first_day: INTEGER, last_space: BIGINT, last_day: INTEGER };

/** Whether a data directory has runs that are not what its log says. */
export async function hasStaleRuns(connection: Connection): Promise<boolean> {
  return (await connection.row(statement("runs/has-stale"))).stale as boolean;
}

/** Treats what another process kept in memory, or began to derive, as stale, within a transaction of the caller's. */
export async function adoptUnfinished(connection: Connection): Promise<void> {
  for (const name of ["adopt-unfinished", "clear-hot", "clear-due"])
    await connection.run(statement(`runs/${name}`));
}

/**
 * Takes what is stale to be derived, within a transaction of the caller's.
 *
 * @returns the runs in memory that are among it, and all of it in slices of about so many changes; a run is
 * never cut
 */
export async function takeStale(
  connection: Connection,
  changesMax: number,
): Promise<{ readonly evictable: RunKey[]; readonly slices: DueSlice[] }> {
  await connection.run(statement("runs/take-stale"));
  await connection.run(statement("runs/clear-stale"));
  const evictable = await connection.rows(statement("runs/evictable"));
  if (evictable.length > 0) await connection.run(statement("runs/evict"));
  return {
    evictable: evictable.map((row) => ({ spaceId: row.space_id as bigint, day: Number(row.day) })),
    slices: await dueSlices(connection, changesMax),
  };
}

async function dueSlices(connection: Connection, changesMax: number): Promise<DueSlice[]> {
  const { first_day, last_day } = await connection.row(statement("runs/due-days"));
  if (first_day === null) return [];
  const rows = await connection.rows(statement("runs/due-slices"), {
    ...rangeOfDays(Number(first_day), Number(last_day)),
    changes_max: BigInt(changesMax),
  });
  return rows.map(({ runs, changes, ...bounds }) => ({
    bounds,
    range: rangeOfDays(Number(bounds.first_day), Number(bounds.last_day)),
    runs: Number(runs),
    changes: Number(changes),
  }));
}

/** Derives the runs of a slice, some at a time, ascending by space, then by day; those without events have no changes. */
export async function* derivedRuns(
  connection: Connection,
  { bounds, range }: DueSlice,
): AsyncGenerator<readonly SpaceRun[]> {
  const values = { ...bounds, ...range };
  for await (const chunk of connection.chunks(statement("runs/derive-due"), values, BOUND_TYPES))
    yield [...runsOf(chunk)];
}

/** Notes that the runs of a slice have been derived, within a transaction of the caller's. */
export async function clearDue(connection: Connection, { bounds }: DueSlice): Promise<void> {
  await connection.run(statement("runs/clear-due-slice"), bounds, BOUND_TYPES);
}

function rangeOfDays(firstDay: number, lastDay: number): SqlValues {
  return { start_ts: BigInt(firstDay * DAY_MS), end_ts: BigInt((lastDay + 1) * DAY_MS) };
}
