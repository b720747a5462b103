import { groupBy } from "../../domain/collections.ts";
import { MINUTE_MS } from "../../domain/instant.ts";
import { type DeviceKind, type LogEntry, SELF_SENDING, wallText } from "./device-kind.ts";

/** Minutes of the sensor ahead of UTC: an hour, and one more while daylight saving time is in effect. */
const OFFSET = 120;

/** Brickstream: counts per period in local time, a report for each day and an object for each line. */
export const brickstream: DeviceKind = {
  ...SELF_SENDING,
  adapter: "brickstream",
  contentType: "application/xml",
  counts: "intervals",
  heldMax: 60,
  serialNumbers: /^(?<device>[\w.-]+):(?<line>\d+)$/,
  inventSerialNumber: (hex) => `${Number.parseInt(hex.slice(0, 6), 16) + 10_000_000}:0`,
  encode: ({ device, entries }) => {
    const days = [...groupBy(entries, ({ from }) => wallText(from, OFFSET).slice(0, 10))];
    const minutes = entries[0] === undefined ? 1 : (entries[0].to - entries[0].from) / MINUTE_MS;
    return [
      `<?xml version="1.0"?>
<Metrics SiteId="site" Sitename="Site" DeviceId="door" Devicename="Door" DivisionId="">
<Properties>
<MacAddress>00:b0:9d:be:30:13</MacAddress>
<IpAddress>192.0.2.79</IpAddress>
<Timezone>1</Timezone>
<DST>1</DST>
<HwPlatform>2300</HwPlatform>
<SerialNumber>${device}</SerialNumber>
<DeviceType>0</DeviceType>
</Properties>
<ReportData Interval="${Math.max(1, Math.round(minutes))}">
${days.map(([day, ofDay]) => report(day, ofDay)).join("\n")}
</ReportData>
</Metrics>
`,
    ];
  },
};

function report(day: string, entries: readonly LogEntry[]): string {
  const objects = (entries[0]?.lines ?? []).map(({ line }, index) => {
    const counts = entries.map(({ from, to, lines }) => {
      const { in: entered = 0, out = 0 } = lines[index] ?? {};
      return `<Count StartTime="${timeOf(from)}" EndTime="${timeOf(to)}" Enters="${entered}" Exits="${out}" Status="0"/>`;
    });
    return `<Object Id="${line}" DeviceId="door" Devicename="Door" ObjectType="0" Name="${line}">\n${counts.join("\n")}\n</Object>`;
  });
  return `<Report Date="${day}">\n${objects.join("\n")}\n</Report>`;
}

function timeOf(instant: number): string {
  return wallText(instant, OFFSET).slice(11);
}
