import { DataType, type RecordBatch, TimeUnit, type Vector } from "apache-arrow";
import { readInstant } from "../domain/instant.ts";
import type { SensorPlacement } from "../domain/resources.ts";
import { type ReportField, readMilliseconds, readTrajectory } from "../domain/sensor-report.ts";
import { isNarrow, type TextReader, textsOf } from "./texts.ts";

/** What a row says, null where it says nothing that can be made out. */
export interface ReadReport {
  readonly serialNumber: string | null;
  /** In ms. */
  readonly timestamp: number | null;
  readonly trajectory: SensorPlacement | null;
  readonly eventId: string | null;
}

/** The columns of a record batch of sensor reports, read by row. */
export interface ReportColumns {
  readonly serialNumberAt: TextReader;
  /** In ms. */
  readonly timestampAt: (row: number) => number | null;
  readonly trajectoryAt: (row: number) => SensorPlacement | null;
  readonly eventIdAt: TextReader;
}

/**
 * The columns of a record batch. Times may be timestamps, dates, numbers of milliseconds, or texts.
 *
 * @param columns the batch's column for each field it has
 */
export function columnsOf(
  batch: RecordBatch,
  columns: Readonly<Partial<Record<ReportField, string>>>,
): ReportColumns {
  const column = (field: ReportField) =>
    columns[field] === undefined ? null : batch.getChild(columns[field]);
  const eventIdAt = textsOf(column("event_id"));
  return {
    serialNumberAt: textsOf(column("sensor_serial_number")),
    timestampAt: timesOf(column("timestamp")),
    trajectoryAt: trajectoriesOf(column("trajectory")),
    eventIdAt: (row) => eventIdAt(row) || null,
  };
}

/** The sensor reports in a record batch, as `columnsOf` reads them. */
export function reportsOf(
  batch: RecordBatch,
  columns: Readonly<Partial<Record<ReportField, string>>>,
): ReadReport[] {
  const { serialNumberAt, timestampAt, trajectoryAt, eventIdAt } = columnsOf(batch, columns);
  return Array.from({ length: batch.numRows }, (_, row) => ({
    serialNumber: serialNumberAt(row),
    timestamp: timestampAt(row),
    trajectory: trajectoryAt(row),
    eventId: eventIdAt(row),
  }));
}

function trajectoriesOf(column: Vector | null): (row: number) => SensorPlacement | null {
  const data = column?.data[0];
  const values: unknown = data?.values;
  if (column === null || data === undefined || !DataType.isInt(column.type) || !isNarrow(values))
    return (row) => readTrajectory(column?.get(row));
  const isWhole = data.nullCount === 0;
  return (row) => {
    const value = values[row];
    return (value === 1 || value === -1) && (isWhole || data.getValid(row)) ? value : null;
  };
}

/** The times of a batch's column, by row. */
function timesOf(column: Vector | null): (row: number) => number | null {
  if (column === null) return () => null;
  const { type } = column;
  if (DataType.isTimestamp(type)) return timestampsOf(column, type.unit);
  const isMilliseconds = DataType.isDate(type) || DataType.isInt(type) || DataType.isFloat(type);
  return (row) => {
    const value: unknown = column.get(row);
    if (value === null) return null;
    return isMilliseconds ? readMilliseconds(value as number | bigint) : readInstant(String(value));
  };
}

/** Timestamps from the 64-bit numbers that Arrow holds: as a JavaScript number some would be rounded up. */
function timestampsOf({ data: [data] }: Vector, unit: TimeUnit): (row: number) => number | null {
  const values = data?.values as BigInt64Array;
  // Low and high: a bigint for each would take longer than all else.
  const halves = new Int32Array(values.buffer, values.byteOffset, 2 * values.length);
  const isWhole = data?.nullCount === 0;
  return (row) => {
    if (!isWhole && !data?.getValid(row)) return null;
    const ticks = (halves[2 * row + 1] as number) * 2 ** 32 + ((halves[2 * row] as number) >>> 0);
    if (ticks < 0) return null;
    if (!Number.isSafeInteger(ticks))
      return readMilliseconds(ticksToMilliseconds(values[row] as bigint, unit));
    return readMilliseconds(
      unit === TimeUnit.SECOND ? ticks * 1_000 : ticks / (TICKS_A_SECOND[unit] / 1_000),
    );
  };
}

function ticksToMilliseconds(ticks: bigint, unit: TimeUnit): bigint {
  return (ticks * 1_000n) / BigInt(TICKS_A_SECOND[unit]);
}

const TICKS_A_SECOND: Readonly<Record<TimeUnit, number>> = {
  [TimeUnit.SECOND]: 1,
  [TimeUnit.MILLISECOND]: 1_000,
  [TimeUnit.MICROSECOND]: 1_000_000,
  [TimeUnit.NANOSECOND]: 1_000_000_000,
};
