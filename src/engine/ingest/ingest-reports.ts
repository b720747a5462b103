import { latestTimestamp } from "../../domain/sensor-report.ts";
import type { EngineContext } from "../context.ts";
import {
  ColumnarRows,
  ReportReader,
  type ReportRows,
  type RowError,
  requireRowsTaken,
  type TimesTaken,
} from "./read-reports.ts";

/** The answer to a bulk ingest (D22). */
export interface IngestAnswer {
  readonly accepted: number;
  readonly duplicates: number;
  readonly rejected: number;
  /** The first refusals. */
  readonly errors: readonly RowError[];
}

/**
 * Checks and stores a batch of sensor reports; a refused row does not hold up the others (D9, D22). What
 * it answers as accepted is on disk.
 *
 * @throws HeadcountError `invalid` where there are too many rows; `unavailable` where too many are waiting
 */
export async function ingestReports(
  context: EngineContext,
  rows: ReportRows,
  { keepDuplicates, live = true }: { readonly keepDuplicates: boolean; readonly live?: boolean },
): Promise<IngestAnswer> {
  const { clock, events, ingest } = context;
  requireRowsTaken(rows.length);
  const taken = { earliest: events.keptFrom(), latest: latestTimestamp(clock.now()) };
  const { reports, rejected, errors } = checked(rows, taken);
  if (reports.length === 0) return { accepted: 0, duplicates: 0, rejected, errors };
  const duplicates = keepDuplicates ? "keep-repeated" : "drop";
  const result = await ingest.submit(context, { context, reports, duplicates, live, request: null });
  return { accepted: result.accepted, duplicates: result.duplicates, rejected, errors };
}

/** The reports among some rows, and what is wrong with the others. */
function checked(rows: ReportRows, taken: TimesTaken): Pick<ReportReader, "reports" | "rejected" | "errors"> {
  if (rows instanceof ColumnarRows) {
    const { reports } = rows;
    if (reports?.timestamps.every((timestamp) => timestamp >= taken.earliest && timestamp <= taken.latest))
      return { reports, rejected: 0, errors: [] };
  }
  const reader = new ReportReader(rows.length, taken);
  if (rows instanceof ColumnarRows) rows.readInto(reader);
  else for (let index = 0; index < rows.length; index++) reader.readRow(rows[index]);
  return reader;
}
