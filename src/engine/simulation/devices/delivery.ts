import type { DeviceKind, LogEntry, Sending } from "./device-kind.ts";
import type { PeriodFaults } from "./faults.ts";

/** A message of a device, and when it arrives. */
export interface DeviceMessage extends Sending {
  /** In ms since the epoch. */
  readonly at: number;
}

/** The way of a device's messages to the server: held back, lost, repeated and reordered as the kind of device does. */
export class Delivery {
  readonly #device: string;
  readonly #kind: DeviceKind;
  readonly #period: number;
  #held: LogEntry[] = [];
  #number = 0;
  /** Messages on their way. */
  #messages: DeviceMessage[] = [];

  /** @param period length of a log period, in ms */
  constructor(device: string, kind: DeviceKind, period: number) {
    this.#device = device;
    this.#kind = kind;
    this.#period = period;
  }

  /** Takes what a device has logged. @param entry null if it had no power */
  take(entry: LogEntry | null, faults: PeriodFaults): void {
    if (entry === null) return;
    if (faults.isOffline) {
      if (this.#kind.holds) this.#held.push(entry);
      return;
    }
    const delay = faults.delay * this.#period;
    this.#sendHeld(entry.to, delay, faults.copies);
    if (!(this.#kind.loses && faults.isLost))
      this.#send([entry], { isHeld: false, receivedAt: entry.to, delay, copies: faults.copies });
    if (!faults.isRetransmitted) return;
    const receivedAt = this.#kind.isRelayed ? entry.to + Math.floor(this.#period / 2) : entry.to;
    this.#send([entry], { isHeld: false, receivedAt, delay, copies: 0 });
  }

  /** The messages that have arrived, in order. @param until in ms since the epoch */
  arrived(until: number): DeviceMessage[] {
    const arrived = this.#messages.filter(({ at }) => at <= until);
    this.#messages = this.#messages.filter(({ at }) => at > until);
    return arrived.sort((a, b) => a.at - b.at || a.number - b.number);
  }

  /** All messages that are on their way or held back: the network works again. @param now in ms since the epoch */
  rest(now: number): DeviceMessage[] {
    this.#sendHeld(now, 0, 0);
    return this.arrived(Number.POSITIVE_INFINITY);
  }

  #sendHeld(receivedAt: number, delay: number, copies: number): void {
    for (let start = 0; start < this.#held.length; start += this.#kind.heldMax) {
      const entries = this.#held.slice(start, start + this.#kind.heldMax);
      this.#send(entries, { isHeld: true, receivedAt, delay, copies });
    }
    this.#held = [];
  }

  #send(
    entries: readonly LogEntry[],
    sent: Pick<Sending, "isHeld" | "receivedAt"> & Pick<PeriodFaults, "delay" | "copies">,
  ): void {
    const { isHeld, receivedAt, delay, copies } = sent;
    for (let copy = 0; copy <= copies; copy++) {
      const at = receivedAt + delay + Math.floor((copy * this.#period) / 3);
      const number = this.#number++;
      this.#messages.push({ device: this.#device, entries, isHeld, receivedAt, number, at });
    }
  }
}
