import { CounterLog, type CounterLogOptions, type LinePassage } from "./counter-log.ts";
import { Delivery, type DeviceMessage } from "./delivery.ts";
import type { DeviceKind } from "./device-kind.ts";
import type { PeriodFaults } from "./faults.ts";

export interface SimulatedDeviceOptions extends CounterLogOptions {
  /** The name of the device in its serial numbers. */
  readonly device: string;
  readonly kind: DeviceKind;
  /** What goes wrong in each log period, by number from 0. */
  readonly faults: (period: number) => PeriodFaults;
}

/** A device: from the people who pass to its messages with the times at which they arrive. */
export class SimulatedDevice {
  readonly #options: SimulatedDeviceOptions;
  readonly #log: CounterLog;
  readonly #delivery: Delivery;
  #passages: LinePassage[] = [];
  #period = 0;

  constructor(options: SimulatedDeviceOptions) {
    this.#options = options;
    this.#log = new CounterLog(options);
    this.#delivery = new Delivery(options.device, options.kind, options.period);
  }

  /** Lets a person pass, in order of time and after the last call of `advance`. */
  pass(passage: LinePassage): void {
    this.#passages.push(passage);
  }

  /** The messages that have arrived since the last call. @param until in ms since the epoch */
  advance(until: number): DeviceMessage[] {
    while (this.#log.end <= until) {
      const { end } = this.#log;
      const later = this.#passages.findIndex(({ at }) => at >= end);
      const passages = this.#passages.splice(0, later < 0 ? this.#passages.length : later);
      const faults = this.#options.faults(this.#period++);
      this.#delivery.take(this.#log.endPeriod(passages, faults.powerLoss), faults);
    }
    return this.#delivery.arrived(until);
  }

  /** The messages that are left when the network works again at last. @param now in ms since the epoch */
  finish(now: number): DeviceMessage[] {
    return this.#delivery.rest(now);
  }
}
