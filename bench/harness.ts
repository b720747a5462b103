/** A measurement to print and record: one row of a table. */
export interface Figure {
  /** The name of the benchmark. */
  readonly bench: string;
  /** The measured operation. */
  readonly name: string;
  /** The name and version of the measured program, if it is not Headcount. */
  readonly peer?: string;
  /** The number of events in the log; null if the figure does not depend on it. */
  readonly events: number | null;
  /** The measured values, by name and unit, such as `median_ms`. */
  readonly values: Readonly<Record<string, number>>;
  /** The duration of each run in ms, in order. */
  readonly runsMs: readonly number[];
}

/** The durations of several runs, in ms. */
export interface Timing {
  readonly medianMs: number;
  readonly runsMs: readonly number[];
}

/** Writes a message to stderr. */
export function info(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Runs `work` `warmUps` times without timing it, then times it `repeats` times. */
export async function time(
  work: () => unknown,
  { repeats, warmUps = 0 }: { readonly repeats: number; readonly warmUps?: number },
): Promise<Timing> {
  const runsMs: number[] = [];
  for (let run = -warmUps; run < repeats; run++) {
    const start = performance.now();
    await work();
    if (run >= 0) runsMs.push(performance.now() - start);
  }
  return timing(runsMs);
}

export function timing(runsMs: readonly number[]): Timing {
  return { medianMs: median(runsMs), runsMs };
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** The quantile of the values by the nearest-rank method; `share` is from 0 to 1. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const index = Math.min(sorted.length - 1, Math.floor(sorted.length * share));
  const value = sorted[index];
  if (value === undefined) throw new Error("nothing was measured");
  return value;
}

/** The rate of a count in a duration, in millions per second. */
export function millionsPerSecond(count: number, ms: number): number {
  return count / ms / 1_000;
}
