import { DAY_MS, SECOND_MS } from "../../../domain/instant.ts";
import type { Passages } from "../../../readings/spread.ts";
import type { Direction } from "../../../readings/totals-line.ts";
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
  /** The totals of each line at the start. */
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

/** The counters of a device, and its log: one log period after another, from the people who pass in it. */
export class CounterLog {
  readonly #options: CounterLogOptions;
  readonly #counters: ReadonlyMap<string, { -readonly [Count in keyof LineLog]: LineLog[Count] }>;
  #periods = 0;
  #entries = 0;
  #restarts = 0;
  #resets = 0;
  /** Up to when it has set its totals to 0, in ms. */
  #resetUntil: number;
  /** When the device has started, or will: a time to come if it has no power. */
  #started: number;

  constructor(options: CounterLogOptions) {
    this.#options = options;
    this.#started = options.start;
    this.#resetUntil = options.start;
    this.#counters = new Map(
      Array.from(options.totals, ([line, { in: inTotal, out: outTotal }]) => [
        line,
        { line, in: 0, out: 0, inTotal, outTotal },
      ]),
    );
  }

  /** The end of the present log period, in ms since the epoch. */
  get end(): number {
    return this.#options.start + (this.#periods + 1) * this.#options.period;
  }

  /**
   * Ends the present log period.
   *
   * @param passages those of the period, in order of time
   * @param loss null if the device keeps its power; one that begins while there is none anyway has no effect
   * @returns those of its crossings, and that of the period, unless the device has no power at its end
   */
  endPeriod(passages: readonly LinePassage[], loss: PowerLoss | null): LogEntry[] {
    const { period } = this.#options;
    const to = this.end;
    const from = to - period;
    const lost = loss === null ? Number.POSITIVE_INFINITY : Math.floor(from + loss.at * period);
    const isLost = loss !== null && lost >= this.#started;
    const entries: LogEntry[] = [];
    const count = (passage: LinePassage) => {
      this.#reset(passage.at);
      if (!this.#count(passage) || this.#options.logsCrossings !== true) return;
      const second = Math.floor(passage.at / SECOND_MS) * SECOND_MS;
      entries.push(this.#entry({ from: second, to: second }));
    };
    for (const passage of passages) if (!isLost || passage.at < lost) count(passage);
    if (isLost) {
      this.#reset(lost);
      this.#restarts++;
      this.#started = Math.floor(lost + loss.periods * period);
      for (const counter of this.#counters.values()) Object.assign(counter, NOTHING);
      for (const passage of passages) if (passage.at >= lost) count(passage);
    }
    // What it logs at the instant of a reset are the totals before it.
    this.#reset(to - 1);
    this.#periods++;
    if (this.#started >= to) return entries;
    entries.push(this.#entry({ from, to }));
    for (const counter of this.#counters.values()) Object.assign(counter, { in: 0, out: 0 });
    return entries;
  }

  #entry({ from, to }: Pick<LogEntry, "from" | "to">): LogEntry {
    const { period } = this.#options;
    const lines = Array.from(this.#counters.values(), (counter) => ({ ...counter }));
    const running = Math.max(0, to - this.#started);
    const measured = Math.min(running, period) / period;
    const counts = { restarts: this.#restarts, resets: this.#resets };
    return { number: this.#entries++, from, to, ...counts, running, measured, lines };
  }

  /** Sets the totals to 0 if that was due by an instant. */
  #reset(instant: number): void {
    const reset = lastSetReset(this.#options.resetsAt ?? null, instant);
    if (reset < this.#resetUntil) return;
    this.#resetUntil = instant + 1;
    this.#resets++;
    for (const counter of this.#counters.values()) Object.assign(counter, { inTotal: 0, outTotal: 0 });
  }

  /** @returns whether it has counted a passage */
  #count({ line, direction, at }: LinePassage): boolean {
    const counter = this.#counters.get(line);
    if (counter === undefined || at < this.#started) return false;
    counter[direction]++;
    counter[`${direction}Total`]++;
    return true;
  }
}

const NOTHING = { in: 0, out: 0, inTotal: 0, outTotal: 0 };
