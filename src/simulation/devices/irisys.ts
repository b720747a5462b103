import { formatInstant } from "../../domain/instant.ts";
import { type DeviceKind, type LogEntry, SELF_SENDING, wallText } from "./device-kind.ts";

/** Vector of Irisys: two registers whose totals it posts, up to 50 log periods at once after an outage. */
export const irisys: DeviceKind = {
  ...SELF_SENDING,
  adapter: "irisys",
  counts: "totals",
  minutes: 15,
  heldMax: 50,
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
