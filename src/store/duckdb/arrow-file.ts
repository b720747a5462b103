import { createReadStream } from "node:fs";
import { BIGINT, type DuckDBValue, TINYINT, VARCHAR } from "@duckdb/node-api";
import { DataType, type RecordBatch, RecordBatchReader } from "apache-arrow";
import { readInstant } from "../../domain/instant.ts";
import type { ColumnMap } from "../../engine/ports.ts";
import type { Connection } from "./database.ts";
import { chooseColumns, type Field } from "./file-columns.ts";

/** Reads an Arrow IPC file or stream into the `report` table. */
export async function readArrow(connection: Connection, path: string, map: ColumnMap): Promise<void> {
  const reader = await RecordBatchReader.from(createReadStream(path));
  await reader.open();
  const chosen = chooseColumns(
    path,
    reader.schema.fields.map((field) => field.name),
    map,
  );
  for await (const batch of reader) await appendBatch(connection, batch, chosen);
}

async function appendBatch(
  connection: Connection,
  batch: RecordBatch,
  chosen: Readonly<Partial<Record<Field, string>>>,
): Promise<void> {
  const column = (field: Field) => {
    const vector = chosen[field] === undefined ? null : batch.getChild(chosen[field]);
    return Array.from({ length: batch.numRows }, (_, row): unknown => vector?.get(row) ?? null);
  };
  const timeType = chosen.timestamp === undefined ? null : batch.getChild(chosen.timestamp)?.type;
  const isText = timeType !== null && timeType !== undefined && !DataType.isTimestamp(timeType) && !DataType.isDate(timeType) && !DataType.isInt(timeType);
  const times = column("timestamp").map((value) => (isText ? readInstant(String(value)) : wholeNumber(value)));
  const text = (value: unknown): DuckDBValue => (value === null || value === "" ? null : String(value));
  await connection.append(
    "report",
    [
      { type: VARCHAR, values: column("sensor_serial_number").map(text) },
      { type: BIGINT, values: times.map((time) => (time === null ? null : BigInt(time))) },
      { type: VARCHAR, values: times.map(() => null) },
      { type: TINYINT, values: column("trajectory").map(readTrajectory) },
      { type: VARCHAR, values: column("event_id").map(text) },
    ],
    "temp",
  );
}

/** A time in ms from the number Arrow gives for it, its fraction cut (D1). */
function wholeNumber(value: unknown): number | null {
  const number = value === null ? Number.NaN : Number(value);
  return Number.isFinite(number) ? Math.floor(number) : null;
}

function readTrajectory(value: unknown): number | null {
  const number = value === null ? 0 : Number(value);
  return number === 1 || number === -1 ? number : null;
}
