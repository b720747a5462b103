import fc from "fast-check";

/** The seed unless HEADCOUNT_PROPERTY_SEED says otherwise: a whole number, or `random` for a new one each time. */
const SEED_DEFAULT = 20_260_101;

/** How many cases a property of the store looks at unless HEADCOUNT_STORE_RUNS says otherwise. */
const { HEADCOUNT_PROPERTY_SEED, HEADCOUNT_STORE_RUNS } = process.env;

const seed =
  HEADCOUNT_PROPERTY_SEED === "random"
    ? Date.now() % 2 ** 31
    : Number(HEADCOUNT_PROPERTY_SEED || SEED_DEFAULT);

/** Checks a property. On failure fast-check tells the seed and the smallest case found. */
export async function checkStore<T>(
  runsDefault: number,
  arbitrary: fc.Arbitrary<T>,
  predicate: (value: T) => Promise<void>,
): Promise<void> {
  const numRuns = Number(HEADCOUNT_STORE_RUNS || runsDefault);
  await fc.assert(fc.asyncProperty(arbitrary, predicate), { numRuns, seed });
}

/** A whole number from `seed` on, below a bound, each call the next: for tests that draw without shrinking. */
export function seededNumbers(start = seed): (below: number) => number {
  let state = start >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
