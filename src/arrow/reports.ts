import { DataType, type RecordBatch, TimeUnit, type Vector } from "apache-arrow";
import { readInstant } from "../domain/instant.ts";
import type { SensorPlacement } from "../domain/resources.ts";
import { type ReportField, readMilliseconds, readTrajectory } from "../domain/sensor-report.ts";

/** What a row says, null where it says nothing that can be made out. */
export interface ReadReport {
  readonly serialNumber: string | null;
  /** In ms. */
  readonly timestamp: number | null;
  readonly trajectory: SensorPlacement | null;
  readonly eventId: string | null;
}

/**
 * The sensor reports in a record batch. Times may be timestamps, dates, numbers of milliseconds, or texts.
 *
 * @param columns the batch's column for each field it has
 */
export function reportsOf(
  batch: RecordBatch,
  columns: Readonly<Partial<Record<ReportField, string>>>,
): ReadReport[] {
  const column = (field: ReportField) =>
    columns[field] === undefined ? null : batch.getChild(columns[field]);
  const serials = column("sensor_serial_number");
  const times = column("timestamp");
  const trajectories = column("trajectory");
  const eventIds = column("event_id");
  const timeAt = times === null ? () => null : timesOf(times);
  return Array.from({ length: batch.numRows }, (_, row) => ({
    serialNumber: readText(serials?.get(row)),
    timestamp: timeAt(row),
    trajectory: readTrajectory(trajectories?.get(row)),
    eventId: readText(eventIds?.get(row)) || null,
  }));
}

/** The times of a batch's column, by row. */
function timesOf(column: Vector): (row: number) => number | null {
  const { type } = column;
  if (DataType.isTimestamp(type)) return timestampsOf(column, TO_MILLISECONDS[type.unit]);
  const isMilliseconds = DataType.isDate(type) || DataType.isInt(type) || DataType.isFloat(type);
  return (row) => {
    const value: unknown = column.get(row);
    if (value === null) return null;
    return isMilliseconds ? readMilliseconds(value as number | bigint) : readInstant(String(value));
  };
}

/** Timestamps from the 64-bit numbers that Arrow holds: as a JavaScript number some would be rounded up. */
function timestampsOf(
  { data: [data] }: Vector,
  toMilliseconds: (ticks: bigint) => bigint,
): (row: number) => number | null {
  const values = data?.values as BigInt64Array;
  return (row) => {
    const ticks = data?.getValid(row) ? (values[row] as bigint) : -1n;
    return ticks < 0n ? null : readMilliseconds(toMilliseconds(ticks));
  };
}

const TO_MILLISECONDS: Readonly<Record<TimeUnit, (ticks: bigint) => bigint>> = {
  [TimeUnit.SECOND]: (ticks) => ticks * 1_000n,
  [TimeUnit.MILLISECOND]: (ticks) => ticks,
  [TimeUnit.MICROSECOND]: (ticks) => ticks / 1_000n,
  [TimeUnit.NANOSECOND]: (ticks) => ticks / 1_000_000n,
};

function readText(value: unknown): string | null {
  return value === null || value === undefined ? null : String(value);
}
