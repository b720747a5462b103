import fc from "fast-check";

/** The seed unless HEADCOUNT_PROPERTY_SEED says otherwise: a whole number, or `random` for a new one each time. */
const SEED_DEFAULT = 20_260_101;

/** HEADCOUNT_STORE_RUNS: how many times the usual number of cases the properties of the store look at. */
const { HEADCOUNT_PROPERTY_SEED, HEADCOUNT_STORE_RUNS } = process.env;

/** Far more than a case takes. */
const MS_PER_RUN_MAX = 3_000;

/** What random cases are made from. */
export const SEED =
  HEADCOUNT_PROPERTY_SEED === "random"
    ? Date.now() % 2 ** 31
    : Number(HEADCOUNT_PROPERTY_SEED || SEED_DEFAULT);

/** The cases that a property looks at which usually looks at so many. */
function casesOf(usual: number): number {
  return Math.ceil(usual * Number(HEADCOUNT_STORE_RUNS || 1));
}

/** The time that so many cases may take, in ms, for a test's options. */
export function timeFor(usual: number): { readonly timeout: number } {
  return { timeout: 60_000 + casesOf(usual) * MS_PER_RUN_MAX };
}

/** Checks a property. On failure fast-check tells the seed and the smallest case found. */
export async function checkStore<T>(
  usual: number,
  arbitrary: fc.Arbitrary<T>,
  predicate: (value: T) => Promise<void>,
): Promise<void> {
  await fc.assert(fc.asyncProperty(arbitrary, predicate), { numRuns: casesOf(usual), seed: SEED });
}

/** So many values, for tests of a batch of them as a whole. */
export function sampleOf<T>(usual: number, arbitrary: fc.Arbitrary<T>): T[] {
  return fc.sample(arbitrary, { numRuns: casesOf(usual), seed: SEED });
}

/** Whole numbers below a bound, each call the next, for what is drawn by hand. */
export function numbersFrom(start: number): (bound: number) => number {
  let state = start >>> 0;
  return (bound) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
}
