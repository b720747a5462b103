import { createReadStream } from "node:fs";
import type { Readable } from "node:stream";
import { BIGINT, TINYINT, VARCHAR } from "@duckdb/node-api";
import type { FileLayout } from "../../domain/file-layout.ts";
import { EVENT_ID_LENGTH_MAX, REPORT_ROW_BYTES_MAX } from "../../domain/limits.ts";
import type { CheckedReports } from "../../domain/report-columns.ts";
import { type AcceptedTimes, REPORT_FIELDS, type ReportProblem } from "../../domain/sensor-report.ts";
import { TextColumn, TextColumnBuilder } from "../../domain/text-column.ts";
import { wholeNumbers } from "../../duckdb/columns.ts";
import type { Connection } from "../../duckdb/connection.ts";
import { type ChosenFields, fieldExpressions } from "./field-expressions.ts";
import type { InputFile, TextRows } from "./input-file.ts";
import { atOnce, isSpace, parsed, readJsonReports, withoutByteOrderMark } from "./json-rows.ts";
import { type CellRow, cellOf, hasOtherTimes, readCells } from "./read-texts.ts";
import type { ReadFile } from "./rejected-rows.ts";

/**
 * Reads an NDJSON file into the `report` table. One whose members are those of a request is read as
 * `POST /v2/sensor_events/` reads a body of NDJSON; of others, the members are texts first.
 *
 * @returns the file; the texts of its rows are its lines
 */
export async function readNdjson(
  connection: Connection,
  { path, head, size, meter }: InputFile,
  layout: FileLayout,
  times: AcceptedTimes,
): Promise<ReadFile> {
  const text = meter.open(path, size);
  const names = firstNames(head);
  const read = { names, source: "report", is_row: "true", text: "rowid", lines: () => linesOf(path) };
  if (Object.keys(layout.fields).length > 0 || hasOtherTimes(layout)) {
    await readMembers(connection, text, layout);
    return read;
  }
  const limits = { rowsMax: Infinity, problemsMax: Infinity };
  for await (const lines of wholeLines(text)) {
    const rows = atOnce(readJsonReports(lines, { layout: "lines", times, ...limits }));
    await appendRows(connection, rows);
    meter.addRows(rows.reports.length + rows.rejected);
  }
  return read;
}

export function openNdjsonRows({ path, head, size, meter }: InputFile): TextRows {
  return {
    names: firstNames(head),
    where: "the members of its first row are",
    isExact: true,
    async *read(columns) {
      const cells = columns.map((member) => ({ member, types: WORD_TYPES, otherwise: null }));
      for await (const lines of wholeLines(meter.open(path, size))) {
        const rows = Array.from(rowsOf(lines), (line) => ({
          ...cellsOf(line, cells),
          text: line.toString().trimEnd(),
        }));
        yield rows;
        meter.addRows(rows.length);
      }
    },
    close() {},
  };
}

/** A member of each row that is the value of a field, or a part of it. */
interface MemberCell {
  readonly member: string;
  /** The types of values that the field may have; null is no value. */
  readonly types: readonly string[];
  /** The text that stands for a value of a different type. */
  readonly otherwise: string | null;
}

/** The types of values that have another form than in a request. */
const TIME_TYPES = ["string", "number"];
const WORD_TYPES = ["string", "number", "boolean"];

/** No event id is so long. */
const NO_EVENT_ID = "?".repeat(EVENT_ID_LENGTH_MAX + 1);

/** Reads the members of an NDJSON file as the cells of a CSV file. */
async function readMembers(connection: Connection, text: Readable, layout: FileLayout): Promise<void> {
  const cells: MemberCell[] = [];
  const sources = REPORT_FIELDS.map((field) => [field, layout.fields[field] ?? { columns: [field] }]);
  const chosen = Object.fromEntries(sources) as ChosenFields;
  const expressions = fieldExpressions(chosen, (member, field) => {
    const source = chosen[field];
    const hasWords = field === "trajectory" && source !== null && "words" in source;
    const otherwise = field === "event_id" ? NO_EVENT_ID : null;
    const types = hasWords
      ? WORD_TYPES
      : field === "timestamp" && hasOtherTimes(layout)
        ? TIME_TYPES
        : [field === "trajectory" ? "number" : "string"];
    return cellOf(cells.push({ member, types, otherwise }) - 1);
  });
  const batches = async function* () {
    for await (const lines of wholeLines(text)) yield Array.from(rowsOf(lines), (row) => cellsOf(row, cells));
  };
  const indexes = [...cells.keys()];
  await readCells(connection, layout, expressions, indexes, batches(), { hasBlankRows: false });
}

function cellsOf(line: Buffer, cells: readonly MemberCell[]): CellRow {
  const row = objectOf(line);
  if (typeof row === "string") return { values: cells.map(() => null), problem: row };
  const values = cells.map(({ member, types, otherwise }) => {
    const value = memberOf(row, member);
    if (value === undefined || value === null) return null;
    return types.includes(typeof value) ? String(value) : otherwise;
  });
  return { values, problem: null };
}

type JsonObject = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The bytes of each line that is not blank, without blanks before. */
function* rowsOf(bytes: Buffer): Generator<Buffer> {
  for (let start = 0, end: number; start < bytes.length; start = end + 1) {
    end = bytes.indexOf(NEWLINE, start);
    if (end === -1) end = bytes.length;
    while (start < end && isSpace(bytes[start])) start++;
    if (start < end) yield bytes.subarray(start, end);
  }
}

async function* linesOf(path: string): AsyncGenerator<string> {
  for await (const bytes of wholeLines(createReadStream(path)))
    for (const row of rowsOf(bytes)) yield row.toString().trimEnd();
}

function objectOf(bytes: Buffer): JsonObject | ReportProblem {
  if (bytes.length > REPORT_ROW_BYTES_MAX) return "long-row";
  const row = parsed(bytes, 0, bytes.length);
  if (row === undefined) return "malformed-row";
  return isObject(row) ? row : "not-an-object";
}

/** A member of an object, or with a name such as `device.serial` one of an object within it. */
function memberOf(row: JsonObject, name: string): unknown {
  if (Object.hasOwn(row, name)) return row[name];
  const step = (value: unknown, part: string) => (isObject(value) ? value[part] : undefined);
  return name.split(".").reduce(step, row as unknown);
}

function memberNames(row: JsonObject): string[] {
  return Object.entries(row).flatMap(([name, value]) =>
    isObject(value) ? memberNames(value).map((inner) => `${name}.${inner}`) : name,
  );
}

/** The names of the members of the first row; none if it is not an object. */
function firstNames(head: string): readonly string[] {
  const [first] = rowsOf(Buffer.from(head));
  const row = first && objectOf(first);
  return isObject(row) ? memberNames(row) : [];
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

async function appendRows(connection: Connection, { reports, problems }: CheckedReports): Promise<void> {
  const length = reports.length + problems.length;
  const texts = new TextColumnBuilder(length);
  // The report of each row; a rejected one has an index past their end, where there is none.
  const places = new Int32Array(length);
  for (let row = 0, rejected = 0; row < length; row++) {
    const next = problems[rejected];
    const problem = next?.index === row ? next.problem : null;
    places[row] = problem === null ? row - rejected : reports.length;
    texts.add(problem);
    if (problem !== null) rejected++;
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
    { type: VARCHAR, values: texts.column },
  ];
  await connection.append("report", columns, "temp");
}
