import { type RecordBatch, RecordBatchReader } from "apache-arrow";
import { columnsOf } from "../../arrow/reports.ts";
import { HeadcountError } from "../../domain/errors.ts";
import { REPORT_FIELDS, type ReportField } from "../../domain/sensor-report.ts";
import { ColumnarRows, type ReportReader, requireRowsTaken } from "../../engine/ingest/read-reports.ts";
import { Refusal } from "../errors.ts";

/** The rows of an Arrow IPC stream of sensor reports (D22). */
export class ArrowRows extends ColumnarRows {
  readonly length: number;
  readonly #batches: readonly RecordBatch[];
  readonly #columns: Readonly<Partial<Record<ReportField, string>>>;

  /** @throws Refusal 400 where it cannot be read, or lacks a column */
  constructor(bytes: Uint8Array) {
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
