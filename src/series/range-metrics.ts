import type { Reached, Samples, Totals } from "./samples.ts";

/** Entrances or exits over a range (D13). */
interface FlowMetrics {
  readonly total: number;
  /** Per measured interval; null without any. */
  readonly average: number | null;
  /** The interval with the most, at its start; null without any. */
  readonly peak: Reached | null;
}

/** The metrics of a whole range (D13); instants and times in ms. */
export interface Metrics {
  readonly entrances: FlowMetrics;
  readonly exits: FlowMetrics;
  readonly count: {
    readonly average: number | null;
    readonly min: Reached | null;
    readonly max: Reached | null;
  };
  /** Null without a target capacity. */
  readonly targetUtilization: {
    readonly average: number | null;
    readonly min: number | null;
    readonly max: number | null;
    /** Measured time with the count in [0, 40 %), [40, 80 %), [80, 100 %) and [100 %, ∞) of the target. */
    readonly durations: readonly [number, number, number, number];
  } | null;
}

/**
 * The lowest counts that reach 40, 80 and 100 % of a target capacity, as the sample meter's bands; unreachable counts
 * without a target.
 */
export function targetBandFloors(targetCapacity: number | null): readonly [number, number, number] {
  if (!targetCapacity) return [Infinity, Infinity, Infinity];
  return [Math.ceil((targetCapacity * 2) / 5), Math.ceil((targetCapacity * 4) / 5), targetCapacity];
}

/** Computes the metrics of a range from its samples and totals (D13). */
export function summarize(samples: Samples, totals: Totals, targetCapacity: number | null): Metrics {
  const { averageCount, min, max, bands } = totals;
  const perTarget = (value: number | null | undefined) =>
    value === null || value === undefined ? null : value / (targetCapacity as number);
  return {
    entrances: flow(samples, samples.entrances, totals.entrances),
    exits: flow(samples, samples.exits, totals.exits),
    count: { average: averageCount, min, max },
    targetUtilization: targetCapacity
      ? {
          average: perTarget(averageCount),
          min: perTarget(min?.value),
          max: perTarget(max?.value),
          durations: [bands[0] ?? 0, bands[1] ?? 0, bands[2] ?? 0, bands[3] ?? 0],
        }
      : null,
  };
}

function flow({ length, starts }: Samples, values: Int32Array, total: number): FlowMetrics {
  if (length === 0) return { total, average: null, peak: null };
  let most = 0;
  for (let i = 1; i < length; i++) {
    if ((values[i] as number) > (values[most] as number)) most = i;
  }
  return {
    total,
    average: total / length,
    peak: { value: values[most] as number, instant: starts[most] as number },
  };
}
