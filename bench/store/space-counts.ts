import { DAY_MS } from "../../src/domain/instant.ts";
import type { Interval } from "../../src/domain/interval.ts";
import { spaceCounts } from "../../src/engine/count-queries.ts";
import type { CountSeries } from "../../src/engine/counts.ts";
import type { Figure } from "../harness.ts";
import { quantile } from "../harness.ts";
import { seeded } from "../random.ts";
import type { BenchEngine, MeasuredRange } from "../site.ts";

const SEED = 3;

/** Questions asked before those that count. */
export const WARM_UPS = 40;

/** A space and a time, half-open in ms. */
export interface SpaceTime {
  readonly spaceId: bigint;
  readonly start: number;
  readonly end: number;
}

/** What changed the count in it, by which answers are compared. */
export interface SpaceTotals {
  readonly events: number;
  /** Entrances less exits. */
  readonly net: number;
}

/** Spaces and whole UTC days in the measured range at random, the same ones for the same spaces and range. */
export function randomTimes(
  spaceIds: readonly bigint[],
  range: MeasuredRange,
  days: number,
  count: number,
): SpaceTime[] {
  const random = seeded(SEED);
  return Array.from({ length: count }, () => {
    const spaceId = spaceIds[Math.floor(random() * spaceIds.length)] as bigint;
    const start = range.start + Math.floor(random() * (range.days - days + 1)) * DAY_MS;
    return { spaceId, start, end: start + days * DAY_MS };
  });
}

/** What answers took, each in ms. */
export interface Taken {
  readonly runsMs: number[];
  /** Of the process, with its other threads: it says less of what else the machine has to do. */
  readonly cpuMs: number[];
}

/** Asks the engine for the counts of one space and time after the other. */
export async function timeCounts(
  { context }: BenchEngine,
  times: readonly SpaceTime[],
  interval: Interval,
): Promise<Taken & { readonly totals: SpaceTotals[] }> {
  const ask = ({ spaceId, start, end }: SpaceTime): Promise<CountSeries> =>
    spaceCounts(context, spaceId, { start, end, interval, segments: {} });
  for (const time of times.slice(-WARM_UPS)) await ask(time);
  const runsMs: number[] = [];
  const cpuMs: number[] = [];
  const totals: SpaceTotals[] = [];
  for (const time of times) {
    const cpuBefore = process.cpuUsage();
    const began = performance.now();
    const { metrics } = await ask(time);
    runsMs.push(performance.now() - began);
    const { user, system } = process.cpuUsage(cpuBefore);
    cpuMs.push((user + system) / 1_000);
    const [entrances, exits] = [metrics.entrances.total, metrics.exits.total];
    totals.push({ events: entrances + exits, net: entrances - exits });
  }
  return { runsMs, cpuMs, totals };
}

/** What answers took: the middle, and the slowest of a hundred. */
export function latencies(runsMs: readonly number[]): Figure["values"] {
  return { p50_ms: quantile(runsMs, 0.5), p99_ms: quantile(runsMs, 0.99) };
}

/** The same with the processor's time for them. */
export function latenciesAndCpu({ runsMs, cpuMs }: Taken): Figure["values"] {
  return {
    ...latencies(runsMs),
    cpu_p50_ms: quantile(cpuMs, 0.5),
    cpu_p99_ms: quantile(cpuMs, 0.99),
  };
}
