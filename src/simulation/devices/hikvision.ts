import { type DeviceKind, SELF_SENDING, wallText } from "./device-kind.ts";

/** Minutes of the camera ahead of UTC. */
const OFFSET = -300;

/** Cameras of Hikvision: an alert with the totals of each region, one after another. */
export const hikvision: DeviceKind = {
  ...SELF_SENDING,
  adapter: "hikvision",
  contentType: "application/xml",
  counts: "totals",
  hasCrossings: true,
  serialNumbers: /^(?<device>[0-9A-F]{12}):(?<line>\d+:\d+)$/,
  inventSerialNumber: (hex) => `849A40${hex.slice(0, 6)}:1:1`,
  encode: ({ device, entries }) =>
    entries.flatMap(({ to, lines }) =>
      lines.map(({ line, inTotal, outTotal }) => {
        const [channel, region] = line.split(":");
        const mac = device.toLowerCase().match(/../g)?.join(":");
        const time = `${wallText(to, OFFSET)}-5:00`;
        return `<?xml version="1.0" encoding="UTF-8"?>
<EventNotificationAlert version="1.0" xmlns="urn:psialliance-org">
<ipAddress>192.0.2.64</ipAddress>
<macAddress>${mac}</macAddress>
<channelID>${channel}</channelID>
<dateTime>${time}</dateTime>
<activePostCount>1</activePostCount>
<eventType>PeopleCounting</eventType>
<eventState>active</eventState>
<eventDescription>peopleCounting alarm</eventDescription>
<peopleCounting>
<statisticalMethods>realTime</statisticalMethods>
<RealTime>
<time>${time}</time>
</RealTime>
<enter>${inTotal}</enter>
<exit>${outTotal}</exit>
<regionsID>${region}</regionsID>
</peopleCounting>
<childCounting>
<enter>0</enter>
<exit>0</exit>
</childCounting>
</EventNotificationAlert>
`;
      }),
    ),
};
