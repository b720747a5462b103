import { createReadStream } from "node:fs";
import { DataType, type RecordBatch, RecordBatchReader } from "apache-arrow";
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
  const readTime = isNumeric(times?.type) ? readMilliseconds : (value: unknown) => readInstant(String(value));
  await appendReports(
    connection,
    Array.from({ length: batch.numRows }, (_, row) => {
      const time: unknown = times?.get(row);
      return {
        serialNumber: readText(serials?.get(row)),
        timestamp: time === null || time === undefined ? null : readTime(time as number | bigint),
        trajectory: readTrajectory(trajectories?.get(row)),
        eventId: readText(eventIds?.get(row)) || null,
      };
    }),
  );
}

/** Whether a column's times are numbers of ms, which Arrow makes of its timestamps too. */
function isNumeric(type: DataType | undefined): boolean {
  return (
    DataType.isTimestamp(type) || DataType.isDate(type) || DataType.isInt(type) || DataType.isFloat(type)
  );
}

function readText(value: unknown): string | null {
  return value === null || value === undefined ? null : String(value);
}
