import { type RecordBatch, RecordBatchReader } from "apache-arrow";
import { columnsOf } from "../../arrow/reports.ts";
import { type AsciiTexts, asciiTextsOf } from "../../arrow/texts.ts";
import { HeadcountError } from "../../domain/errors.ts";
import { EVENT_ID_LENGTH_MAX, SERIAL_LENGTH_MAX } from "../../domain/limits.ts";
import { REPORT_FIELDS, type ReportField } from "../../domain/sensor-report.ts";
import type { KnownTexts } from "../../engine/ingest/known-texts.ts";
import { ColumnarRows, type ReportReader, requireRowsTaken } from "../../engine/ingest/read-reports.ts";
import { AsciiReportsBuilder, type Reports } from "../../engine/ingest/reports.ts";
import { Refusal } from "../errors.ts";

/** The rows of an Arrow IPC stream of sensor reports (D22). */
export class ArrowRows extends ColumnarRows {
  readonly length: number;
  readonly #batches: readonly RecordBatch[];
  readonly #columns: Readonly<Partial<Record<ReportField, string>>>;
  readonly reports: Reports | null;

  /** @throws Refusal 400 where it cannot be read, or lacks a column */
  constructor(bytes: Uint8Array, known: KnownTexts) {
    super();
    const reader = openStream(bytes);
    const names = new Set(reader.schema.fields.map((field) => field.name));
    const missing = REPORT_FIELDS.filter((field) => field !== "event_id" && !names.has(field));
    if (missing.length > 0) throw new Refusal(400, `the Arrow stream has no column ${missing.join(", ")}`);
    this.#columns = Object.fromEntries(
      REPORT_FIELDS.filter((field) => names.has(field)).map((field) => [field, field]),
    );
    this.#batches = refusingUnreadable(() => [...countedBatches(reader)]);
    this.length = this.#batches.reduce((sum, batch) => sum + batch.numRows, 0);
    this.reports = refusingUnreadable(() => this.#read(new AsciiReportsBuilder(this.length, known)));
  }

  /** The rows, where all of them are reports and their texts are ASCII. */
  #read(builder: AsciiReportsBuilder): Reports | null {
    for (const batch of this.#batches) {
      const { timestampAt, trajectoryAt } = columnsOf(batch, this.#columns);
      const serialNumbers = textsOf(batch, "sensor_serial_number");
      const eventIds = this.#columns.event_id === undefined ? null : textsOf(batch, "event_id");
      if (serialNumbers === null || (this.#columns.event_id !== undefined && eventIds === null)) return null;
      for (let row = 0; row < batch.numRows; row++) {
        const timestamp = timestampAt(row);
        const trajectory = trajectoryAt(row);
        const [start, end] = [serialNumbers.ends[row] as number, serialNumbers.ends[row + 1] as number];
        const isSerial = end > start && end - start <= SERIAL_LENGTH_MAX && serialNumbers.isPresent(row);
        if (timestamp === null || trajectory === null || !isSerial) return null;
        builder.setTimestamp(timestamp);
        builder.setTrajectory(trajectory);
        builder.setSerialNumber(serialNumbers.bytes, start, end);
        if (eventIds?.isPresent(row)) {
          const [from, to] = [eventIds.ends[row] as number, eventIds.ends[row + 1] as number];
          if (to - from > EVENT_ID_LENGTH_MAX) return null;
          builder.setEventId(eventIds.bytes, from, to);
        }
        builder.next();
      }
    }
    return builder.reports;
  }

  readInto(reader: ReportReader): void {
    refusingUnreadable(() => {
      for (const batch of this.#batches) {
        const columns = columnsOf(batch, this.#columns);
        for (let row = 0; row < batch.numRows; row++)
          reader.read(
            columns.serialNumberAt(row),
            columns.timestampAt(row),
            columns.trajectoryAt(row),
            columns.eventIdAt(row),
          );
      }
    });
  }
}

/** A column's texts as bytes, where that can be done. */
function textsOf(batch: RecordBatch, field: ReportField): AsciiTexts | null {
  const column = batch.getChild(field);
  return column && asciiTextsOf(column);
}

/** Does some reading of a stream. @throws Refusal 400 where it cannot be read */
function refusingUnreadable<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof HeadcountError) throw error;
    throw unreadable(error);
  }
}

/** The batches, as long as they have no more rows than are taken: columns of nulls need no bytes for theirs. */
function* countedBatches(reader: Iterable<RecordBatch>): Generator<RecordBatch> {
  let rows = 0;
  for (const batch of reader) {
    rows += batch.numRows;
    requireRowsTaken(rows);
    yield batch;
  }
}

function openStream(bytes: Uint8Array) {
  try {
    const reader = RecordBatchReader.from(bytes).open();
    if (reader.schema === undefined) throw new Error("it has no schema");
    return reader;
  } catch (error) {
    throw unreadable(error);
  }
}

function unreadable(error: unknown): Refusal {
  const reason = error instanceof Error ? error.message : String(error);
  return new Refusal(400, `the body cannot be read as an Arrow stream: ${reason}`);
}
