import { type CounterLogOptions, counterLog, type LinePassage } from "./counter-log.ts";
import type { DeviceKind, DeviceMessage, LogEntry } from "./device-kind.ts";
import type { PeriodFaults } from "./faults.ts";

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
export function simulatedDevice(options: SimulatedDeviceOptions) {
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
    { delay, copies }: Pick<PeriodFaults, "delay" | "copies">,
  ): void => {
    for (let copy = 0; copy <= copies; copy++) {
      const at = receivedAt + delay * period + Math.floor((copy * period) / 3);
      messages.push({ device, entries, isHeld, receivedAt, number: number++, at });
    }
  };
  const sendHeld = (receivedAt: number, way: Pick<PeriodFaults, "delay" | "copies">): void => {
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
