import { getOrInsert } from "../../../domain/collections.ts";
import type { SensorReport } from "../../ports.ts";
import { Random } from "../random.ts";
import { type Countable, CountableLine } from "./countable.ts";
import type { Totals } from "./counter-log.ts";
import type { DeviceMessage } from "./delivery.ts";
import type { DeviceKind } from "./device-kind.ts";
import type { PeriodFaults } from "./faults.ts";
import { SimulatedDevice } from "./simulated-device.ts";

/** A line of a device, which plays the sensor of a doorway. */
export interface FleetLine {
  /** The serial number of the doorway's sensor. */
  readonly sensor: string;
  /** That of the line: another one if no device of the kind can have the sensor's. */
  readonly serialNumber: string;
  readonly device: string;
  readonly line: string;
}

export interface FleetOptions {
  readonly kind: DeviceKind;
  readonly lines: readonly FleetLine[];
  /** Start of the first log period and length of each, in ms: whole seconds. */
  readonly start: number;
  readonly period: number;
  /** The faults of a device, by its number from 0. */
  readonly faultsOf: (device: number) => (period: number) => PeriodFaults;
  /** The totals that the server has already, by serial number, and their time in ms. */
  readonly known: ReadonlyMap<string, Totals & { readonly at: number }>;
  /** The totals at which lines begin that the server does not know. */
  readonly begin: Totals;
}

/** How often each line was passed, and how much of it can be counted. */
export interface LineTruth extends FleetLine {
  readonly passed: Totals;
  readonly countable: Countable;
}

/** The lines of devices of a kind for the sensors of a site. */
export function linesFor(kind: DeviceKind, sensors: readonly string[]): FleetLine[] {
  return sensors.map((sensor) => {
    const serialNumber = kind.serialNumbers.test(sensor) ? sensor : kind.inventSerialNumber(hexOf(sensor));
    const { device = serialNumber, line = "" } = kind.serialNumbers.exec(serialNumber)?.groups ?? {};
    return { sensor, serialNumber, device, line };
  });
}

/** 16 hexadecimal digits, the same for the same text. */
function hexOf(text: string): string {
  const random = new Random(...Buffer.from(text));
  return Array.from({ length: 16 }, () => Math.floor(random.next() * 16).toString(16))
    .join("")
    .toUpperCase();
}

/** The devices of a site, and the truth of what they count. */
export class Fleet {
  readonly #devices = new Map<string, SimulatedDevice>();
  readonly #lines: ReadonlyMap<string, FleetLine>;
  readonly #passed = new Map<string, { in: number; out: number }>();
  readonly #countable: ReadonlyMap<FleetLine, CountableLine>;

  constructor({ kind, lines, start, period, faultsOf, known, begin }: FleetOptions) {
    this.#lines = new Map(lines.map((line) => [line.sensor, line]));
    this.#countable = new Map(
      lines.map((line) => {
        const countable = new CountableLine(kind);
        const before = known.get(line.serialNumber);
        if (before !== undefined) countable.begin(before.at, before.in, before.out);
        return [line, countable];
      }),
    );
    for (const { device } of lines)
      getOrInsert(this.#devices, device, () => {
        const own = lines.filter((each) => each.device === device);
        const totals = own.map(({ line, serialNumber }) => [line, known.get(serialNumber) ?? begin] as const);
        const faults = faultsOf(this.#devices.size);
        const options = { lines: own.map(({ line }) => line), start, period, totals: new Map(totals) };
        return new SimulatedDevice({ ...options, device, kind, faults });
      });
  }

  get devices(): number {
    return this.#devices.size;
  }

  /** Lets a person pass a sensor, in order of time. */
  pass({ serialNumber, trajectory, timestamp: at }: SensorReport): void {
    const known = this.#lines.get(serialNumber);
    if (known === undefined) return;
    const direction = trajectory === 1 ? "in" : "out";
    getOrInsert(this.#passed, serialNumber, () => ({ in: 0, out: 0 }))[direction]++;
    this.#devices.get(known.device)?.pass({ line: known.line, direction, at });
  }

  /** The messages of each device that have arrived since the last call. @param until in ms since the epoch */
  advance(until: number): DeviceMessage[][] {
    return [...this.#devices.values()]
      .map((device) => device.advance(until))
      .filter(({ length }) => length > 0);
  }

  /** The messages of each device that are left when the network works again. @param now in ms since the epoch */
  finish(now: number): DeviceMessage[][] {
    return [...this.#devices.values()].map((device) => device.finish(now)).filter(({ length }) => length > 0);
  }

  /** Takes a message that the server has stored. */
  stored(message: DeviceMessage): void {
    for (const [{ device, line }, countable] of this.#countable)
      if (device === message.device) countable.take(message, line);
  }

  truth(): LineTruth[] {
    return [...this.#countable].map(([line, { countable }]) => ({
      ...line,
      passed: this.#passed.get(line.sensor) ?? { in: 0, out: 0 },
      countable,
    }));
  }
}
