import type { operations } from "../../../../src/client/generated/v2.ts";

/** The adapters that have an address (D32). */
type HttpAdapter = operations["storeDeviceMessage"]["parameters"]["path"]["adapter"];

/** The adapters, and those for messages of MQTT alone (D33). */
export type AdapterName = HttpAdapter | "headcount" | "esphome";

/** How messages of a device arrive: by HTTP with the token in the address or in a header, or by MQTT. */
export type Transport = "address" | "header" | "mqtt";

/** What is entered at a device, with its token. */
export interface Entered {
  /** With the token if it is in the address. */
  readonly address: string;
  /** The value of `Authorization`; null if the token is in the address. */
  readonly authorization: string | null;
  readonly token: string;
}

/** A field of the device's form, and what to enter; null if it stays empty. */
type EnteredField = readonly [field: string, value: string | null];

/** What a device or a network server is called, and what to enter there, in short. Its page of the documents has all. */
interface DeviceKind {
  readonly name: string;
  readonly devices: string;
  /** The way of its form, first; MQTT alone for messages without an address. */
  readonly usual: Transport;
  readonly fieldsOf: (entered: Entered) => readonly EnteredField[];
  /** What is forgotten most often. */
  readonly hints: readonly string[];
}

/** The header, if the token is in one. */
const header = ({ authorization }: Entered, field = "Header Authorization"): readonly EnteredField[] => [
  [field, authorization],
];

/** The path of an address, for forms that have the server in another field. */
const pathOf = ({ address }: Entered) => new URL(address).pathname;

