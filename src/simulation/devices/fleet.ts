import { groupBy } from "../../domain/collections.ts";
import type { SensorReport } from "../../engine/ports.ts";
import type { Passages } from "../../readings/spread.ts";
import { Random } from "../random.ts";
import { type Countable, countableLine } from "./countable.ts";
import { type CounterLogOptions, counterLog, type LinePassage } from "./counter-log.ts";
import type { DeviceKind, DeviceMessage, LogEntry } from "./device-kind.ts";
import type { PeriodFaults } from "./faults.ts";

/** A line of a device, which plays the sensor of a doorway. */
export type FleetLine = Readonly<ReturnType<typeof linesFor>[number]>;

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
export function linesFor(kind: DeviceKind, sensors: readonly string[]) {
  return sensors.map((sensor) => {
    // It is another one if no device of the kind can have the sensor's.
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

/** How a message comes to the server. */
type Way = Pick<PeriodFaults, "delay" | "copies">;

interface SimulatedDeviceOptions extends CounterLogOptions {
  readonly device: string;
  readonly kind: DeviceKind;
  /** What goes wrong in each log period, by number from 0. */
  readonly faults: (period: number) => PeriodFaults;
}

/**
 * A device: from the people who pass to its messages, which are held back, lost, repeated and reordered on their way to
 * the server as those of its kind are.
 */
function simulatedDevice(options: SimulatedDeviceOptions) {
  const { kind, device, period } = options;
  const log = counterLog(options);
  const passages: LinePassage[] = [];
  let periods = 0;
  let held: LogEntry[] = [];
  let number = 0;
  let messages: DeviceMessage[] = [];

  const send = (
    entries: readonly LogEntry[],
    isHeld: boolean,
    receivedAt: number,
    { delay, copies }: Way,
  ) => {
    for (let copy = 0; copy <= copies; copy++) {
      const at = receivedAt + delay * period + Math.floor((copy * period) / 3);
      messages.push({ device, entries, isHeld, receivedAt, number: number++, at });
    }
  };
  const sendHeld = (receivedAt: number, way: Way) => {
    for (let start = 0; start < held.length; start += kind.heldMax)
      send(held.slice(start, start + kind.heldMax), true, receivedAt, way);
    held = [];
  };
  const take = (entry: LogEntry, faults: PeriodFaults): void => {
    if (faults.isOffline) {
      if (kind.heldMax > 0) held.push(entry);
      return;
    }
    sendHeld(entry.to, faults);
    if (!(kind.loses && faults.isLost)) send([entry], false, entry.to, faults);
    if (!faults.isRetransmitted) return;
    const receivedAt = kind.isRelayed ? entry.to + Math.floor(period / 2) : entry.to;
    send([entry], false, receivedAt, { ...faults, copies: 0 });
  };
  const arrived = (until: number): DeviceMessage[] => {
    const arriving = messages.filter(({ at }) => at <= until);
    messages = messages.filter(({ at }) => at > until);
    return arriving.sort((a, b) => a.at - b.at || a.number - b.number);
  };
  return {
    /** Lets a person pass, in order of time and after the last call of `advance`. */
    pass: (passage: LinePassage) => void passages.push(passage),
    /** The messages that have arrived since the last call, in order. @param until in ms since the epoch */
    advance: (until: number): DeviceMessage[] => {
      while (log.end <= until) {
        const { end } = log;
        const later = passages.findIndex(({ at }) => at >= end);
        const passed = passages.splice(0, later < 0 ? passages.length : later);
        const faults = options.faults(periods++);
        for (const entry of log.endPeriod(passed, faults.powerLoss)) take(entry, faults);
      }
      return arrived(until);
    },
    /** The messages that are on their way or held back when the network works again. @param now in ms since the epoch */
    finish: (now: number): DeviceMessage[] => {
      sendHeld(now, { delay: 0, copies: 0 });
      return arrived(Number.POSITIVE_INFINITY);
    },
  };
}
