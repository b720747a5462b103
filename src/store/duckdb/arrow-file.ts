import { createReadStream } from "node:fs";
import { RecordBatchReader } from "apache-arrow";
import { reportsOf } from "../../arrow/reports.ts";
import type { ColumnMap } from "../../engine/ports.ts";
import type { Connection } from "./database.ts";
import { chooseColumns } from "./file-columns.ts";
import type { InputFile } from "./file-format.ts";
import { appendReports } from "./report-table.ts";

/** Reads an Arrow IPC file or stream into the `report` table. */
export async function readArrow(connection: Connection, file: InputFile, map: ColumnMap): Promise<void> {
  const source = file.meter.follow(createReadStream(file.path));
  try {
    const reader = await RecordBatchReader.from(source);
    await reader.open();
    const names = reader.schema.fields.map((field) => field.name);
    const chosen = chooseColumns(file.name, names, map);
    for await (const batch of reader) {
      await appendReports(connection, reportsOf(batch, chosen));
      file.meter.addRows(batch.numRows);
    }
  } finally {
    source.destroy();
  }
}
