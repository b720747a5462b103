import type { LineLog, LogEntry } from "./device-kind.ts";

/** A device without power: what passes is not counted, and its totals begin at 0 again. */
export interface PowerLoss {
  /** When it begins, as a share of the log period from 0 to below 1. */
  readonly at: number;
  /** How long it lasts, in log periods. */
  readonly periods: number;
}

export interface CounterLogOptions {
  readonly lines: readonly string[];
  /** Start of the first log period and length of each, in ms. */
  readonly start: number;
  readonly period: number;
  /** Totals at the start, by line; those of other lines are 0. */
  readonly totals: ReadonlyMap<string, Totals>;
}

export interface Totals {
  readonly in: number;
  readonly out: number;
}

/** Somebody who passes a line. */
export interface LinePassage {
  readonly line: string;
  readonly direction: "in" | "out";
  /** In ms since the epoch. */
  readonly at: number;
}

interface LineCounter {
  in: number;
  out: number;
  inTotal: number;
  outTotal: number;
}

/** The counters of a device, and its log: one log period after another, from the people who pass in it. */
export class CounterLog {
  readonly #options: CounterLogOptions;
  readonly #counters: Map<string, LineCounter>;
  #periods = 0;
  #entries = 0;
  #restarts = 0;
  /** When the device has started, or will: a time to come if it has no power. */
  #started: number;

  constructor(options: CounterLogOptions) {
    this.#options = options;
    this.#started = options.start;
    this.#counters = new Map(
      options.lines.map((line) => {
        const { in: inTotal = 0, out: outTotal = 0 } = options.totals.get(line) ?? {};
        return [line, { in: 0, out: 0, inTotal, outTotal }];
      }),
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
   * @returns null if the device has no power at the end of the period
   */
  endPeriod(passages: readonly LinePassage[], loss: PowerLoss | null): LogEntry | null {
    const { period } = this.#options;
    const to = this.end;
    const from = to - period;
    const lost = loss === null ? Number.POSITIVE_INFINITY : Math.floor(from + loss.at * period);
    const isLost = loss !== null && lost >= this.#started;
    for (const passage of passages) if (!isLost || passage.at < lost) this.#count(passage);
    if (isLost) {
      this.#restarts++;
      this.#started = Math.floor(lost + loss.periods * period);
      for (const counter of this.#counters.values()) Object.assign(counter, NOTHING);
      for (const passage of passages) if (passage.at >= lost) this.#count(passage);
    }
    this.#periods++;
    if (this.#started >= to) return null;
    const lines = [...this.#counters].map(([line, counter]): LineLog => ({ line, ...counter }));
    for (const counter of this.#counters.values()) Object.assign(counter, { in: 0, out: 0 });
    const running = to - this.#started;
    const measured = Math.min(running, period) / period;
    return { number: this.#entries++, from, to, restarts: this.#restarts, running, measured, lines };
  }

  #count({ line, direction, at }: LinePassage): void {
    const counter = this.#counters.get(line);
    if (counter === undefined || at < this.#started) return;
    counter[direction]++;
    counter[`${direction}Total`]++;
  }
}

const NOTHING: LineCounter = { in: 0, out: 0, inTotal: 0, outTotal: 0 };
