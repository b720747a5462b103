import fc from "fast-check";
import { expect } from "vitest";

/** How many cases all properties together look at unless HEADCOUNT_PROPERTY_RUNS says otherwise. */
const RUNS_DEFAULT = 2000;
/** The seed unless HEADCOUNT_PROPERTY_SEED says otherwise: a whole number, or `random` for a new one each time. */
const SEED_DEFAULT = 20_260_101;
const MS_PER_RUN_MAX = 200;
/** Cases between two looks at the event loop, without which vitest would take the worker for dead. */
const RUNS_PER_BREATH = 25;

const { HEADCOUNT_PROPERTY_RUNS, HEADCOUNT_PROPERTY_SEED } = process.env;
const runs = wholeNumber("HEADCOUNT_PROPERTY_RUNS", HEADCOUNT_PROPERTY_RUNS) ?? RUNS_DEFAULT;
const seed =
  HEADCOUNT_PROPERTY_SEED === "random"
    ? Date.now() % 2 ** 31
    : (wholeNumber("HEADCOUNT_PROPERTY_SEED", HEADCOUNT_PROPERTY_SEED) ?? SEED_DEFAULT);
if (HEADCOUNT_PROPERTY_RUNS !== undefined || HEADCOUNT_PROPERTY_SEED !== undefined) {
  process.stderr.write(`HEADCOUNT_PROPERTY_SEED=${seed} HEADCOUNT_PROPERTY_RUNS=${runs}\n`);
}

function wholeNumber(name: string, text: string | undefined): number | null {
  if (text === undefined || text === "") return null;
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 0) throw new Error(`${name} is not a whole number: ${text}`);
  return value;
}

/** The part of all cases that a property looks at; `share` is from 0 to 1, and all properties' add up to 1. */
function runsFor(share: number): number {
  return Math.max(1, Math.round(runs * share));
}

/** The time a property may take, in ms, for a test's options. */
export function timeFor(share: number): { readonly timeout: number } {
  return { timeout: 60_000 + runsFor(share) * MS_PER_RUN_MAX };
}

/** Checks a property on its share of cases. On failure fast-check tells the seed and the smallest case found. */
export async function check<T>(
  share: number,
  arbitrary: fc.Arbitrary<T>,
  predicate: (value: T) => Promise<void>,
): Promise<void> {
  let sinceBreath = 0;
  const property = fc.asyncProperty(arbitrary, predicate).beforeEach(async () => {
    if (++sinceBreath % RUNS_PER_BREATH === 0) await new Promise(setImmediate);
  });
  await fc.assert(property, { numRuns: runsFor(share), seed });
}

/** So few cases that a kind may be missing among them by chance. */
const CHANCE = 100;

/** Counts the cases of each interesting kind, so that generators that have ceased to make them are noticed. */
export class Census<Kind extends string> {
  readonly #seen = new Map<Kind, number>();
  #cases = 0;

  add(kinds: Readonly<Record<Kind, boolean>>): void {
    this.#cases++;
    for (const kind of Object.keys(kinds) as Kind[]) {
      this.#seen.set(kind, (this.#seen.get(kind) ?? 0) + Number(kinds[kind]));
    }
  }

  /** Expects that each kind made up at least its share, from 0 to 1, of all cases but CHANCE. */
  expectShares(shares: Readonly<Record<Kind, number>>): void {
    for (const kind of Object.keys(shares) as Kind[]) {
      const least = Math.floor(Math.max(0, this.#cases - CHANCE) * shares[kind]);
      expect(this.#seen.get(kind) ?? 0, `cases of the kind "${kind}"`).toBeGreaterThanOrEqual(least);
    }
  }
}
