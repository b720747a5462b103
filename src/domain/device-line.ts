import type { CountingSettings } from "./resources.ts";

/** The serial number of the device of a line; null for a device with one line: `<device>:<line>` names one of several. */
export function deviceOf(serialNumber: string): string | null {
  const end = serialNumber.lastIndexOf(":");
  return end < 0 ? null : serialNumber.slice(0, end);
}

/** The serial number of the sensor that has the events of a sensor's readings: a register may be part of a line (D32). */
export function lineOf(serialNumber: string, { line }: Pick<CountingSettings, "line">): string {
  return line === null ? serialNumber : `${deviceOf(serialNumber) ?? serialNumber}:${line}`;
}
