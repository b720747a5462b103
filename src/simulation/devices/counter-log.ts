import { DAY_MS, SECOND_MS } from "../../domain/instant.ts";
import type { Passages } from "../../readings/spread.ts";
import type { Direction } from "../../readings/totals-line.ts";
import type { LineLog, LogEntry } from "./device-kind.ts";

/** A device without power: what passes is not counted, and its totals begin at 0 again. */
export interface PowerLoss {
  /** When it begins, as a share of the log period from 0 to below 1. */
  readonly at: number;
  /** How long it lasts, in log periods. */
  readonly periods: number;
}

export interface CounterLogOptions {
  /** Start of the first log period and length of each, in ms. */
  readonly start: number;
  readonly period: number;
  readonly totals: ReadonlyMap<string, Passages>;
  /** When it sets its totals to 0, in ms of the day of UTC; null for never. */
  readonly resetsAt?: number | null;
  /** Whether it logs its totals at each crossing, too, with its second as the time. */
  readonly logsCrossings?: boolean;
}

/** The last reset at a set time of day at or before an instant, in ms. @param resetsAt in ms of the day of UTC */
export function lastSetReset(resetsAt: number | null, instant: number): number {
  return resetsAt === null ? -Infinity : resetsAt + Math.floor((instant - resetsAt) / DAY_MS) * DAY_MS;
}

export interface LinePassage {
  readonly line: string;
  readonly direction: Direction;
  /** In ms since the epoch. */
  readonly at: number;
}

const NO_TOTALS = { inTotal: 0, outTotal: 0 };
const NO_COUNTS = { in: 0, out: 0 };

/** The counters of a device, and its log: one log period after another, from the people who pass in it. */
export function counterLog({ start, period, totals, resetsAt = null, logsCrossings }: CounterLogOptions) {
  const counters = new Map<string, { -readonly [Count in keyof LineLog]: LineLog[Count] }>();
  for (const [line, { in: inTotal, out: outTotal }] of totals)
    counters.set(line, { line, ...NO_COUNTS, inTotal, outTotal });
  let [periods, number, restarts, resets] = [0, 0, 0, 0];
  /** Up to when it has set its totals to 0, in ms. */
  let resetUntil = start;
  /** When the device has started, or will: a time to come if it has no power. */
  let started = start;

  const setAll = (counts: Partial<LineLog>) => {
    for (const counter of counters.values()) Object.assign(counter, counts);
  };
  const entryOf = ({ from, to }: Pick<LogEntry, "from" | "to">): LogEntry => {
    const lines = Array.from(counters.values(), (counter) => ({ ...counter }));
    const running = Math.max(0, to - started);
    const measured = Math.min(running, period) / period;
    return { number: number++, from, to, restarts, resets, running, measured, lines };
  };
  const reset = (instant: number) => {
    if (lastSetReset(resetsAt, instant) < resetUntil) return;
    resetUntil = instant + 1;
    resets++;
    setAll(NO_TOTALS);
  };
  const endOfPeriod = () => start + (periods + 1) * period;

  return {
    /** The end of the present log period, in ms since the epoch. */
    get end(): number {
      return endOfPeriod();
    },
    /**
     * Ends the present log period.
     *
     * @param passages those of the period, in order of time
     * @param loss null if the device keeps its power; one that begins while there is none anyway has no effect
     * @returns those of its crossings, and that of the period, unless the device has no power at its end
     */
    endPeriod: (passages: readonly LinePassage[], loss: PowerLoss | null): LogEntry[] => {
      const to = endOfPeriod();
      const from = to - period;
      const lost = loss === null ? Number.POSITIVE_INFINITY : Math.floor(from + loss.at * period);
      const isLost = loss !== null && lost >= started;
      const entries: LogEntry[] = [];
      const count = ({ line, direction, at }: LinePassage) => {
        reset(at);
        const counter = counters.get(line);
        if (counter === undefined || at < started) return;
        counter[direction]++;
        counter[`${direction}Total`]++;
        const second = Math.floor(at / SECOND_MS) * SECOND_MS;
        if (logsCrossings === true) entries.push(entryOf({ from: second, to: second }));
      };
      for (const passage of passages) if (!isLost || passage.at < lost) count(passage);
      if (isLost) {
        reset(lost);
        restarts++;
        started = Math.floor(lost + loss.periods * period);
        setAll({ ...NO_COUNTS, ...NO_TOTALS });
        for (const passage of passages) if (passage.at >= lost) count(passage);
      }
      // What it logs at the instant of a reset are the totals before it.
      reset(to - 1);
      periods++;
      if (started >= to) return entries;
      entries.push(entryOf({ from, to }));
      setAll(NO_COUNTS);
      return entries;
    },
  };
}
