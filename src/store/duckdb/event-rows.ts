import { BIGINT } from "@duckdb/node-api";
import type { EventPage, PageOf, SensorEvent, SpaceEvent } from "../../engine/ports.ts";
import type { Connection, SqlRow, SqlTypes, SqlValues } from "./database.ts";
import { statement } from "./statements.ts";

/** The values of a page's range of timestamps. */
export function rangeOf({ start, end }: Pick<EventPage, "start" | "end">): SqlValues {
  return { start_ts: BigInt(start), end_ts: BigInt(end) };
}

/** A page of what two statements count and list. */
export async function readPage<T>(
  connection: Connection,
  [countName, listName]: readonly [string, string],
  { values, types }: { readonly values: SqlValues; readonly types: SqlTypes },
  { order, limit, offset }: EventPage,
  toItem: (row: SqlRow) => T,
): Promise<PageOf<T>> {
  const total = Number((await connection.row(statement(countName), values, types)).total);
  if (offset >= total) return { total, items: [] };
  const rows = await connection.rows(
    statement(listName),
    { ...values, sign: order === "ASC" ? 1 : -1, limit: BigInt(limit), offset: BigInt(offset) },
    types,
  );
  return { total, items: rows.map(toItem) };
}

/** The types of the ids that events are filtered by, where they are null. */
export const FILTER_TYPES = { space_id: BIGINT, doorway_id: BIGINT, sensor_id: BIGINT };

export function sensorEvent(row: SqlRow): SensorEvent {
  return {
    id: row.id as bigint,
    timestamp: Number(row.ts),
    sensorId: row.sensor_id as bigint,
    trajectory: row.trajectory === 1 ? 1 : -1,
    doorwayId: row.doorway_id as bigint | null,
  };
}

export function spaceEvent(row: SqlRow): SpaceEvent {
  return {
    ...sensorEvent(row),
    spaceId: row.space_id as bigint,
    direction: row.direction === 1 ? 1 : -1,
  };
}
