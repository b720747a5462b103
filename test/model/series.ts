import { allBreaches, limitOf, type Reached } from "./breaches.ts";
import { type Decimal, divide, toNumber } from "./exact.ts";
import { intervals, lengthOf, measured, type Piece, within } from "./pieces.ts";
import type { Scenario } from "./scenario.ts";
import { openingAt, type Step, settledAt, timeline } from "./timeline.ts";

/** One interval's sample (D12); instants and times in ms. */
export interface ModelSample {
  readonly start: number;
  readonly end: number;
  readonly count: number;
  readonly min: number;
  readonly max: number;
  readonly entrances: number;
  readonly exits: number;
  readonly average: number;
  readonly measured: number;
}

interface ModelFlow {
  readonly total: number;
  readonly average: number | null;
  readonly peak: Reached | null;
}

/** A whole range's metrics (D13, D15). */
interface ModelMetrics {
  readonly entrances: ModelFlow;
  readonly exits: ModelFlow;
  readonly count: {
    readonly average: number | null;
    readonly min: Reached | null;
    readonly max: Reached | null;
  };
  readonly targetUtilization: {
    readonly average: number | null;
    readonly min: number | null;
    readonly max: number | null;
    /** Measured ms in [0, 0.4), [0.4, 0.8), [0.8, 1) and [1, ∞) of the target. */
    readonly durations: readonly number[];
  } | null;
}

interface ModelSafety {
  readonly limit: number;
  readonly breaches: number;
  readonly unsafeDuration: number;
}

export interface ModelSeries {
  readonly samples: readonly ModelSample[];
  readonly metrics: ModelMetrics;
  readonly safeThreshold: ModelSafety | null;
}

/** An interval with its measured pieces. */
interface Measured extends Piece {
  readonly pieces: readonly Piece[];
}

/** The counts of a scenario by definition (D10 to D15). */
export function seriesOf(scenario: Scenario, floor: number | null = 0): ModelSeries {
  const steps = timeline(scenario, scenario.start, scenario.end, floor);
  const pieces = measured(scenario);
  const parts = intervals(scenario.start, scenario.end, scenario.interval, scenario.timeZone)
    .map((interval) => ({ ...interval, pieces: within(pieces, interval) }))
    .filter((interval) => interval.pieces.length > 0);
  const samples = parts.map((part) => sampleOf(part, steps));
  const limit = limitOf(scenario);
  return {
    samples,
    metrics: metricsOf(scenario, samples, parts, steps),
    safeThreshold: limit === null ? null : safetyOf(scenario, limit, pieces),
  };
}

function sampleOf(part: Measured, steps: readonly Step[]): ModelSample {
  const values = part.pieces.flatMap((piece) => valuesOf(piece, steps)).map(({ value }) => value);
  const events = part.pieces.flatMap((piece) => stepsIn(piece, steps));
  return {
    start: part.from,
    end: part.to,
    count: settledAt(steps, part.pieces[0]?.from ?? part.from),
    min: Math.min(...values),
    max: Math.max(...values),
    entrances: events.filter(({ direction }) => direction === 1).length,
    exits: events.filter(({ direction }) => direction === -1).length,
    average: averageOf(part.pieces, steps),
    measured: lengthOf(part.pieces),
  };
}

function stepsIn({ from, to }: Piece, steps: readonly Step[]): Step[] {
  return steps.filter(({ instant }) => instant >= from && instant < to);
}

/** The values that min and max of a piece run over, in the order they are reached (D12). */
function valuesOf(piece: Piece, steps: readonly Step[]): Reached[] {
  const start = { value: openingAt(steps, piece.from), instant: piece.from };
  // The resets at the piece's start have been applied in its first value.
  const changes = stepsIn(piece, steps).filter((s) => s.kind === "event" || s.instant > piece.from);
  return [start, ...changes.map(({ count, instant }) => ({ value: count, instant }))];
}

/** N(t) over a piece as stretches of constant count. */
function stretchesOf(
  piece: Piece,
  steps: readonly Step[],
): { readonly count: number; readonly length: number }[] {
  const edges = [...new Set([piece.from, ...stepsIn(piece, steps).map(({ instant }) => instant), piece.to])];
  return edges
    .slice(1)
    .map((to, i) => ({ count: settledAt(steps, edges[i] as number), length: to - (edges[i] as number) }));
}

/** The time-weighted mean of the count over pieces of time that have some length. */
function averageOf(pieces: readonly Piece[], steps: readonly Step[]): number {
  const stretches = pieces.flatMap((piece) => stretchesOf(piece, steps));
  const area = stretches.reduce((sum, { count, length }) => sum + BigInt(count) * BigInt(length), 0n);
  return divide(area, BigInt(lengthOf(pieces)));
}

function metricsOf(
  { targetCapacity }: Scenario,
  samples: readonly ModelSample[],
  parts: readonly Measured[],
  steps: readonly Step[],
): ModelMetrics {
  const pieces = parts.flatMap((part) => part.pieces);
  const stretches = pieces.flatMap((piece) => stretchesOf(piece, steps));
  const average = lengthOf(pieces) === 0 ? null : averageOf(pieces, steps);
  const values = pieces.flatMap((piece) => valuesOf(piece, steps));
  const min = firstOf(values, Math.min);
  const max = firstOf(values, Math.max);
  const share = (count: number | null, target: number) => (count === null ? null : count / target);
  return {
    entrances: flowOf(samples, (sample) => sample.entrances),
    exits: flowOf(samples, (sample) => sample.exits),
    count: { average, min, max },
    targetUtilization:
      targetCapacity === null || targetCapacity === 0
        ? null
        : {
            average: share(average, targetCapacity),
            min: share(min?.value ?? null, targetCapacity),
            max: share(max?.value ?? null, targetCapacity),
            durations: bandsOf(stretches, targetCapacity),
          },
  };
}

/** The first of the values that equal the best; null if there are none. */
function firstOf(values: readonly Reached[], best: (...values: number[]) => number): Reached | null {
  const wanted = best(...values.map(({ value }) => value));
  return values.find(({ value }) => value === wanted) ?? null;
}

function flowOf(samples: readonly ModelSample[], pick: (sample: ModelSample) => number): ModelFlow {
  const total = samples.reduce((sum, sample) => sum + pick(sample), 0);
  const values = samples.map((sample) => ({ value: pick(sample), instant: sample.start }));
  return {
    total,
    average: samples.length === 0 ? null : total / samples.length,
    peak: firstOf(values, Math.max),
  };
}

function bandsOf(stretches: readonly { count: number; length: number }[], target: number): number[] {
  const bands = [0, 0, 0, 0];
  for (const { count, length } of stretches) {
    // N / target in tenths, without dividing.
    const tenths = 10 * count;
    const band = tenths < 4 * target ? 0 : tenths < 8 * target ? 1 : tenths < 10 * target ? 2 : 3;
    bands[band] = (bands[band] ?? 0) + length;
  }
  return bands;
}

function safetyOf(scenario: Scenario, limit: Decimal, pieces: readonly Piece[]): ModelSafety {
  const overlaps = allBreaches(scenario, limit)
    .map(({ start, end }) => within(pieces, { from: start, to: end ?? Infinity }))
    .filter((overlap) => overlap.length > 0);
  return {
    limit: toNumber(limit),
    breaches: overlaps.length,
    unsafeDuration: lengthOf(overlaps.flat()),
  };
}
