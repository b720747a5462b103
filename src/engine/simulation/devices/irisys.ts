import { formatInstant } from "../../../domain/instant.ts";
import type { DeviceKind, LogEntry } from "./device-kind.ts";
import { wallText } from "./wire-times.ts";

/** Vector of Irisys: two registers whose totals it posts, up to 50 log periods at once after an outage. */
export const irisys: DeviceKind = {
  adapter: "irisys",
  contentType: "application/json",
  counts: "totals",
  width: null,
  minutes: 15,
  holds: true,
  heldMax: 50,
  loses: false,
  isRelayed: false,
  tellsStart: () => false,
  serialNumbers: /^(?<device>.+)$/,
  inventSerialNumber: (hex) => `V4D-${hex.slice(0, 8)}`,
  encode: ({ device, entries }) => [
    JSON.stringify({
      CountLogs: entries.map(countLog),
      DeviceID: "V014",
      DeviceName: "Door",
      EnableDST: false,
      FriendlyDeviceSerial: device,
      IPv4Address: "192.0.2.10",
      SiteID: "S001",
      TimeZone: "Europe/Berlin",
      macAddress: "00:21:AC:00:00:01",
    }),
  ],
};

function countLog({ number, from, to, lines: [log] }: LogEntry) {
  const { in: entered = 0, out = 0, inTotal = 0, outTotal = 0 } = log ?? {};
  const registers = [
    { Name: "In", direction: "IN", LogPeriodValue: entered, Value: inTotal },
    { Name: "Out", direction: "OUT", LogPeriodValue: out, Value: outTotal },
  ];
  return {
    Counts: registers.map(({ direction, ...register }, index) => ({
      ...register,
      RegisterId: index,
      RegisterType: "Custom",
      Tags: [`direction=${direction}`],
      UUID: `6a0b6c1e-0000-4000-8000-00000000000${index + 1}`,
    })),
    LogEntryId: 8_000 + number,
    StartTimestamp: formatInstant(from),
    StartTimestampLocaltime: `${wallText(from, 60)}+01:00`,
    Timestamp: `${wallText(to)}Z`,
    TimestampLocaltime: `${wallText(to, 60)}+01:00`,
  };
}
