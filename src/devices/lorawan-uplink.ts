import { parseInstant } from "../domain/instant.ts";
import type { TranslatedMessage } from "../domain/reading.ts";
import { latestTimestamp } from "../domain/sensor-report.ts";
import { aliveOf, messageOf, unusable } from "./adapter.ts";
import { readImBuildings, readPcr2, readTerabee } from "./lorawan-counters.ts";
import { fieldsOf, type Payload, type PayloadReader } from "./lorawan-payload.ts";
import { readMilesight } from "./milesight-lorawan.ts";

/** What a device has sent through a network server. */
export interface Uplink {
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
export function parseEui(text: string): string {
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
export function receptionTime(text: string, name: string, arrival: number): number {
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
