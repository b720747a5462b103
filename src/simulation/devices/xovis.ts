import { SECOND_MS } from "../../domain/instant.ts";
import { type DeviceKind, type LineLog, type LogEntry, SELF_SENDING, wallText } from "./device-kind.ts";

const SAMPLES_PER_SECOND = 12.5;

/** Xovis, version 5: intervals of logics. A package that comes again has another id. */
export const xovis: DeviceKind = {
  ...SELF_SENDING,
  adapter: "xovis",
  counts: "intervals",
  heldMax: 60,
  serialNumbers: /^(?<device>.+):(?<line>\d+)$/,
  inventSerialNumber: (hex) => `00:6E:02:${hex.slice(0, 6).match(/../g)?.join(":")}:1000`,
  encode: ({ device, entries, number }) => [
    JSON.stringify({
      logics_data: {
        package_info: {
          version: "5.0",
          id: number,
          from: timeOf(entries[0]?.from ?? 0),
          to: timeOf(entries.at(-1)?.to ?? 0),
          agent_id: 25,
          agent_type: "LOGICS",
        },
        sensor_info: {
          serial_number: device,
          type: "SINGLE_SENSOR",
          device_type: "PC2SE",
          sw_version: "5.8.2",
          time: timeOf(entries.at(-1)?.to ?? 0),
          timezone: "Europe/Vienna",
        },
        logics: logicsOf(entries),
      },
    }),
  ],
};

function logicsOf(entries: readonly LogEntry[]) {
  return (entries[0]?.lines ?? []).map(({ line }, index) => ({
    id: Number(line),
    name: "Person count in_out",
    info: "XLT_LINE_IN_OUT_COUNT",
    geometries: [{ id: Number(line), type: "LINE", name: `Line ${index + 1}` }],
    records: entries.map(({ lines, ...entry }) => record(entry, lines[index])),
  }));
}

function record({ from, to, measured }: Omit<LogEntry, "lines">, log: LineLog | undefined) {
  const expected = Math.round(((to - from) / SECOND_MS) * SAMPLES_PER_SECOND);
  return {
    from: timeOf(from),
    to: timeOf(to),
    samples: Math.round(expected * measured),
    samples_expected: expected,
    counts: [
      { id: 1_000_001, name: "fw", value: log?.in ?? 0 },
      { id: 1_000_002, name: "bw", value: log?.out ?? 0 },
    ],
  };
}

function timeOf(instant: number): string {
  return `${wallText(instant, 60)}+01:00`;
}
