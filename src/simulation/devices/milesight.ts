import { SECOND_MS } from "../../domain/instant.ts";
import { type DeviceKind, type LogEntry, SELF_SENDING, wallText } from "./device-kind.ts";

/** Minutes of the counter ahead of UTC. */
const OFFSET = -210;

/** Milesight's counters with a network: totals and counts of the period. `running_time` shows when they have started. */
export const milesight: DeviceKind = {
  ...SELF_SENDING,
  adapter: "milesight",
  counts: "totals",
  tellsStart: ({ from, to, running }) => runningSeconds(running) * SECOND_MS <= to - from,
  serialNumbers: /^(?<device>.+):(?<line>\d+)$/,
  inventSerialNumber: (hex) => `6767E2${hex.slice(0, 10)}:1`,
  encode: ({ device, entries }) => entries.map((entry) => JSON.stringify(report(device, entry))),
};

function report(device: string, { from, to, running, lines }: LogEntry) {
  return {
    device_info: {
      device_name: "People Counter",
      device_sn: device,
      ip_address: "192.0.2.100",
      running_time: runningSeconds(running),
      firmware_version: "V_135.1.0.7-r1",
    },
    time_info: {
      start_time: timeOf(from),
      end_time: timeOf(to),
      time_zone: "UTC-3:30 NST",
      enable_dst: 0,
      dst_status: 0,
    },
    line_periodic_data: lines.map((log) => ({ line: Number(log.line), total: { in: log.in, out: log.out } })),
    line_total_data: lines.map(({ line, inTotal, outTotal }) => ({
      line: Number(line),
      total: { in_counted: inTotal, out_counted: outTotal, capacity_counted: inTotal - outTotal },
    })),
  };
}

function runningSeconds(running: number): number {
  return Math.floor(running / SECOND_MS);
}

function timeOf(instant: number): string {
  return wallText(instant, OFFSET).replace("T", " ");
}
