import { type FileLayout, PLAIN_LAYOUT } from "../../src/domain/file-layout.ts";
import { parseInstant } from "../../src/domain/instant.ts";
import type { Reports } from "../../src/domain/report-columns.ts";
import type { ReportField } from "../../src/domain/sensor-report.ts";
import type { SensorReport } from "../../src/engine/ports.ts";

/** A time of day on 6 May 2024 (or another day, given first), in ms. */
export function at(time: string): number {
  return parseInstant(time.includes(" ") ? time : `2024-05-06 ${time}`, "time");
}

/** A report written as `serial time trajectory [event id]`, the time as `at` takes it but with `T`. */
export function reportOf(line: string): SensorReport {
  const [serialNumber = "", time = "", trajectory, eventId = null] = line.split(/\s+/);
  return {
    serialNumber,
    timestamp: at(time.replace("T", " ")),
    trajectory: trajectory === "-1" ? -1 : 1,
    eventId,
  };
}

/** Reports row by row. */
export function rowsOf({ length, serialNumbers, sensors, timestamps, trajectories, eventIds }: Reports) {
  return Array.from({ length }, (_, row) => ({
    serialNumber: serialNumbers[sensors[row] as number],
    timestamp: timestamps[row],
    trajectory: trajectories[row],
    eventId: eventIds?.at(row) ?? null,
  }));
}

/** The layout of a file in which some fields have other columns. */
export function mapped(columns: Readonly<Partial<Record<ReportField, string>>>): FileLayout {
  const fields = Object.entries(columns).map(([field, column]) => [field, { columns: [column] }]);
  return { ...PLAIN_LAYOUT, fields: Object.fromEntries(fields) };
}
