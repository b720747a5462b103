import { INGEST_ERRORS_LISTED_MAX } from "../../domain/limits.ts";
import { latestTimestamp, REPORT_PROBLEMS } from "../../domain/sensor-report.ts";
import type { EngineContext } from "../context.ts";
import type { SensorReport } from "../ports.ts";
import { readReport, requireRowsTaken } from "./read-reports.ts";

/** The answer to a bulk ingest (D22). */
export interface IngestAnswer {
  readonly accepted: number;
  readonly duplicates: number;
  readonly rejected: number;
  /** The first refusals, by their index in the batch. */
  readonly errors: readonly { readonly index: number; readonly message: string }[];
}

/**
 * Checks and stores a batch of sensor reports; a refused row does not hold up the others (D9, D22). What
 * it answers as accepted is on disk.
 *
 * @throws HeadcountError `invalid` where there are too many rows; `unavailable` where too many are waiting
 */
export async function ingestReports(
  context: EngineContext,
  rows: readonly unknown[],
  { keepDuplicates, live = true }: { readonly keepDuplicates: boolean; readonly live?: boolean },
): Promise<IngestAnswer> {
  const { clock, ingest } = context;
  requireRowsTaken(rows.length);
  const latest = latestTimestamp(clock.now());
  const reports: SensorReport[] = [];
  const errors: { index: number; message: string }[] = [];
  let rejected = 0;
  for (let index = 0; index < rows.length; index++) {
    const report = readReport(rows[index], latest);
    if (typeof report !== "string") {
      reports.push(report);
    } else if (rejected++ < INGEST_ERRORS_LISTED_MAX) {
      errors.push({ index, message: REPORT_PROBLEMS[report] });
    }
  }
  if (reports.length === 0) return { accepted: 0, duplicates: 0, rejected, errors };
  const duplicates = keepDuplicates ? "keep-repeated" : "drop";
  const result = await ingest.submit(context, { context, reports, duplicates, live, request: null });
  return { accepted: result.accepted, duplicates: result.duplicates, rejected, errors };
}
