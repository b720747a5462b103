import { type RecordBatch, RecordBatchReader } from "apache-arrow";
import { reportsOf } from "../../arrow/reports.ts";
import { HeadcountError } from "../../domain/errors.ts";
import { formatInstant } from "../../domain/instant.ts";
import { REPORT_FIELDS } from "../../domain/sensor-report.ts";
import { requireRowsTaken } from "../../engine/ingest/read-reports.ts";
import { Refusal } from "../errors.ts";

/**
 * The rows of an Arrow IPC stream of sensor reports, as JSON would have them (D22).
 *
 * @throws Refusal 400 where it cannot be read, or lacks a column
 */
export function readArrowRows(bytes: Uint8Array): unknown[] {
  const reader = openStream(bytes);
  const names = new Set(reader.schema.fields.map((field) => field.name));
  const missing = REPORT_FIELDS.filter((field) => field !== "event_id" && !names.has(field));
  if (missing.length > 0) throw new Refusal(400, `the Arrow stream has no column ${missing.join(", ")}`);
  const columns = Object.fromEntries(
    REPORT_FIELDS.filter((field) => names.has(field)).map((field) => [field, field]),
  );
  try {
    return [...countedBatches(reader)].flatMap((batch) =>
      reportsOf(batch, columns).map(({ serialNumber, timestamp, trajectory, eventId }) => ({
        sensor_serial_number: serialNumber,
        timestamp: timestamp === null ? null : formatInstant(timestamp),
        trajectory,
        event_id: eventId,
      })),
    );
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
