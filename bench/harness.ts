/** A measurement, as it is printed and recorded. */
export interface Figure {
  /** The name of the benchmark. */
  readonly bench: string;
  /** The measured quantity. */
  readonly name: string;
  /** The program that was measured, with its version, if it is not Headcount. */
  readonly peer?: string;
  /** The number of events in the log; null if it does not matter. */
  readonly events: number | null;
  /** The figures themselves, by name and unit, such as `median_ms`. */
  readonly values: Readonly<Record<string, number>>;
  /** Each run's time in ms, in order. */
  readonly runsMs: readonly number[];
}

/** How long something took, in ms. */
export interface Timing {
  readonly medianMs: number;
  readonly runsMs: readonly number[];
}

/** Writes a message to stderr. */
export function info(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Times some work, `repeats` times after `warmUps` that do not count. */
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
  return { medianMs: middle(runsMs), runsMs };
}

/** The middle one of some values. */
export function middle(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** The value below which a share of the values lies, by the nearest rank. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const index = Math.min(sorted.length - 1, Math.floor(sorted.length * share));
  const value = sorted[index];
  if (value === undefined) throw new Error("nothing was measured");
  return value;
}

/** Millions of something a second. */
export function millionsPerSecond(count: number, ms: number): number {
  return count / ms / 1_000;
}
