import { latestTimestamp, type TimesTaken } from "../../domain/sensor-report.ts";
import type { Change } from "../catalog/catalog.ts";
import type { EventStore } from "../ports.ts";
import type { IngestQueue } from "./ingest-queue.ts";
import { CheckedReports, checkRows, type RowError } from "./read-reports.ts";

/** The answer to a bulk ingest (D22). */
export interface IngestAnswer {
  readonly accepted: number;
  readonly duplicates: number;
  readonly rejected: number;
  /** The first refusals. */
  readonly errors: readonly RowError[];
}

/** Who sends reports, and where they go. */
export interface ReportIngest extends Change {
  readonly events: Pick<EventStore, "logStart">;
  readonly ingest: IngestQueue;
}

/** The times that a report may have at present. */
export function timesTaken({ clock, events }: Pick<ReportIngest, "clock" | "events">): TimesTaken {
  return { earliest: events.logStart(), latest: latestTimestamp(clock.now()) };
}

/**
 * Stores a batch of sensor reports, which are checked where that has not been done; a refused row does not hold up
 * the others (D9, D22). What it answers as accepted is on disk.
 *
 * @throws HeadcountError `invalid` where there are too many rows; `unavailable` where too many are waiting
 */
export async function ingestReports(
  sender: ReportIngest,
  rows: readonly unknown[] | CheckedReports,
  { keepDuplicates, live = true }: { readonly keepDuplicates: boolean; readonly live?: boolean },
): Promise<IngestAnswer> {
  const checked = rows instanceof CheckedReports ? rows : checkRows(rows, timesTaken(sender));
  const { reports, rejected, errors } = checked;
  if (reports.length === 0) return { accepted: 0, duplicates: 0, rejected, errors };
  const duplicates = keepDuplicates ? "keep-repeated" : "drop";
  const result = await sender.ingest.submit({
    change: sender,
    reports,
    duplicates,
    live,
    request: null,
  });
  return { accepted: result.accepted, duplicates: result.duplicates, rejected, errors };
}
