import { INSTANT_MAX, INSTANT_MIN } from "../../domain/instant.ts";
import type { Database } from "../../duckdb/database.ts";
import { type Row, statement } from "../../duckdb/statements.ts";
import type { RebuildRange, SensorDifference } from "../../engine/ports.ts";

/**
 * The sensors of whose readings some have other events in the log than they have counted (D31), by serial number.
 *
 * @param range of the ends of their spans, in ms
 */
export async function readingDifferences(
  database: Pick<Database, "read">,
  { from, to }: Pick<RebuildRange, "from" | "to">,
): Promise<SensorDifference[]> {
  const values = { from_ts: BigInt(Math.max(from, INSTANT_MIN)), to_ts: BigInt(Math.min(to, INSTANT_MAX)) };
  const rows = await database.read((reader) => reader.rows(statement("readings/differences"), values));
  return rows.map(sensorDifference);
}

function sensorDifference(row: Row<"readings/differences">): SensorDifference {
  return {
    serialNumber: row.serial_number,
    readings: Number(row.readings),
    first: Number(row.first_ts),
    counted: { in: Number(row.counted_in), out: Number(row.counted_out) },
    events: { in: Number(row.events_in), out: Number(row.events_out) },
  };
}
