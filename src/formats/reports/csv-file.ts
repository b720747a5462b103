import { pipeline } from "node:stream";
import { parse } from "csv-parse";
import { readInstant } from "../../domain/instant.ts";
import {
  REPORT_FIELDS,
  type ReadReport,
  type ReportField,
  readTrajectory,
} from "../../domain/sensor-report.ts";
import type { ColumnMap } from "../../engine/ports.ts";
import type { Connection } from "../../store/duckdb/database.ts";
import { STRUCT, structValue, VARCHAR } from "../../store/duckdb/duckdb-api.ts";
import { statementWith } from "../../store/duckdb/statements.ts";
import type { ColumnNames } from "../arrow/report-batches.ts";
import { type CsvHeader, csvHeader, ROW_ENDS } from "./csv-header.ts";
import { chooseColumns } from "./file-columns.ts";
import type { InputFile } from "./inspect-file.ts";
import { appendReports, type LostRow } from "./report-table.ts";
import { compressionOf, exactPath, isMangled, isTextError, textStream } from "./text-file.ts";

/** Blanks that the SQL macro `trimmed` removes, too. */
const BLANKS_AROUND = /^\p{Zs}+|\p{Zs}+$/gu;

/** Rows appended at a time. */
const BATCH_ROWS = 16_384;

/**
 * Reads a CSV file into the `report` table. DuckDB reads it several times faster than the program, but fails as a whole
 * where a row is malformed. The program then reads the file row by row.
 */
export async function readCsv(connection: Connection, file: InputFile, map: ColumnMap): Promise<void> {
  const header = csvHeader(file);
  const chosen = chooseColumns(file.name, header.names, map);
  try {
    await readWellFormed(connection, file, header, chosen);
  } catch (error) {
    if (!isTextError(error)) throw error;
    await readRowByRow(connection, file, header, chosen);
  }
}

async function readWellFormed(
  connection: Connection,
  file: InputFile,
  { names, delimiter }: CsvHeader,
  chosen: ColumnNames,
): Promise<void> {
  const positions = Object.fromEntries(
    REPORT_FIELDS.map((field) => [
      field,
      chosen[field] === undefined ? "NULL" : `c${names.indexOf(chosen[field])}`,
    ]),
  );
  const columns = Object.fromEntries(names.map((_, index) => [`c${index}`, "VARCHAR"]));
  const columnTypes = Object.fromEntries(Object.keys(columns).map((name) => [name, VARCHAR]));
  await connection.run(
    statementWith("load/read-csv", positions),
    { path: exactPath(file), compression: compressionOf(file), delimiter, columns: structValue(columns) },
    { columns: STRUCT(columnTypes) },
  );
}

async function readRowByRow(
  connection: Connection,
  file: InputFile,
  header: CsvHeader,
  chosen: ColumnNames,
): Promise<void> {
  const parser = parse({
    delimiter: header.delimiter,
    record_delimiter: ROW_ENDS,
    bom: true,
    // The first is the header.
    from: 2,
    trim: true,
    skip_empty_lines: true,
    relax_column_count: true,
    relax_quotes: true,
  });
  let rows: (ReadReport | LostRow)[] = [];
  for await (const values of pipeline(textStream(file), parser, () => undefined)) {
    rows.push(readRow(values as string[], header.names, chosen));
    if (rows.length === BATCH_ROWS) {
      await appendReports(connection, rows);
      file.meter.addRows(rows.length);
      rows = [];
    }
  }
  await appendReports(connection, rows);
}

function readRow(
  values: readonly string[],
  names: readonly string[],
  chosen: ColumnNames,
): ReadReport | LostRow {
  const isWhole =
    values.length === names.length || (values.length === names.length + 1 && values.at(-1) === "");
  const text = (field: ReportField) => {
    const value = chosen[field] === undefined ? "" : (values[names.indexOf(chosen[field])] ?? "");
    return value.replace(BLANKS_AROUND, "");
  };
  if (!isWhole || REPORT_FIELDS.some((field) => isMangled(text(field)))) return { problem: "malformed-row" };
  return {
    serialNumber: text("sensor_serial_number"),
    timestamp: readInstant(text("timestamp")),
    trajectory: readTrajectory(text("trajectory")),
    eventId: text("event_id") || null,
  };
}
