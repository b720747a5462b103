import { INGEST_ERRORS_LISTED_MAX } from "../../domain/limits.ts";
import { type CheckedReports, type Reports, ReportsBuilder } from "../../domain/report-columns.ts";
import type { SensorPlacement } from "../../domain/resources.ts";
import type { AcceptedTimes } from "../../domain/sensor-report.ts";
import type { SensorReport } from "../ports.ts";
import type { Admission, Admitted } from "./admission.ts";

export function reportsOf(reports: readonly SensorReport[]): Reports {
  const builder = new ReportsBuilder(reports.length);
  for (const report of reports) builder.add(report);
  return builder.checked.reports;
}

/** What becomes of the rows of an input that are not stored. */
export interface TakenReports extends Pick<CheckedReports, "rejected" | "errors"> {
  /** Reports of ignored sensors; absent if there are none. */
  readonly ignored?: number;
}

/**
 * The reports of sensors that are admitted, and what becomes of the others.
 *
 * @param admitted which of the serial numbers are
 * @param admission says why the refused ones are
 */
export function takenReports(
  { reports, rejected, problems, errors }: CheckedReports,
  admitted: Admitted,
  admission: Pick<Admission, "reason">,
): TakenReports & { readonly reports: Reports } {
  if (admitted.rows === null) return { reports, rejected, errors };
  const [taken, refused] = [new Set(admitted.rows), new Set(admitted.refused)];
  const builder = new ReportsBuilder(reports.length);
  const { reason } = admission;
  const refusals: { index: number; message: string }[] = [];
  let before = 0;
  for (const [row, sensor] of reports.sensors.entries()) {
    // Rows of the input that are no reports, as far as they are known.
    while ((problems[before]?.index ?? Infinity) <= row + before) before++;
    if (taken.has(sensor))
      builder.add({
        serialNumber: reports.serialNumbers[sensor] as string,
        timestamp: reports.timestamps[row] as number,
        trajectory: reports.trajectories[row] as SensorPlacement,
        eventId: reports.eventIds?.at(row) ?? null,
      });
    else if (refused.has(sensor)) refusals.push({ index: row + before, message: reason });
  }
  const kept = builder.checked.reports;
  const ignored = reports.length - kept.length - refusals.length;
  const all = [...errors, ...refusals].sort((a, b) => a.index - b.index);
  return {
    reports: kept,
    rejected: rejected + refusals.length,
    errors: all.slice(0, INGEST_ERRORS_LISTED_MAX),
    ...(ignored > 0 && { ignored }),
  };
}

export function checkRows(rows: readonly unknown[], times: AcceptedTimes): CheckedReports {
  const builder = new ReportsBuilder(rows.length);
  for (const row of rows) builder.take(row, times);
  return builder.checked;
}
