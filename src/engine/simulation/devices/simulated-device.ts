import { CounterLog, type CounterLogOptions, type LinePassage } from "./counter-log.ts";
import type { DeviceKind, DeviceMessage, LogEntry } from "./device-kind.ts";
import type { PeriodFaults } from "./faults.ts";

interface SimulatedDeviceOptions extends CounterLogOptions {
  /** The name of the device in its serial numbers. */
  readonly device: string;
  readonly kind: DeviceKind;
  /** What goes wrong in each log period, by number from 0. */
  readonly faults: (period: number) => PeriodFaults;
}

/**
 * A device: from the people who pass to its messages, which are held back, lost, repeated and reordered on their way to
 * the server as those of its kind are.
 */
export class SimulatedDevice {
  readonly #options: SimulatedDeviceOptions;
  readonly #log: CounterLog;
  #passages: LinePassage[] = [];
  #period = 0;
  #held: LogEntry[] = [];
  #number = 0;
  #messages: DeviceMessage[] = [];

  constructor(options: SimulatedDeviceOptions) {
    this.#options = options;
    this.#log = new CounterLog(options);
  }

  /** Lets a person pass, in order of time and after the last call of `advance`. */
  pass(passage: LinePassage): void {
    this.#passages.push(passage);
  }

  /** The messages that have arrived since the last call, in order. @param until in ms since the epoch */
  advance(until: number): DeviceMessage[] {
    while (this.#log.end <= until) {
      const { end } = this.#log;
      const later = this.#passages.findIndex(({ at }) => at >= end);
      const passages = this.#passages.splice(0, later < 0 ? this.#passages.length : later);
      const faults = this.#options.faults(this.#period++);
      for (const entry of this.#log.endPeriod(passages, faults.powerLoss)) this.#take(entry, faults);
    }
    return this.#arrived(until);
  }

  /** The messages that are on their way or held back when the network works again. @param now in ms since the epoch */
  finish(now: number): DeviceMessage[] {
    this.#sendHeld(now, { delay: 0, copies: 0 });
    return this.#arrived(Number.POSITIVE_INFINITY);
  }

  /** Takes what the device has logged. */
  #take(entry: LogEntry, faults: PeriodFaults): void {
    const { kind, period } = this.#options;
    if (faults.isOffline) {
      if (kind.heldMax > 0) this.#held.push(entry);
      return;
    }
    this.#sendHeld(entry.to, faults);
    if (!(kind.loses && faults.isLost)) this.#send([entry], false, entry.to, faults);
    if (!faults.isRetransmitted) return;
    const receivedAt = kind.isRelayed ? entry.to + Math.floor(period / 2) : entry.to;
    this.#send([entry], false, receivedAt, { ...faults, copies: 0 });
  }

  #sendHeld(receivedAt: number, way: Pick<PeriodFaults, "delay" | "copies">): void {
    const { heldMax } = this.#options.kind;
    for (let start = 0; start < this.#held.length; start += heldMax)
      this.#send(this.#held.slice(start, start + heldMax), true, receivedAt, way);
    this.#held = [];
  }

  #send(
    entries: readonly LogEntry[],
    isHeld: boolean,
    receivedAt: number,
    { delay, copies }: Pick<PeriodFaults, "delay" | "copies">,
  ): void {
    const { device, period } = this.#options;
    for (let copy = 0; copy <= copies; copy++) {
      const at = receivedAt + delay * period + Math.floor((copy * period) / 3);
      this.#messages.push({ device, entries, isHeld, receivedAt, number: this.#number++, at });
    }
  }

  #arrived(until: number): DeviceMessage[] {
    const arrived = this.#messages.filter(({ at }) => at <= until);
    this.#messages = this.#messages.filter(({ at }) => at > until);
    return arrived.sort((a, b) => a.at - b.at || a.number - b.number);
  }
}
