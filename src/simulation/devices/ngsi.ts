import { type DeviceKind, type LogEntry, SELF_SENDING, wallText } from "./device-kind.ts";

/** A context broker (NGSI-LD) that notifies of each interval once: what does not arrive is lost. */
export const ngsi: DeviceKind = {
  ...SELF_SENDING,
  adapter: "ngsi",
  contentType: "application/ld+json",
  counts: "intervals",
  minutes: 5,
  heldMax: 0,
  loses: true,
  serialNumbers: /^(?<device>urn:ngsi-ld:CrowdFlowObserved:.+)$/,
  inventSerialNumber: (hex) => `urn:ngsi-ld:CrowdFlowObserved:door-${hex.slice(0, 8).toLowerCase()}`,
  encode: ({ device, entries, number }) => [
    JSON.stringify({
      id: `urn:ngsi-ld:Notification:${number}`,
      type: "Notification",
      data: entries.map((entry) => entity(device, entry)),
    }),
  ],
};

function entity(id: string, { from, to, lines: [log] }: LogEntry) {
  const { in: entered = 0, out = 0 } = log ?? {};
  return {
    id,
    type: "CrowdFlowObserved",
    dateObservedFrom: dateTime(from),
    dateObservedTo: dateTime(to),
    peopleCount: property(entered + out),
    peopleCountTowards: property(entered),
    peopleCountAway: property(out),
    congested: property(false),
  };
}

function property(value: unknown) {
  return { type: "Property", value };
}

function dateTime(instant: number) {
  return property({ "@type": "DateTime", "@value": `${wallText(instant)}Z` });
}
