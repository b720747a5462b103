import type { CountingSettings } from "./resources.ts";

/** The serial number of the sensor that has the events of a sensor's readings: a register may be part of a line (D32). */
export function lineOf(serialNumber: string, { line }: Pick<CountingSettings, "line">): string {
  if (line === null) return serialNumber;
  const end = serialNumber.lastIndexOf(":");
  return `${end < 0 ? serialNumber : serialNumber.slice(0, end)}:${line}`;
}
