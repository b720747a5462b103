import { createReadStream } from "node:fs";
import type { FileLayout } from "../../../domain/file-layout.ts";
import type { ReportField } from "../../../domain/sensor-report.ts";
import type { Connection } from "../database.ts";
import { VARCHAR } from "../duckdb-api.ts";
import { statement, statementWith } from "../statements.ts";
import { exactPath, type InputFile, linesExpected } from "./input-file.ts";

/** A line that is not JSON. It replaces lines that are not UTF-8. */
const MALFORMED_LINE = "?";

/**
 * Reads an NDJSON file into the `report` table. If a line is not UTF-8, or very long, DuckDB cannot split the file
 * into lines. The program then splits it, which is slower.
 */
export async function readNdjson(
  connection: Connection,
  file: InputFile,
  { fields }: FileLayout,
): Promise<readonly string[]> {
  const member = (field: ReportField) => {
    const source = fields[field];
    return source !== undefined && "columns" in source ? String(source.columns[0]) : field;
  };
  file.meter.rowsExpected = linesExpected(file);
  const pointer = (field: ReportField) => `/${member(field).replaceAll("~", "~0").replaceAll("/", "~1")}`;
  const pointers = {
    serial_number: pointer("sensor_serial_number"),
    timestamp: pointer("timestamp"),
    trajectory: pointer("trajectory"),
    event_id: pointer("event_id"),
  };
  try {
    await connection.run(statementWith("load/read-ndjson", { lines: "file_lines($path, 'none')" }), {
      ...pointers,
      path: exactPath(file),
    });
  } catch (error) {
    if (!isTextError(error)) throw error;
    await stageLines(connection, file);
    await connection.run(statementWith("load/read-ndjson", { lines: "text_line" }), pointers);
  }
  return [];
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

/** The replacement of bytes that are not UTF-8. */
const MANGLED = "\ufffd";

/** Whether some of a text's bytes were not UTF-8. */
function isMangled(text: string): boolean {
  return text.includes(MANGLED);
}

/** The lines of a text file, without line ends, in batches. */
async function* lineBatches(file: InputFile): AsyncGenerator<string[]> {
  let rest = "";
  for await (const text of file.meter.follow(createReadStream(file.path), file.size).setEncoding("utf8")) {
    const lines = (rest + String(text)).split("\n");
    rest = lines.pop() as string;
    yield lines.map(withoutReturn);
  }
  yield [withoutReturn(rest)];
}

function withoutReturn(line: string): string {
  return line.endsWith("\r") ? line.slice(0, -1) : line;
}

/** Whether DuckDB threw this error because it cannot split a text file into rows. */
function isTextError(error: unknown): boolean {
  return error instanceof Error && /^Invalid Input Error: .*\bCSV\b/.test(error.message);
}
