import { axis } from "./axis.ts";
import { brickstream } from "./brickstream.ts";
import type { DeviceKind } from "./device-kind.ts";
import { hikvision } from "./hikvision.ts";
import { irisys } from "./irisys.ts";
import { LORAWAN_COUNTERS, type NetworkName, throughNetwork } from "./lorawan.ts";
import { milesight } from "./milesight.ts";
import { ngsi } from "./ngsi.ts";
import { xovis } from "./xovis.ts";

const NETWORKED = { irisys, xovis, hikvision, axis, brickstream, milesight, ngsi } as const;

type LorawanName = keyof typeof LORAWAN_COUNTERS;
export type DeviceName = LorawanName | keyof typeof NETWORKED;

/** The kinds of devices by name: LoRaWAN counters, whose messages come from a network server, and the others. */
export const LORAWAN_NAMES = Object.keys(LORAWAN_COUNTERS) as readonly LorawanName[];
export const DEVICE_NAMES = [...LORAWAN_NAMES, ...Object.keys(NETWORKED)] as readonly DeviceName[];

/** A kind of device. @param network the network server of LoRaWAN counters */
export function deviceKind(name: DeviceName, network: NetworkName): DeviceKind {
  if (name in LORAWAN_COUNTERS) return throughNetwork(LORAWAN_COUNTERS[name as LorawanName], network);
  return NETWORKED[name as keyof typeof NETWORKED];
}
