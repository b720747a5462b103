import { HOUR_MS, MINUTE_MS } from "../../src/domain/instant.ts";
import { Crowd } from "../../src/simulation/crowd.ts";
import type { DeviceKind, DeviceMessage } from "../../src/simulation/devices/device-kind.ts";
import { drawnFaults } from "../../src/simulation/devices/faults.ts";
import { Fleet, type FleetLine, linesFor } from "../../src/simulation/devices/fleet.ts";
import { DEVICE_NAMES, deviceKind, LORAWAN_NAMES } from "../../src/simulation/devices/kinds.ts";
import { NETWORKS } from "../../src/simulation/devices/lorawan.ts";
import { siteUse } from "../../src/simulation/site-use.ts";

/** A Monday morning. */
export const PLAYED_START = Date.UTC(2026, 2, 2, 7);
const PLAYED_MS = 5 * HOUR_MS;

/** The shortest log period, in minutes: each message takes the time of a request. */
const PERIOD_MIN = 5;

/** How far before the end of their range counters of 16 bits begin, in crossings. */
const NEAR_WRAP = 30;

/** Shares of log periods and messages in which something fails: each device has all of it in a morning. */
const RATES = { reset: 0.02, outage: 0.03, outageMax: 60, loss: 0.05, repeat: 0.1, delay: 0.05 };

/** A kind of device at the door of a space of its own. */
export interface PlayedSpace {
  readonly name: string;
  readonly kind: DeviceKind;
  readonly line: FleetLine;
  readonly fleet: Fleet;
  /** In the order of arrival. */
  readonly messages: readonly DeviceMessage[];
}

/** Each kind of device by name; LoRaWAN counters once for each network server. */
export function everyKind(): { readonly name: string; readonly kind: DeviceKind }[] {
  const lorawan: readonly string[] = LORAWAN_NAMES;
  return DEVICE_NAMES.flatMap((name) =>
    lorawan.includes(name)
      ? NETWORKS.map((network) => ({ name: `${name} through ${network}`, kind: deviceKind(name, network) }))
      : [{ name, kind: deviceKind(name, NETWORKS[0]) }],
  );
}

/** A morning of a site where people pass a device of each kind. */
export function playedSite(seed: number): PlayedSpace[] {
  const kinds = everyKind().map(({ name, kind }) => {
    const [line] = linesFor(kind, [name]);
    if (line === undefined) throw new Error("no line");
    return { name, kind, line };
  });
  const spaces = kinds.map(({ name }) => ({
    id: name,
    parentId: null,
    function: "retail" as const,
    timeZone: "UTC",
    capacity: 100,
    count: 0,
  }));
  const doorways = kinds.map(({ name, line }) => ({
    serialNumber: line.sensor,
    links: [{ place: name, sensorPlacement: 1 as const }],
  }));
  const { destinations, capacity, inside } = siteUse(spaces, doorways);
  const fixed = { start: PLAYED_START, speed: 1, rate: null, errorRate: 0, idPrefix: null };
  const reports = new Crowd({ ...fixed, destinations, seed, capacity, inside }).advance(
    PLAYED_START + PLAYED_MS,
  );
  return kinds.map(({ name, kind, line }, number) => {
    const total = kind.width === 16 ? 2 ** 16 - NEAR_WRAP : 0;
    const fleet = new Fleet({
      kind,
      lines: [line],
      start: PLAYED_START,
      period: Math.max(kind.minutes, PERIOD_MIN) * MINUTE_MS,
      faultsOf: () => drawnFaults(RATES, seed, number),
      known: new Map(),
      begin: { in: total, out: total },
    });
    for (const report of reports) if (report.serialNumber === line.sensor) fleet.pass(report);
    const end = PLAYED_START + PLAYED_MS;
    const messages = [...fleet.advance(end), ...fleet.finish(end)].flat();
    return { name, kind, line, fleet, messages };
  });
}
