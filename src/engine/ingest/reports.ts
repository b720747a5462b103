import { type CheckedReports, type Reports, ReportsBuilder } from "../../domain/report-columns.ts";
import { type AcceptedTimes, readReport } from "../../domain/sensor-report.ts";
import type { LogColumns, SensorReport } from "../ports.ts";

/** Fills a column with some rows of another. */
export function select<Column extends Float64Array | Int32Array | Int8Array>(
  column: Column,
  rows: Int32Array,
  selected: Column,
): Column {
  for (let index = 0; index < rows.length; index++) selected[index] = column[rows[index] as number] as number;
  return selected;
}

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

/** Some rows of events. */
export function selectEvents(events: LogColumns, rows: Int32Array): LogColumns {
  const { length } = rows;
  return {
    length,
    timestamps: select(events.timestamps, rows, new Float64Array(length)),
    trajectories: select(events.trajectories, rows, new Int8Array(length)),
    sensorKeys: select(events.sensorKeys, rows, new Int32Array(length)),
    eventIds: events.eventIds?.select(rows) ?? null,
  };
}

/** Reports as events of the log. @param keyOf the key of a sensor, by its serial number */
export function asEvents(reports: Reports, keyOf: (serialNumber: string) => number): LogColumns {
  const { length, serialNumbers, sensors, timestamps, trajectories, eventIds } = reports;
  const keys = serialNumbers.map(keyOf);
  const sensorKeys = sensors.map((index) => keys[index] as number);
  return { length, timestamps, trajectories, sensorKeys, eventIds };
}
