import { latestTimestamp } from "../../domain/sensor-report.ts";
import type { Engine } from "../build-engine.ts";
import { CheckedReports, checkRows, type RowError, type TimesTaken } from "./read-reports.ts";

/** The answer to a bulk ingest (D22). */
export interface IngestAnswer {
  readonly accepted: number;
  readonly duplicates: number;
  readonly rejected: number;
  /** The first refusals. */
  readonly errors: readonly RowError[];
}

/** The times that a report may have at present. */
export function timesTaken({ clock, events }: Engine): TimesTaken {
  return { earliest: events.keptFrom(), latest: latestTimestamp(clock.now()) };
}

/**
 * Stores a batch of sensor reports, which are checked where that has not been done; a refused row does not hold up
 * the others (D9, D22). What it answers as accepted is on disk.
 *
 * @throws HeadcountError `invalid` where there are too many rows; `unavailable` where too many are waiting
 */
export async function ingestReports(
  context: Engine,
  rows: readonly unknown[] | CheckedReports,
  { keepDuplicates, live = true }: { readonly keepDuplicates: boolean; readonly live?: boolean },
): Promise<IngestAnswer> {
  const checked = rows instanceof CheckedReports ? rows : checkRows(rows, timesTaken(context));
  const { reports, rejected, errors } = checked;
  if (reports.length === 0) return { accepted: 0, duplicates: 0, rejected, errors };
  const duplicates = keepDuplicates ? "keep-repeated" : "drop";
  const result = await context.ingest.submit(context, {
    context,
    reports,
    duplicates,
    live,
    request: null,
  });
  return { accepted: result.accepted, duplicates: result.duplicates, rejected, errors };
}
