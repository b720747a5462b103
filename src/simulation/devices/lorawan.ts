import { must } from "../../domain/errors.ts";
import { formatInstant } from "../../domain/instant.ts";
import type { DeviceKind, DeviceMessage, LogEntry } from "./device-kind.ts";

/** The network servers that receive what LoRaWAN counters send. */
export const NETWORKS = ["the-things-stack", "chirpstack"] as const;
export type NetworkName = (typeof NETWORKS)[number];

/** What an uplink has: the port, and what the codec of the network server makes of its payload. */
export interface UplinkPayload {
  readonly port: number;
  readonly decoded: object;
}

interface Uplink extends UplinkPayload {
  readonly frame: number;
}

export interface LorawanCounter
  extends Pick<DeviceKind, "width" | "minutes" | "heldMax" | "serialNumbers" | "inventSerialNumber"> {
  /** The uplinks of a message, whose last log entry is `last`. The network servers have different codecs. */
  readonly uplinksOf: (last: LogEntry, message: DeviceMessage, network: NetworkName) => UplinkPayload[];
}

/** A serial number that is an EUI. */
export const EUI = /^(?<device>[0-9A-F]{16})$/;

/** A counter whose messages a network server passes on. Uplinks are not acknowledged, so they may be lost for ever. */
export function throughNetwork(counter: LorawanCounter, network: NetworkName): DeviceKind {
  const { uplinksOf, ...rest } = counter;
  const wrap = network === "chirpstack" ? ofChirpstack : ofTheThingsStack;
  return {
    ...rest,
    adapter: network,
    contentType: "application/json",
    ...(network === "chirpstack" && { query: { event: "up" } }),
    counts: "totals",
    loses: true,
    isRelayed: true,
    // Without `tellsStart`: the frame that tells of a restart is one of its own, without totals.
    encode: (message) => {
      const last = must(message.entries.at(-1), "log entry");
      const uplinks = uplinksOf(last, message, network);
      return uplinks.map((uplink) => JSON.stringify(wrap(message, { ...uplink, frame: last.number })));
    },
  };
}

/** The webhook of The Things Stack, version 3. Fields that are 0 are absent. */
function ofTheThingsStack({ device, receivedAt }: DeviceMessage, { frame, port, decoded }: Uplink) {
  const time = formatInstant(receivedAt).replace("Z", "773143Z");
  return {
    end_device_ids: {
      device_id: `eui-${device.toLowerCase()}`,
      application_ids: { application_id: "doors" },
      dev_eui: device,
      dev_addr: "00BCB929",
    },
    correlation_ids: ["as:up:01E0WZGT6Y7657CPFPE5WEYDSQ"],
    received_at: time,
    uplink_message: {
      ...(frame === 0 ? {} : { f_cnt: frame }),
      f_port: port,
      decoded_payload: decoded,
      rx_metadata: [{ gateway_ids: { gateway_id: "gateway" }, rssi: -35, snr: 5 }],
      received_at: time,
    },
  };
}

/** The HTTP integration of ChirpStack, version 4. Fields that are 0 are absent. */
function ofChirpstack({ device, receivedAt, number }: DeviceMessage, { frame, port, decoded }: Uplink) {
  return {
    deduplicationId: `3ac7e3c4-4401-4b8d-9386-${number.toString(16).padStart(12, "0")}`,
    time: formatInstant(receivedAt).replace("Z", "023242+00:00"),
    deviceInfo: {
      tenantName: "ChirpStack",
      applicationName: "doors",
      deviceProfileName: "counter",
      deviceName: "door",
      devEui: device.toLowerCase(),
      tags: {},
    },
    devAddr: "00189440",
    dr: 1,
    ...(frame === 0 ? {} : { fCnt: frame }),
    fPort: port,
    object: decoded,
    rxInfo: [{ gatewayId: "0016c001f153a14c", rssi: -36, snr: 10.5 }],
    txInfo: { frequency: 867_100_000 },
  };
}
