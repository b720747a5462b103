import { type DeviceKind, SELF_SENDING, wallText } from "./device-kind.ts";

/** AXIS People Counter: totals with a local time, whose zone is a setting of the sensor. */
export const axis: DeviceKind = {
  ...SELF_SENDING,
  adapter: "axis",
  counts: "totals",
  serialNumbers: /^(?<device>[^:]+)$/,
  inventSerialNumber: (hex) => `00408C${hex.slice(0, 6)}`,
  settings: { time_zone: "UTC" },
  encode: ({ device, entries }) =>
    entries.map(({ to, lines: [log] }) =>
      JSON.stringify({
        serial: device,
        name: "Door",
        timestamp: wallText(to).replaceAll(/\D/g, ""),
        in: log?.inTotal ?? 0,
        out: log?.outTotal ?? 0,
      }),
    ),
};
