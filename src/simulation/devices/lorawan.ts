import { must } from "../../domain/errors.ts";
import { formatInstant, SECOND_MS } from "../../domain/instant.ts";
import { type DeviceKind, type DeviceMessage, type LineLog, type LogEntry, shown } from "./device-kind.ts";

/** The network servers that receive what LoRaWAN counters send. */
export const NETWORKS = ["the-things-stack", "chirpstack"] as const;
export type NetworkName = (typeof NETWORKS)[number];

/** What an uplink has: the port, and what the codec of the network server makes of its payload. */
interface UplinkPayload {
  readonly port: number;
  readonly decoded: object;
}

interface Uplink extends UplinkPayload {
  readonly frame: number;
}

interface LorawanCounter
  extends Pick<DeviceKind, "width" | "minutes" | "heldMax" | "serialNumbers" | "inventSerialNumber"> {
  /** The uplinks of a message, whose last log entry is `last`. The network servers have different codecs. */
  readonly uplinksOf: (last: LogEntry, message: DeviceMessage, network: NetworkName) => UplinkPayload[];
}

/** A serial number that is an EUI. */
const EUI = /^(?<device>[0-9A-F]{16})$/;

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

const MILESIGHT_PORT = 85;

/** Milesight VS133: up to four lines with 32 bits. Totals and counts of the period are uplinks of their own. */
const VS133: LorawanCounter = {
  width: 32,
  minutes: 10,
  heldMax: 0,
  serialNumbers: /^(?<device>[0-9A-F]{16}):(?<line>[1-4])$/,
  inventSerialNumber: (hex) => `24E124716C${hex.slice(0, 6)}:1`,
  uplinksOf: ({ lines }, _message, network) => {
    const totals = fields(network, lines, ({ inTotal, outTotal }) => ({
      total_in: shown(inTotal, 32),
      total_out: shown(outTotal, 32),
    }));
    const periods = fields(network, lines, (log) => ({ period_in: log.in, period_out: log.out }));
    return [totals, periods].map((decoded) => ({ port: MILESIGHT_PORT, decoded }));
  },
};

/** The codec in the repository of The Things Network has an object for each line, that of the vendor has none. */
function fields(
  network: NetworkName,
  lines: readonly LineLog[],
  fieldsOf: (log: LineLog) => Readonly<Record<string, number>>,
): object {
  if (network === "the-things-stack")
    return Object.fromEntries(lines.map((log) => [`line_${log.line}`, fieldsOf(log)]));
  return Object.fromEntries(
    lines.flatMap((log) =>
      Object.entries(fieldsOf(log)).map(([name, value]) => [`line_${log.line}_${name}`, value]),
    ),
  );
}

/** Milesight VS350: one line with 16 bits. What it could not send, it sends later with the times of its log. */
const VS350: LorawanCounter = {
  width: 16,
  minutes: 10,
  heldMax: 5,
  serialNumbers: EUI,
  inventSerialNumber: (hex) => `24E124792C${hex.slice(0, 6)}`,
  uplinksOf: (last, { entries, isHeld }) => {
    const values = ({ lines: [log] }: LogEntry) => ({
      period_in: log?.in ?? 0,
      period_out: log?.out ?? 0,
      total_in: shown(log?.inTotal ?? 0, 16),
      total_out: shown(log?.outTotal ?? 0, 16),
    });
    const history = entries.map((entry) => ({ ...values(entry), timestamp: entry.to / SECOND_MS }));
    const decoded = isHeld ? { history } : values(last);
    return [{ port: MILESIGHT_PORT, decoded }];
  },
};

/** Terabee People Flow Counting: one line with 32 bits. */
const TERABEE: LorawanCounter = {
  ...simple(32, 1, ([inTotal, outTotal]) => ({ count_in: inTotal, count_out: outTotal, flags: {} })),
  minutes: 15,
};

/** IMBuildings People Counter: two counters with 16 bits. */
const IMBUILDINGS: LorawanCounter = simple(16, 1, ([inTotal, outTotal], log) => ({
  device_type: "People Counter",
  device_type_variant: 6,
  battery_voltage: 2.56,
  counter_a: log.in,
  counter_b: log.out,
  total_counter_a: inTotal,
  total_counter_b: outTotal,
}));

/** Parametric PCR2: sums with 16 bits, in its format 4. */
const PCR2: LorawanCounter = simple(16, 14, ([inTotal, outTotal], log) => ({
  LTR: log.in,
  RTL: log.out,
  LTR_SUM: inTotal,
  RTL_SUM: outTotal,
  SBX_BATT: 7_200,
  TEMP: 31,
}));

/** A counter of one line that sends its totals at the end of each log period, and nothing later. */
function simple(
  width: number,
  port: number,
  decode: (totals: readonly [number, number], log: LineLog) => object,
): LorawanCounter {
  return {
    width,
    minutes: 10,
    heldMax: 0,
    serialNumbers: EUI,
    inventSerialNumber: (hex) => hex.slice(0, 16),
    uplinksOf: ({ lines }) =>
      lines.map((log) => {
        const totals = [shown(log.inTotal, width), shown(log.outTotal, width)] as const;
        return { port, decoded: decode(totals, log) };
      }),
  };
}

export const LORAWAN_COUNTERS = {
  "milesight-vs133": VS133,
  "milesight-vs350": VS350,
  terabee: TERABEE,
  imbuildings: IMBUILDINGS,
  pcr2: PCR2,
} as const satisfies Readonly<Record<string, LorawanCounter>>;
