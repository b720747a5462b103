import { type CheckedReports, type Reports, ReportsBuilder } from "../../domain/report-columns.ts";
import { type AcceptedTimes, readReport } from "../../domain/sensor-report.ts";
import type { SensorReport } from "../ports.ts";

/** The columns of some reports. */
export function reportsOf(reports: readonly SensorReport[]): Reports {
  const builder = new ReportsBuilder(reports.length);
  for (const report of reports) builder.add(report);
  return builder.checked.reports;
}

/** Checks rows as JSON has them. */
export function checkRows(rows: readonly unknown[], times: AcceptedTimes): CheckedReports {
  const builder = new ReportsBuilder(rows.length);
  for (const row of rows) builder.take(readReport(row, times));
  return builder.checked;
}
