import type { Readable } from "node:stream";
import { REPORT_ROW_BYTES_MAX } from "../../../domain/limits.ts";
import type { CheckedReports } from "../../../domain/report-columns.ts";
import { type AcceptedTimes, OWN_MEMBERS } from "../../../domain/sensor-report.ts";
import { TextColumn, TextColumnBuilder } from "../../../domain/text-column.ts";
import type { ColumnMap } from "../../../engine/ports.ts";
import { atOnce, isSpace, readJsonReports, withoutByteOrderMark } from "../../../formats/json-reports.ts";
import { wholeNumbers } from "../columns.ts";
import type { Connection } from "../database.ts";
import { BIGINT, TINYINT, VARCHAR } from "../duckdb-api.ts";
import type { InputFile } from "./input-file.ts";
import { textStream } from "./text-file.ts";

/** Reads an NDJSON file into the `report` table, as `POST /v2/sensor_events/` reads a body of NDJSON. */
export async function readNdjson(
  connection: Connection,
  file: InputFile,
  map: ColumnMap,
  times: AcceptedTimes,
): Promise<void> {
  const members = { ...OWN_MEMBERS, ...map };
  const limits = { rowsMax: Infinity, problemsMax: Infinity };
  for await (const lines of wholeLines(textStream(file))) {
    const rows = atOnce(readJsonReports(lines, { layout: "lines", times, members, ...limits }));
    await appendRows(connection, rows);
    file.meter.addRows(rows.reports.length + rows.rejected);
  }
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
    { type: VARCHAR, values: (eventIds ?? TextColumn.without(0)).select(places) },
    { type: VARCHAR, values: texts.column(length) },
  ];
  await connection.append("report", columns, "temp");
}
