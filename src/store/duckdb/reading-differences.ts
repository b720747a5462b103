import { DAY_MS, INSTANT_MAX, INSTANT_MIN } from "../../domain/instant.ts";
import type { Database } from "../../duckdb/database.ts";
import { type Row, statement } from "../../duckdb/statements.ts";
import type { RebuildRange, SensorDifference } from "../../engine/ports.ts";
import { daysOf } from "../runs/bulk-reads.ts";

/**
 * The sensors of whose readings some have other events in the log than they have counted (D31), by serial number.
 *
 * @param range whose days have the ends of their spans, as it has runs
 */
export async function readingDifferences(
  database: Pick<Database, "read">,
  range: Pick<RebuildRange, "from" | "to">,
): Promise<SensorDifference[]> {
  const { firstDay, lastDay } = daysOf(range);
  const values = {
    start_ts: BigInt(Math.max(firstDay * DAY_MS, INSTANT_MIN)),
    end_ts: BigInt(Math.min((lastDay + 1) * DAY_MS, INSTANT_MAX)),
  };
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