export const DEVICE_KINDS: Readonly<Record<AdapterName, DeviceKind>> = {
  "the-things-stack": {
    name: "The Things Stack",
    devices:
      "LoRaWAN counters of Milesight (VS121, VS132 to VS135, VS350 to VS360), Terabee, IMBuildings, Parametric",
    usual: "header",
    fieldsOf: (entered) => [
      ["Webhook format", "JSON"],
      ["Base URL", entered.address],
      ...header(entered, "Additional header Authorization"),
      ["Enabled event types", "Uplink message, without a path"],
    ],
    hints: [
      "In the application: Integrations, Webhooks, Add webhook, Custom webhook.",
      "The device needs a payload formatter: that of the device repository or of the manufacturer.",
    ],
  },
  chirpstack: {
    name: "ChirpStack",
    devices:
      "LoRaWAN counters of Milesight (VS121, VS132 to VS135, VS350 to VS360), Terabee, IMBuildings, Parametric",
    usual: "header",
    fieldsOf: (entered) => [
      ["Payload encoding", "JSON"],
      ["Event endpoint URL(s)", entered.address],
      ...header(entered, "Header Authorization"),
    ],
    hints: [
      "In the application: Integrations, HTTP.",
      "The device profile needs the codec of the manufacturer.",
    ],
  },
  irisys: {
    name: "Irisys Vector",
    devices: "Vector sensors",
    usual: "header",
    fieldsOf: ({ address, authorization, token }) => [
      ["URL", address],
      ["Authorization Token", authorization === null ? null : token],
      ["Count Logging Period", "15 minutes or less"],
    ],
    hints: [
      "In the sensor: Settings, HTTP POST.",
      "Tag the registers that count people with direction=IN and direction=OUT.",
    ],
  },
  xovis: {
    name: "Xovis",
    devices: "Sensors with versions 3 to 5",
    usual: "address",
    fieldsOf: (entered) => [
      ["Data type", "Line data; in version 5 an agent for logics"],
      ["Protocol", "HTTP(S)"],
      ["URL", entered.address],
      ...header(entered),
      ["Data push format", "JSON"],
      ["Granularity", "1 minute"],
    ],
    hints: ["In the sensor: a data push. Push lines or logics, not live data."],
  },
  hikvision: {
    name: "Hikvision",
    devices: "People counting cameras",
    usual: "address",
    fieldsOf: (entered) => [
      ["Protocol type", new URL(entered.address).protocol === "https:" ? "HTTPS" : "HTTP"],
      ["IP address or host name, port", new URL(entered.address).host],
      ["URL", pathOf(entered)],
      ...header(entered),
      ["Parameter format type", "XML"],
      ["HTTP authentication method", entered.authorization === null ? "none" : "as your camera has it"],
    ],
    hints: ["In the camera: the alarm server. Send totals or intervals, not both."],
  },
  axis: {
    name: "Axis",
    devices: "AXIS Object Analytics with crossline counting, AXIS People Counter",
    usual: "address",
    fieldsOf: (entered) => [
      ["URL or address", entered.address],
      ...header(entered),
      ["Scenario", "Crossline counting, one for each direction"],
    ],
    hints: [
      "A scenario counts one direction. When both have arrived, set direction and line on the page of each sensor.",
      "AXIS People Counter: set the time zone, and 00:00 as the daily reset, on the page of the sensor.",
    ],
  },
  brickstream: {
    name: "Brickstream",
    devices: "Brickstream sensors, and others that send their XML",
    usual: "address",
    fieldsOf: (entered) => [
      ["Address of the data delivery", entered.address],
      ...header(entered),
      ["Format", "XML"],
    ],
    hints: ["In the sensor: data delivery over HTTP."],
  },
  milesight: {
    name: "Milesight cameras",
    devices:
      "Counters with a network, such as VS125 and VS135. Those with LoRaWAN are at The Things Stack or ChirpStack",
    usual: "address",
    fieldsOf: (entered) => [
      ["Report Protocol", "HTTP(s)"],
      ["URL", entered.address],
      ["User Name", entered.authorization === null ? null : "any"],
      ["Password", entered.authorization === null ? null : entered.token],
    ],
    hints: ["In the camera: Recipient. Send totals: an outage loses none of them."],
  },
  ngsi: {
    name: "Context broker (NGSI)",
    devices: "Entities CrowdFlowObserved of NGSI-LD or NGSI v2",
    usual: "header",
    fieldsOf: (entered) => [
      ["notification.endpoint.uri or notification.http.url", entered.address],
      ...header(entered),
    ],
    hints: ["Make a subscription at the broker."],
  },
  presence: {
    name: "Presence sensor",
    devices: "Zigbee2MQTT, Matter and what bridges them: shown as alive, not counted",
    usual: "address",
    fieldsOf: (entered) => [["URL", `${entered.address}?serial_number=NAME`], ...header(entered)],
    hints: ["Replace NAME by the name of the sensor, unless its message has one."],
  },
  esphome: {
    name: "ESPHome",
    devices: "Roode people counters",
    usual: "mqtt",
    fieldsOf: () => [],
    hints: ["Publish crossings at a topic of their own, with QoS 1 and without retain."],
  },
  headcount: {
    name: "Own program, by MQTT",
    devices: "Readings and sensor events in the form of the API",
    usual: "mqtt",
    fieldsOf: () => [],
    hints: ["By HTTP, send readings to POST /v2/readings/ and crossings to POST /v2/sensor_events/."],
  },
};

export const ADAPTER_NAMES = Object.keys(DEVICE_KINDS) as AdapterName[];

export function isAdapter(name: string): name is AdapterName {
  return Object.hasOwn(DEVICE_KINDS, name);
}

/** The ways for messages of an adapter. */
export function transportsOf(adapter: AdapterName): readonly Transport[] {
  return DEVICE_KINDS[adapter].usual === "mqtt" ? ["mqtt"] : ["address", "header", "mqtt"];
}

/** What is forgotten most often. By MQTT, nothing is entered in the form of the device that it has for HTTP. */
export function hintsOf(adapter: AdapterName, transport: Transport): readonly string[] {
  const { usual, hints } = DEVICE_KINDS[adapter];
  return transport === "mqtt" && usual !== "mqtt" ? [] : hints;
}

/** What is entered at a device. @param origin the address of the server @param transport one of HTTP */
export function enteredAt(
  origin: string,
  adapter: AdapterName,
  transport: Exclude<Transport, "mqtt">,
  token: string,
): Entered {
  const address = `${origin}/v2/devices/${adapter}/`;
  if (transport === "address") return { address: `${address}${token}/`, authorization: null, token };
  return { address, authorization: `Bearer ${token}`, token };
}

/** The page of the documents about messages of an adapter, in `docs/devices`. */
export function pageOf(adapter: AdapterName, transport: Transport): string {
  return transport === "mqtt" ? "mqtt.md" : `${adapter}.md`;
}
