import { DAY_MS } from "../../src/domain/instant.ts";
import type { Interval } from "../../src/domain/interval.ts";
import { toInstant } from "../../src/domain/local-time.ts";
import { spaceCounts } from "../../src/engine/counts/count-queries.ts";
import type { Dataset } from "../dataset.ts";
import { type Figure, quantile } from "../harness.ts";
import { seeded } from "../random.ts";
import type { BenchEngine, MeasuredRange } from "../site.ts";
import type { Workspace } from "../workspace.ts";

const SEED = 3;

/** The duration of the queries before the measurement, in ms. */
export const WARM_UP_MS = 4_000;

/** A space and a half-open time range in ms. */
export interface SpaceTime {
  readonly spaceId: bigint;
  readonly start: number;
  readonly end: number;
}

/** The totals of a space and time, by which the responses of Headcount and the peers are compared. */
export interface SpaceTotals {
  readonly events: number;
  /** Entrances minus exits. */
  readonly net: number;
}

/** Random spaces and ranges of whole days. The same spaces and range give the same result. */
export function randomTimes(
  { context }: BenchEngine,
  range: MeasuredRange,
  { days, count, isLocal }: Queries,
): SpaceTime[] {
  const spaces = context.catalog.spaces.all();
  const random = seeded(SEED);
  return Array.from({ length: count }, () => {
    const { id: spaceId, timeZone } = spaces[Math.floor(random() * spaces.length)] as (typeof spaces)[number];
    const start = range.start + Math.floor(random() * (range.days - days + 1)) * DAY_MS;
    const end = start + days * DAY_MS;
    return isLocal
      ? { spaceId, start: toInstant(start, timeZone), end: toInstant(end, timeZone) }
      : { spaceId, start, end };
  });
}

/** The durations of queries, in ms. */
export interface Durations {
  readonly runsMs: number[];
  /** The CPU time of all threads of the process, which depends less on other load of the machine. */
  readonly cpuMs: number[];
}

/** The length, interval and number of queries. */
export interface Queries {
  readonly days: number;
  readonly interval: Interval;
  readonly count: number;
  /** Whether days begin at local midnight and not at midnight UTC. */
  readonly isLocal: boolean;
}

/**
 * Measures queries of random spaces and times on an engine with an empty cache. Before that, the same queries run on
 * another engine, so that V8 has compiled the code.
 */
export async function timeCounts(
  workspace: Workspace,
  dataset: Dataset,
  queries: Queries,
): Promise<Durations & { readonly times: readonly SpaceTime[]; readonly totals: readonly SpaceTotals[] }> {
  const warm = await workspace.openDerived(dataset);
  const { interval, count } = queries;
  const times = randomTimes(warm, dataset.range, queries);
  const until = performance.now() + WARM_UP_MS;
  for (let i = 0; performance.now() < until; i++)
    await queryCounts(warm, times[i % count] as SpaceTime, interval);
  await warm.close();

  const cold = await workspace.openDerived(dataset);
  const runsMs: number[] = [];
  const cpuMs: number[] = [];
  const totals: SpaceTotals[] = [];
  for (const time of times) {
    const cpuBefore = process.cpuUsage();
    const began = performance.now();
    const { metrics } = await queryCounts(cold, time, interval);
    runsMs.push(performance.now() - began);
    const { user, system } = process.cpuUsage(cpuBefore);
    cpuMs.push((user + system) / 1_000);
    const [entrances, exits] = [metrics.entrances.total, metrics.exits.total];
    totals.push({ events: entrances + exits, net: entrances - exits });
  }
  await cold.close();
  return { runsMs, cpuMs, times, totals };
}

/** The counts of a space and time, with the metrics. */
export function queryCounts(
  { context }: BenchEngine,
  { spaceId, start, end }: SpaceTime,
  interval: Interval,
) {
  return spaceCounts(context, spaceId, { start, end, interval, segments: {} });
}

/** The median and the 99th percentile of durations. */
export function latencies(runsMs: readonly number[]): Figure["values"] {
  return { p50_ms: quantile(runsMs, 0.5), p99_ms: quantile(runsMs, 0.99) };
}

/** The median and the 99th percentile of durations and of CPU times. */
export function latenciesAndCpu({ runsMs, cpuMs }: Durations): Figure["values"] {
  return {
    ...latencies(runsMs),
    cpu_p50_ms: quantile(cpuMs, 0.5),
    cpu_p99_ms: quantile(cpuMs, 0.99),
  };
}
