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

/** How long questions are asked before those that count, in ms. */
export const WARM_UP_MS = 4_000;

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

/** Spaces and whole days in the measured range at random, the same ones for the same spaces and range. */
export function randomTimes(
  { context }: BenchEngine,
  range: MeasuredRange,
  { days, count, isLocal }: Questions,
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

/** The durations of answers, in ms. */
export interface Taken {
  readonly runsMs: number[];
  /** CPU time of the process with all threads, which depends less on other load of the machine. */
  readonly cpuMs: number[];
}

/** The queries of random spaces. */
export interface Questions {
  readonly days: number;
  readonly interval: Interval;
  readonly count: number;
  /** Whether days begin at a space's own midnight, and not at that of UTC. */
  readonly isLocal: boolean;
}

/**
 * Asks an engine that has nothing in its cache for the counts of one space and time after the other. Another
 * engine, which is closed by then, has had V8 compile what they take.
 */
export async function timeCounts(
  workspace: Workspace,
  dataset: Dataset,
  questions: Questions,
): Promise<Taken & { readonly times: readonly SpaceTime[]; readonly totals: readonly SpaceTotals[] }> {
  const warm = await workspace.openDerived(dataset);
  const { interval, count } = questions;
  const times = randomTimes(warm, dataset.range, questions);
  const until = performance.now() + WARM_UP_MS;
  for (let i = 0; performance.now() < until; i++) await ask(warm, times[i % count] as SpaceTime, interval);
  await warm.close();

  const cold = await workspace.openDerived(dataset);
  const runsMs: number[] = [];
  const cpuMs: number[] = [];
  const totals: SpaceTotals[] = [];
  for (const time of times) {
    const cpuBefore = process.cpuUsage();
    const began = performance.now();
    const { metrics } = await ask(cold, time, interval);
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
export function ask({ context }: BenchEngine, { spaceId, start, end }: SpaceTime, interval: Interval) {
  return spaceCounts(context, spaceId, { start, end, interval, segments: {} });
}

/** The durations of answers: the middle, and the slowest of a hundred. */
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
