import { INGEST_ERRORS_LISTED_MAX } from "../../domain/limits.ts";
import { type CheckedReports, type Reports, ReportsBuilder } from "../../domain/report-columns.ts";
import type { SensorPlacement } from "../../domain/resources.ts";
import type { AcceptedTimes } from "../../domain/sensor-report.ts";
import type { Catalog } from "../catalog/catalog.ts";
import type { Actor, SensorReport } from "../ports.ts";

/**
 * Which messages of sensors are taken (D31, rule 8): not those of ignored sensors, nor those that would register more
 * sensors than may register themselves.
 *
 * @param waitingMax how many sensors that have never been at a doorway there may be, unless someone who may write registers
 * more
 */
export function admissionOf(catalog: Catalog, waitingMax: number) {
  const { sensors, sensorsBySerial, sensorsOfDevice, attachmentsOfSensor, ignoredSensors, tokens } = catalog;
  /** The most sensors that the messages which are being stored register. */
  let registering = 0;
  const admitted = (rows: readonly number[] | null, ignored: number, refused: number[], most: number) => {
    registering += most;
    let held = most;
    const release = () => {
      registering -= held;
      held = 0;
    };
    return { rows, ignored, refused, release };
  };
  return {
    reason:
      `the sensor is not registered, and ${waitingMax} sensors without a doorway are (--self-registered-sensors): ` +
      "delete some of them, or register it with a token of the scope write",

    /**
     * @param serialOf the serial number of the sensor of a row; null if it names none
     * @returns the rows that are taken, null for all, and those that would register too many sensors; `release` is to be
     * called when the messages are stored, or are not
     */
    admit: ({ tokenId }: Actor, length: number, serialOf: (row: number) => string | null) => {
      const mayRegister = tokenId !== null && tokens.get(tokenId)?.scopes.includes("write");
      const left = mayRegister
        ? Infinity
        : waitingMax - sensors.size + attachmentsOfSensor.size - registering;
      // Most inputs: no row has to be looked at.
      if (length <= left && ignoredSensors.first(true) === undefined)
        return admitted(null, 0, [], left === Infinity ? 0 : length);
      const added = new Set<string>();
      const rows: number[] = [];
      const refused: number[] = [];
      for (let row = 0; row < length; row++) {
        const serial = serialOf(row);
        const sensor = serial === null ? undefined : sensorsBySerial.first(serial);
        if (sensor?.isIgnored) continue;
        const isNew = serial !== null && (sensor ?? sensorsOfDevice.first(serial)) === undefined;
        if (isNew && !added.has(serial) && added.size >= left) refused.push(row);
        else {
          if (isNew) added.add(serial);
          rows.push(row);
        }
      }
      const ignored = length - rows.length - refused.length;
      const taken = rows.length === length ? null : rows;
      return admitted(taken, ignored, refused, left === Infinity ? 0 : added.size);
    },
  };
}

export type Admission = ReturnType<typeof admissionOf>;
export type Admitted = ReturnType<Admission["admit"]>;

export function reportsOf(reports: readonly SensorReport[]): Reports {
  const builder = new ReportsBuilder(reports.length);
  for (const report of reports) builder.add(report);
  return builder.checked.reports;
}

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
