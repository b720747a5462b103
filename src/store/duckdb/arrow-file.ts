import { createReadStream } from "node:fs";
import { DataType, type RecordBatch, RecordBatchReader, TimeUnit, type Vector } from "apache-arrow";
import { readInstant } from "../../domain/instant.ts";
import type { ColumnMap } from "../../engine/ports.ts";
import type { Connection } from "./database.ts";
import { type ChosenColumns, chooseColumns, type Field } from "./file-columns.ts";
import type { InputFile } from "./file-format.ts";
import { appendReports, readMilliseconds, readTrajectory } from "./report-table.ts";

/** Reads an Arrow IPC file or stream into the `report` table. */
export async function readArrow(connection: Connection, file: InputFile, map: ColumnMap): Promise<void> {
  const source = createReadStream(file.path);
  try {
    const reader = await RecordBatchReader.from(source);
    await reader.open();
    const names = reader.schema.fields.map((field) => field.name);
    const chosen = chooseColumns(file.name, names, map);
    for await (const batch of reader) await appendBatch(connection, batch, chosen);
  } finally {
    source.destroy();
  }
}

async function appendBatch(connection: Connection, batch: RecordBatch, chosen: ChosenColumns): Promise<void> {
  const column = (field: Field) => (chosen[field] === undefined ? null : batch.getChild(chosen[field]));
  const serials = column("sensor_serial_number");
  const times = column("timestamp");
  const trajectories = column("trajectory");
  const eventIds = column("event_id");
  const timeAt = times === null ? () => null : timesOf(times);
  await appendReports(
    connection,
    Array.from({ length: batch.numRows }, (_, row) => ({
      serialNumber: readText(serials?.get(row)),
      timestamp: timeAt(row),
      trajectory: readTrajectory(trajectories?.get(row)),
      eventId: readText(eventIds?.get(row)) || null,
    })),
  );
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
