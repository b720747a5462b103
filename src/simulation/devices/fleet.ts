import { groupBy } from "../../domain/collections.ts";
import type { SensorReport } from "../../engine/ports.ts";
import type { Passages } from "../../readings/spread.ts";
import { Random } from "../random.ts";
import { type Countable, countableLine } from "./countable.ts";
import type { CounterLogOptions } from "./counter-log.ts";
import type { DeviceKind, DeviceMessage } from "./device-kind.ts";
import type { PeriodFaults } from "./faults.ts";
import { simulatedDevice } from "./simulated-device.ts";

/** A line of a device, which plays the sensor of a doorway. */
export interface FleetLine {
  readonly sensor: string;
  /** The serial number of the line. It is another one if no device of the kind can have the sensor's. */
  readonly serialNumber: string;
  readonly device: string;
  readonly line: string;
}

interface FleetOptions extends Omit<CounterLogOptions, "totals"> {
  readonly kind: DeviceKind;
  readonly lines: readonly FleetLine[];
  /** The faults of a device, by its number from 0. */
  readonly faultsOf: (device: number) => (period: number) => PeriodFaults;
  /** The totals that the server has already, by serial number, and their time in ms. */
  readonly known: ReadonlyMap<string, Passages & { readonly at: number }>;
  /** The totals at which lines begin that the server does not know. */
  readonly begin: Passages;
}

/** How often each line was passed, and how much of it can be counted. */
export interface LineTruth extends FleetLine {
  readonly passed: Passages;
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

interface PlayedLine extends FleetLine {
  readonly passed: { in: number; out: number };
  readonly counted: ReturnType<typeof countableLine>;
}

/** The devices of a site, and the truth of what they count. */
export class Fleet {
  readonly #devices: ReadonlyMap<string, ReturnType<typeof simulatedDevice>>;
  readonly #lines = new Map<string, PlayedLine>();

  constructor(options: FleetOptions) {
    const { kind, lines, faultsOf, known, begin, resetsAt = null } = options;
    for (const line of lines) {
      const counted = countableLine(kind, resetsAt);
      const before = known.get(line.serialNumber);
      if (before !== undefined) counted.begin(before.at, before.in, before.out);
      this.#lines.set(line.sensor, { ...line, passed: { in: 0, out: 0 }, counted });
    }
    const devices = Array.from(
      groupBy(lines, ({ device }) => device),
      ([device, own], number) => {
        const totals = new Map(own.map(({ line, serialNumber }) => [line, known.get(serialNumber) ?? begin]));
        const faults = faultsOf(number);
        return [device, simulatedDevice({ ...options, device, totals, faults })] as const;
      },
    );
    this.#devices = new Map(devices);
  }

  get devices(): number {
    return this.#devices.size;
  }

  /** Lets a person pass a sensor, in order of time. */
  pass({ serialNumber, trajectory, timestamp: at }: SensorReport): void {
    const played = this.#lines.get(serialNumber);
    if (played === undefined) return;
    const direction = trajectory === 1 ? "in" : "out";
    played.passed[direction]++;
    this.#devices.get(played.device)?.pass({ line: played.line, direction, at });
  }

  /** The messages of each device that have arrived since the last call. @param until in ms since the epoch */
  advance(until: number): DeviceMessage[][] {
    return this.#messages((device) => device.advance(until));
  }

  /** The messages of each device that are left when the network works again. @param now in ms since the epoch */
  finish(now: number): DeviceMessage[][] {
    return this.#messages((device) => device.finish(now));
  }

  #messages(messagesOf: (device: ReturnType<typeof simulatedDevice>) => DeviceMessage[]): DeviceMessage[][] {
    return Array.from(this.#devices.values(), messagesOf).filter(({ length }) => length > 0);
  }

  stored(message: DeviceMessage): void {
    for (const { device, line, counted } of this.#lines.values())
      if (device === message.device) counted.take(message, line);
  }

  truth(): LineTruth[] {
    return Array.from(this.#lines.values(), ({ counted: { countable }, ...line }) => ({
      ...line,
      countable,
    }));
  }
}
