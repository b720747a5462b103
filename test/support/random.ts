import fc from "fast-check";
import { must } from "../../src/domain/errors.ts";

/**
 * HEADCOUNT_SEED: the seeds, with commas between them, that every property and fuzz suite runs with besides the fixed
 * one. By default there are none, so that a run of the suite has the same result each time. HEADCOUNT_RUNS: how many
 * times the usual number of cases such suites look at.
 */
const { HEADCOUNT_RUNS, HEADCOUNT_SEED } = process.env;
const FIXED_SEED = 20_260_101;

/** Cases between two turns of the event loop, without which vitest would take the worker for dead. */
const CASES_PER_TURN = 25;

export const SEEDS = [FIXED_SEED, ...(HEADCOUNT_SEED?.split(",") ?? []).map(Number)];

/** The number of cases of a suite, from its usual number. */
export function casesOf(usual: number): number {
  return Math.ceil(usual * Number(HEADCOUNT_RUNS || 1));
}

/** How long a property is checked, in ms: less than its test may take, so that a failure is always reported. */
const CHECK_MS_MAX = 540_000;

/** How long one case may take, in ms, until fast-check prints it as one that hangs. */
const CASE_MS_MAX = 300_000;

/** Checks a property with every seed. On failure fast-check prints the seed and the smallest case that it found. */
export async function checkProperty<T>(
  property: fc.IRawProperty<T>,
  { numRuns = 100, ...options }: fc.Parameters<T> = {},
): Promise<void> {
  const limit = fc.interruptAfterTimeLimit(casesOf(CHECK_MS_MAX) / SEEDS.length, { failOnInterrupt: true });
  const plugins = [limit as fc.Plugin<T>];
  for (const seed of SEEDS)
    await fc.assert(property, { timeout: CASE_MS_MAX, ...options, numRuns: casesOf(numRuns), seed, plugins });
}

/** Checks that every value of an arbitrary passes, on a number of them. */
export async function check<T>(
  usual: number,
  arbitrary: fc.Arbitrary<T>,
  predicate: (value: T) => Promise<void>,
): Promise<void> {
  let cases = 0;
  const property = fc.asyncProperty(arbitrary, predicate).beforeEach(async () => {
    if (++cases % CASES_PER_TURN === 0) await new Promise(setImmediate);
  });
  await checkProperty(property, { numRuns: usual });
}

/** A number of values of every seed, for tests of a batch of them as a whole. */
export function sampleOf<T>(usual: number, arbitrary: fc.Arbitrary<T>): T[] {
  return SEEDS.flatMap((seed) => fc.sample(arbitrary, { numRuns: casesOf(usual), seed }));
}

/**
 * Whole numbers below a bound, drawn from all seeds in turn: for suites that kill processes, where a fresh seed takes
 * half of the moments and adds none.
 *
 * @param offset sets the numbers of one part of a suite apart from those of another
 */
export function numbersOfSeeds(offset = 0): (bound: number) => number {
  const sources = SEEDS.map((seed) => numbersFrom(seed + offset));
  let drawn = 0;
  return (bound) => must(sources[drawn++ % sources.length], "seed")(bound);
}

/** Whole numbers below a bound, each call the next, the same for the same seed (mulberry32). */
export function numbersFrom(seed: number): (bound: number) => number {
  let state = seed | 0;
  return (bound) => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return Math.floor((((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32) * bound);
  };
}
