import type { ReportField } from "../../domain/sensor-report.ts";
import type { ColumnMap } from "../../engine/ports.ts";
import type { Connection } from "../../store/duckdb/database.ts";
import { VARCHAR } from "../../store/duckdb/duckdb-api.ts";
import { statement, statementWith } from "../../store/duckdb/statements.ts";
import type { InputFile } from "./inspect-file.ts";
import { compressionOf, exactPath, isMangled, isTextError, lineBatches } from "./text-file.ts";

/** A line that is not JSON. It replaces lines that are not UTF-8. */
const MALFORMED_LINE = "?";

/**
 * Reads an NDJSON file into the `report` table. Where a line is not UTF-8, or very long, DuckDB cannot split the file
 * into lines. The program then splits it, which is slower.
 */
export async function readNdjson(connection: Connection, file: InputFile, map: ColumnMap): Promise<void> {
  const pointer = (field: ReportField) =>
    `/${(map[field] ?? field).replaceAll("~", "~0").replaceAll("/", "~1")}`;
  const pointers = {
    serial_number: pointer("sensor_serial_number"),
    timestamp: pointer("timestamp"),
    trajectory: pointer("trajectory"),
    event_id: pointer("event_id"),
  };
  try {
    await connection.run(statementWith("load/read-ndjson", { lines: "file_lines($path, $compression)" }), {
      ...pointers,
      path: exactPath(file),
      compression: compressionOf(file),
    });
  } catch (error) {
    if (!isTextError(error)) throw error;
    await stageLines(connection, file);
    await connection.run(statementWith("load/read-ndjson", { lines: "text_line" }), pointers);
  }
}

async function stageLines(connection: Connection, file: InputFile): Promise<void> {
  await connection.run(statement("load/create-text-line"));
  let isFirst = true;
  for await (const lines of lineBatches(file)) {
    if (isFirst) lines[0] = lines[0]?.replace(/^\ufeff/, "") ?? "";
    isFirst = false;
    const values = lines.map((line) => (isMangled(line) ? MALFORMED_LINE : line));
    await connection.append("text_line", [{ type: VARCHAR, values }], "temp");
    file.meter.addRows(lines.length);
  }
}
