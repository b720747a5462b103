import { createReadStream } from "node:fs";
import type { Readable } from "node:stream";
import type { FileLayout } from "../../../domain/file-layout.ts";
import { REPORT_ROW_BYTES_MAX } from "../../../domain/limits.ts";
import type { CheckedReports } from "../../../domain/report-columns.ts";
import {
  type AcceptedTimes,
  OWN_MEMBERS,
  REPORT_FIELDS,
  type ReportField,
  type ReportMembers,
} from "../../../domain/sensor-report.ts";
import { TextColumn, TextColumnBuilder } from "../../../domain/text-column.ts";
import { atOnce, isSpace, readJsonReports, withoutByteOrderMark } from "../../../formats/json-reports.ts";
import { wholeNumbers } from "../columns.ts";
import type { Connection } from "../database.ts";
import { BIGINT, TINYINT, VARCHAR } from "../duckdb-api.ts";
import { appendCells, type CellRow, cellOf, createCells } from "./cells.ts";
import { type ChosenFields, fieldExpressions } from "./field-expressions.ts";
import type { InputFile } from "./input-file.ts";
import { hasOtherTimes, readTexts } from "./read-texts.ts";

/** Reads an NDJSON file into the `report` table, as `POST /v2/sensor_events/` reads a body of NDJSON. */
export async function readNdjson(
  connection: Connection,
  { path, size, meter }: InputFile,
  layout: FileLayout,
  times: AcceptedTimes,
): Promise<readonly string[]> {
  const text = meter.follow(createReadStream(path), size);
  const members = membersOf(layout);
  if (members === null) return readMembers(connection, text, layout);
  const limits = { rowsMax: Infinity, problemsMax: Infinity };
  for await (const lines of wholeLines(text)) {
    const rows = atOnce(readJsonReports(lines, { layout: "lines", times, members, ...limits }));
    await appendRows(connection, rows);
    meter.addRows(rows.reports.length + rows.rejected);
  }
  return [];
}

/** The member of each field if the values are those of a request; null if they are to be read as texts first. */
function membersOf(layout: FileLayout): ReportMembers | null {
  if (hasOtherTimes(layout)) return null;
  const members: Record<ReportField, string> = { ...OWN_MEMBERS };
  for (const field of REPORT_FIELDS) {
    const source = layout.fields[field];
    if (source === undefined) continue;
    if ("value" in source || source.words !== undefined || source.columns.length > 1) return null;
    members[field] = String(source.columns[0]);
  }
  return members;
}

/** Reads the members of an NDJSON file as the cells of a CSV file: texts, and numbers as they are written. */
async function readMembers(
  connection: Connection,
  text: Readable,
  layout: FileLayout,
): Promise<readonly string[]> {
  const used: string[] = [];
  const sources = REPORT_FIELDS.map((field) => [field, layout.fields[field] ?? { columns: [field] }]);
  const expressions = fieldExpressions(Object.fromEntries(sources) as ChosenFields, (column) => {
    if (!used.includes(column)) used.push(column);
    return cellOf(used.indexOf(column));
  });
  await createCells(connection, [...used.keys()]);
  for await (const lines of wholeLines(text)) {
    const rows = lines
      .toString()
      .split("\n")
      .filter((line) => line.trim() !== "");
    await appendCells(
      connection,
      rows.map((line) => cellsOf(line, used)),
    );
  }
  await readTexts(connection, layout, expressions, { source: "cell", problem: "problem" });
  return [];
}

function cellsOf(line: string, members: readonly string[]): CellRow {
  let row: unknown;
  try {
    row = JSON.parse(line);
  } catch {
    return [...members.map(() => null), "malformed-row"];
  }
  if (typeof row !== "object" || row === null || Array.isArray(row))
    return [...members.map(() => null), "not-an-object"];
  const cells = members.map((member) => {
    const value = (row as Record<string, unknown>)[member];
    return typeof value === "string" || typeof value === "number" ? String(value) : null;
  });
  return [...cells, null];
}

/** Bytes of a file that are read at a time, a few thousand rows. */
const BATCH_BYTES = 1024 * 1024;

const NEWLINE = 0x0a;

/** The bytes of a text in batches of whole lines. Of a long line, so many bytes are kept that it is rejected as a row. */
async function* wholeLines(text: Readable): AsyncGenerator<Buffer> {
  let chunks: Buffer[] = [];
  let length = 0;
  let isStart = true;
  const joined = () => {
    const bytes = Buffer.concat(chunks, length);
    return isStart ? withoutByteOrderMark(bytes) : bytes;
  };
  for await (const chunk of text as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    length += chunk.length;
    if (length < BATCH_BYTES) continue;
    const bytes = joined();
    isStart = false;
    const end = bytes.lastIndexOf(NEWLINE) + 1;
    yield bytes.subarray(0, end);
    // Blanks before a row are no part of it.
    let start = end;
    while (isSpace(bytes[start])) start++;
    const rest = bytes.subarray(start, start + REPORT_ROW_BYTES_MAX + 1);
    chunks = [rest];
    length = rest.length;
  }
  yield joined();
}

/** Appends rows to the `report` table, in their order. */
async function appendRows(connection: Connection, { reports, problems }: CheckedReports): Promise<void> {
  const length = reports.length + problems.length;
  const texts = new TextColumnBuilder(length);
  // The report of each row; a rejected one has an index past their end, where there is none.
  const places = new Int32Array(length);
  for (let row = 0, rejected = 0; row < length; row++) {
    const next = problems[rejected];
    places[row] = next?.index === row ? reports.length : row - rejected;
    if (next?.index !== row) continue;
    texts.set(row, next.problem);
    rejected++;
  }
  const { timestamps, trajectories, sensors, eventIds } = reports;
  const serialNumbers = TextColumn.of(reports.serialNumbers).select(sensors);
  const columns = [
    { type: VARCHAR, values: serialNumbers.select(places) },
    { type: BIGINT, values: wholeNumbers(length, (row) => timestamps[places[row] as number] ?? 0) },
    { type: VARCHAR, values: TextColumn.without(length) },
    { type: TINYINT, values: Int8Array.from(places, (place) => trajectories[place] ?? 0) },
    { type: VARCHAR, values: TextColumn.without(length) },
    { type: VARCHAR, values: (eventIds ?? TextColumn.without(0)).select(places) },
    { type: VARCHAR, values: texts.column(length) },
  ];
  await connection.append("report", columns, "temp");
}
