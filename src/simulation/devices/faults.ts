import { Random } from "../random.ts";
import type { PowerLoss } from "./counter-log.ts";

/** What goes wrong in a log period of a device. */
export type PeriodFaults = Readonly<ReturnType<ReturnType<typeof drawnFaults>>>;

/** Shares of log periods, 0 to 1. */
export interface FaultRates {
  readonly reset: number;
  /** In which an outage of the network begins, and how many log periods the longest one has. */
  readonly outage: number;
  readonly outageMax: number;
  readonly loss: number;
  readonly repeat: number;
  readonly delay: number;
}

const DELAY_MAX = 4;

/** Different faults of one log period are drawn apart, so that the rate of one does not change the others. */
const [POWER, NETWORK, LOSS, REPETITION, DELAY] = [1, 2, 3, 4, 5];

/** Draws the faults of the log periods of a device, one after another: the same for the same seed. */
export function drawnFaults(rates: FaultRates, seed: number, device: number) {
  const drawn = (period: number, fault: number) => new Random(seed, device, period, fault);
  const outageAt = (period: number) => {
    const random = drawn(period, NETWORK);
    // Most are short.
    return random.chance(rates.outage) ? 1 + Math.floor(random.next() ** 3 * rates.outageMax) : 0;
  };
  let offlineUntil = 0;
  return (period: number) => {
    const power = drawn(period, POWER);
    const hasLoss = power.chance(rates.reset);
    const powerLoss: PowerLoss | null = hasLoss ? { at: power.next(), periods: power.next() ** 3 * 3 } : null;
    offlineUntil = Math.max(offlineUntil, period + outageAt(period));
    const repetition = drawn(period, REPETITION);
    const isRepeated = repetition.chance(rates.repeat);
    const delay = drawn(period, DELAY);
    return {
      powerLoss,
      isOffline: offlineUntil > period,
      /** Whether its message is lost, if the device gets no acknowledgement. */
      isLost: drawn(period, LOSS).chance(rates.loss),
      /** Whether it sends its message again that the network server has received already. */
      isRetransmitted: isRepeated && repetition.chance(0.5),
      copies: isRepeated ? 1 + Math.floor(repetition.next() * 2) : 0,
      /** How many log periods later its message arrives, so that later ones arrive before it. */
      delay: delay.chance(rates.delay) ? 1 + Math.floor(delay.next() * DELAY_MAX) : 0,
    };
  };
}
