import { ARROW_MESSAGES_MAX, EVENT_ID_LENGTH_MAX, SERIAL_LENGTH_MAX } from "../../domain/limits.ts";
import { type AcceptedTimes, REPORT_FIELDS } from "../../domain/sensor-report.ts";
import type { KnownTexts } from "../../engine/ingest/known-texts.ts";
import {
  AsciiReportsBuilder,
  type CheckedReports,
  checkRowCount,
  checkTimes,
  ReportReader,
  type Reports,
} from "../../engine/ingest/reports.ts";
import { Pacer, type Pause } from "../../engine/yielding.ts";
import { MalformedArrow } from "../../formats/arrow/flatbuffer.ts";
import { type ReportBatch, ReportBatches } from "../../formats/arrow/report-batches.ts";
import { columnsOf } from "../../formats/arrow/reports.ts";
import { asciiTextsOf } from "../../formats/arrow/texts.ts";
import { malformed } from "../errors.ts";

/** Streams of more batches are not tried as ASCII: each batch costs more than its rows, and may be read twice. */
const BATCHES_ASCII_MAX = 100;

/** Batches that are found, and rows that are read, between two pauses. */
const BATCHES_A_TURN = 50;
const ROWS_A_TURN = 4_096;

/**
 * The reports of an Arrow IPC stream (D22).
 *
 * @throws Refusal 400 if it cannot be read, or lacks a column
 * @throws HeadcountError `invalid` if it has too many rows
 */
export async function readArrowReports(
  bytes: Uint8Array,
  times: AcceptedTimes,
  known: KnownTexts,
  pause: Pause,
): Promise<CheckedReports> {
  try {
    const batches = await batchesIn(bytes, pause);
    const rows = batches.reduce((sum, batch) => sum + batch.rows, 0);
    const reports =
      batches.length > BATCHES_ASCII_MAX ? null : await readAscii(batches, { rows, known, pause });
    if (reports !== null) return checkTimes(reports, times);
    const reader = new ReportReader(rows, times);
    await readRows(batches, reader, pause);
    return reader.checked;
  } catch (error) {
    if (!(error instanceof MalformedArrow)) throw error;
    throw malformed(`the body cannot be read as an Arrow stream: ${error.message}`);
  }
}

/** The batches of a stream, found with a pause after each `BATCHES_A_TURN`. */
async function batchesIn(bytes: Uint8Array, pause: Pause): Promise<ReportBatch[]> {
  const stream = await ReportBatches.open({
    size: bytes.length,
    read: (position, length) => bytes.subarray(position, position + length),
    messagesMax: ARROW_MESSAGES_MAX,
  });
  const names = new Set(stream.names);
  const missing = REPORT_FIELDS.filter((field) => field !== "event_id" && !names.has(field));
  if (missing.length > 0) throw malformed(`the Arrow stream has no column ${missing.join(", ")}`);
  const columns = Object.fromEntries(REPORT_FIELDS.map((field) => [field, field]));
  let rows = 0;
  const requireRows = (more: number) => {
    rows += more;
    checkRowCount(rows);
  };
  const pacer = new Pacer(BATCHES_A_TURN, pause);
  const batches: ReportBatch[] = [];
  for await (const batch of stream.batches(columns, requireRows)) {
    batches.push(batch);
    await pacer.step();
  }
  return batches;
}

/** The rows, if all of them are reports and their texts are ASCII. */
async function readAscii(
  batches: readonly ReportBatch[],
  { rows, known, pause }: { readonly rows: number; readonly known: KnownTexts; readonly pause: Pause },
): Promise<Reports | null> {
  const builder = new AsciiReportsBuilder(rows, known);
  const pacer = new Pacer(ROWS_A_TURN, pause);
  for (const batch of batches) if (!(await addBatch(batch, builder, pacer))) return null;
  return builder.reports;
}

async function addBatch(batch: ReportBatch, builder: AsciiReportsBuilder, pacer: Pacer): Promise<boolean> {
  const { timestampAt, trajectoryAt } = columnsOf(batch);
  const serialNumbers = asciiTextsOf(batch.columns.sensor_serial_number);
  const eventIds = asciiTextsOf(batch.columns.event_id);
  if (serialNumbers === null || (batch.columns.event_id !== undefined && eventIds === null)) return false;
  for (let row = 0; row < batch.rows; row++) {
    const timestamp = timestampAt(row);
    const trajectory = trajectoryAt(row);
    const [start, end] = [serialNumbers.ends[row] as number, serialNumbers.ends[row + 1] as number];
    const isSerial = end > start && end - start <= SERIAL_LENGTH_MAX && serialNumbers.isPresent(row);
    if (timestamp === null || trajectory === null || !isSerial) return false;
    builder.timestamps[builder.length] = timestamp;
    builder.trajectories[builder.length] = trajectory;
    builder.setSerialNumber(serialNumbers.bytes, start, end);
    if (eventIds?.isPresent(row)) {
      const [from, to] = [eventIds.ends[row] as number, eventIds.ends[row + 1] as number];
      if (to - from > EVENT_ID_LENGTH_MAX) return false;
      builder.eventIds.setAscii(builder.length, eventIds.bytes, from, to);
    }
    builder.length++;
    if ((row + 1) % ROWS_A_TURN === 0) await pacer.step(ROWS_A_TURN);
  }
  await pacer.step(batch.rows % ROWS_A_TURN);
  return true;
}

/** Passes each row to a reader, valid or not. */
async function readRows(batches: readonly ReportBatch[], reader: ReportReader, pause: Pause): Promise<void> {
  const pacer = new Pacer(ROWS_A_TURN, pause);
  for (const batch of batches) {
    const { serialNumberAt, timestampAt, trajectoryAt, eventIdAt } = columnsOf(batch);
    // Building the readers of a batch takes as long as reading some rows.
    await pacer.step(ROWS_A_TURN / BATCHES_A_TURN);
    for (let row = 0; row < batch.rows; row++) {
      reader.read(serialNumberAt(row), timestampAt(row), trajectoryAt(row), eventIdAt(row));
      await pacer.step();
    }
  }
}
