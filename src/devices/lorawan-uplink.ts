import { z } from "zod";
import { parseInstant } from "../domain/instant.ts";
import type { TranslatedMessage } from "../domain/reading.ts";
import { latestTimestamp } from "../domain/sensor-report.ts";
import { type Adapter, aliveOf, IGNORED, messageOf, refusalOf, unusable } from "./adapter.ts";
import {
  fieldsOf,
  type Payload,
  type PayloadReader,
  readImBuildings,
  readPcr2,
  readTerabee,
} from "./lorawan-counters.ts";
import { anything, label, parseJson } from "./message-fields.ts";
import { readMilesight } from "./milesight-lorawan.ts";

/** What a device has sent through a network server. */
interface Uplink {
  /** Its EUI. */
  readonly device: string;
  /** When the network server received it, in ms. */
  readonly at: number;
  /** The port, absent or 0 if the uplink is for the network server alone. */
  readonly port: unknown;
  /** What the codec of the network server has decoded; absent without one. */
  readonly decoded: unknown;
}

const READERS: readonly PayloadReader[] = [readTerabee, readImBuildings, readPcr2, readMilesight];

const NO_CODEC = "no codec of the network server gives its counts";

const EUI = /^[0-9A-F]{16}$/;

/**
 * The EUI of a device in upper case, so that every network server names it alike.
 *
 * @throws HeadcountError `invalid` if it is none
 */
function parseEui(text: string): string {
  const eui = text.toUpperCase();
  if (!EUI.test(eui)) throw unusable("names a device by something else than its EUI, 16 hexadecimal digits");
  return eui;
}

/**
 * When a network server received an uplink, in ms, by the time that it says: the arrival, if it says none, or one that is
 * too far ahead, since its clock, or that of a gateway, is wrong (D32).
 *
 * @throws HeadcountError `invalid` if it is no time
 */
function receptionTime(text: string, name: string, arrival: number): number {
  const said = text === "" ? arrival : parseInstant(text, name);
  return said > latestTimestamp(arrival) ? arrival : said;
}

/** The totals of an uplink, and that its device is alive where it says of itself how it is, or has no totals. */
export function readUplink({ device, at, port, decoded }: Uplink): TranslatedMessage {
  const fields = fieldsOf(decoded);
  if (fields.size === 0 && (port === undefined || port === null || port === 0))
    return messageOf(aliveOf(device, at));
  for (const read of READERS) {
    const payload = read(fields);
    if (payload !== null) return readPayload(device, at, payload);
  }
  return messageOf(aliveOf(device, at, { problems: [NO_CODEC] }));
}

function readPayload(device: string, receivedAt: number, payload: Payload): TranslatedMessage {
  const nameOf = (line: string | null) => (line === null ? device : `${device}:${line}`);
  const totals = payload.totals.map(({ at, line, ...total }) => ({
    kind: "total" as const,
    serialNumber: nameOf(line),
    at: at ?? receivedAt,
    ...total,
    isUndirected: false,
  }));
  const isAliveOnly = totals.length === 0 || Object.keys(payload.health).length > 0;
  const lines = payload.lines.length === 0 ? [null] : payload.lines;
  const alive = lines.map((line) => aliveOf(nameOf(line), receivedAt, payload.health));
  return {
    readings: [...totals, ...(isAliveOnly ? alive : [])],
    ignored: 0,
    refused: payload.refused.map((reason) => ({ serialNumber: device, reason })),
  };
}

/** Fields that are 0 are absent; `object` is there only with a codec. */
const CHIRPSTACK_EVENT = z.object({
  deviceInfo: z.object({ devEui: label }),
  time: label,
  devAddr: label,
  fPort: anything,
  rxInfo: anything,
  object: anything,
  integrationName: label,
});

/**
 * Events of ChirpStack, version 4, in JSON: uplinks with the payload that the codec of its device profile has decoded.
 * A join shows that the device is alive; other events come to the same address and are ignored.
 */
export const chirpstack: Adapter = ({ body, query, receivedAt }) => {
  const message = CHIRPSTACK_EVENT.safeParse(parseJson(body));
  if (!message.success) throw unusable("is not an event of ChirpStack, version 4");
  const { deviceInfo, time, fPort, object } = message.data;
  const device = parseEui(deviceInfo.devEui);
  const at = receptionTime(time, "time", receivedAt);
  const event = query.event || eventOf(message.data);
  if (event === "up") return readUplink({ device, at, port: fPort, decoded: object });
  return event === "join" ? messageOf(aliveOf(device, at)) : IGNORED;
};

/** The kind of an event whose address does not say it, as by MQTT: an uplink and a join have an address of the device. */
function eventOf(message: z.infer<typeof CHIRPSTACK_EVENT>): string | null {
  if (message.integrationName !== "") return "integration";
  if ((message.fPort ?? message.rxInfo ?? message.object ?? null) !== null) return "up";
  return message.devAddr === "" ? null : "join";
}

/** A device without an EUI was activated by hand. Fields that are 0 or false are absent. */
const THINGS_STACK_MESSAGE = z.object({
  end_device_ids: z.object({ dev_eui: label }),
  received_at: label,
  simulated: anything,
  uplink_message: z.object({ f_port: anything, decoded_payload: anything }).nullish(),
  join_accept: z.object({}).nullish(),
});

/**
 * Webhooks of The Things Stack, version 3: uplinks with the payload that its formatter has decoded. A join shows that
 * the device is alive; other messages come to the same address and are ignored.
 */
export const theThingsStack: Adapter = ({ body, receivedAt }) => {
  const message = THINGS_STACK_MESSAGE.safeParse(parseJson(body));
  if (!message.success) throw unusable("is not a message of The Things Stack");
  const { end_device_ids, received_at, simulated, uplink_message: uplink, join_accept } = message.data;
  const at = receptionTime(received_at, "received_at", receivedAt);
  const device = end_device_ids.dev_eui === "" ? null : parseEui(end_device_ids.dev_eui);
  if (uplink) {
    if (simulated === true) return refusalOf(device, "is simulated");
    if (device === null) return refusalOf(null, "does not name its device by an EUI");
    return readUplink({ device, at, port: uplink.f_port, decoded: uplink.decoded_payload });
  }
  return join_accept && simulated !== true && device !== null ? messageOf(aliveOf(device, at)) : IGNORED;
};
