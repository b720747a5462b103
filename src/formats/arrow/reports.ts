import { DataType, TimeUnit, Type, type Vector } from "apache-arrow";
import { readInstant } from "../../domain/instant.ts";
import type { SensorPlacement } from "../../domain/resources.ts";
import { type ReadReport, readMilliseconds, readTrajectory } from "../../domain/sensor-report.ts";
import type { ReportBatch } from "./report-batches.ts";
import { type TextReader, textsOf } from "./texts.ts";

/** The columns of a record batch of sensor reports, read by row. */
export interface ReportColumns {
  readonly serialNumberAt: TextReader;
  /** In ms. */
  readonly timestampAt: (row: number) => number | null;
  readonly trajectoryAt: (row: number) => SensorPlacement | null;
  readonly eventIdAt: TextReader;
}

/** Readers for the columns of a batch. Times may be timestamps, dates, numbers of milliseconds, or texts. */
export function columnsOf({ columns }: ReportBatch): ReportColumns {
  const eventIdAt = textsOf(columns.event_id ?? null);
  return {
    serialNumberAt: textsOf(columns.sensor_serial_number ?? null),
    timestampAt: timesOf(columns.timestamp ?? null),
    trajectoryAt: trajectoriesOf(columns.trajectory ?? null),
    eventIdAt: (row) => eventIdAt(row) || null,
  };
}

/** The sensor reports in a range of rows of a batch; `end` is exclusive. */
export function reportsOf(batch: ReportBatch, start = 0, end = batch.rows): ReadReport[] {
  const { serialNumberAt, timestampAt, trajectoryAt, eventIdAt } = columnsOf(batch);
  return Array.from({ length: end - start }, (_, index) => ({
    serialNumber: serialNumberAt(start + index),
    timestamp: timestampAt(start + index),
    trajectory: trajectoryAt(start + index),
    eventId: eventIdAt(start + index),
  }));
}

function trajectoriesOf(column: Vector | null): (row: number) => SensorPlacement | null {
  if (column === null) return () => null;
  const [data] = column.data;
  if (isOfTexts(column.type)) {
    const textAt = textsOf(column);
    return (row) => readTrajectory(textAt(row));
  }
  if (data === undefined || !DataType.isInt(column.type) || column.type.bitWidth === 64)
    return (row) => readTrajectory(column.get(row));
  const values = data.values as Int32Array;
  const isWhole = data.nullCount === 0;
  return (row) => {
    const value = values[row];
    return (value === 1 || value === -1) && (isWhole || data.getValid(row)) ? value : null;
  };
}

function timesOf(column: Vector | null): (row: number) => number | null {
  if (column === null) return () => null;
  const { type } = column;
  if (DataType.isTimestamp(type)) return timestampsOf(column, type.unit);
  if (DataType.isDate(type) || DataType.isInt(type) || DataType.isFloat(type))
    return (row) => {
      const value: number | bigint | null = column.get(row);
      return value === null ? null : readMilliseconds(value);
    };
  const textAt = textsOf(column);
  return (row) => {
    const text = textAt(row);
    return text === null ? null : readInstant(text);
  };
}

function isOfTexts(type: DataType): boolean {
  return DataType.isUtf8(type) || type.typeId === Type.Utf8View || DataType.isDictionary(type);
}

/** Timestamps from Arrow's 64-bit numbers; converting those to JavaScript numbers first would round some up. */
function timestampsOf({ data: [data] }: Vector, unit: TimeUnit): (row: number) => number | null {
  const values = data?.values as BigInt64Array;
  // Low and high halves: creating a bigint per value would take longer than everything else.
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
