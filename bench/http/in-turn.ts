import { middle } from "../harness.ts";

/** How often each of two servers is timed, in turn. */
const ROUNDS = 5;

/** What came of the rounds of two servers. */
export interface Rounds<T> {
  readonly bare: readonly T[];
  readonly product: readonly T[];
}

/** Measures two servers in turn: a machine changes its speed, and they are to be compared. */
export async function inTurn<T>(bare: () => Promise<T>, product: () => Promise<T>): Promise<Rounds<T>> {
  const rounds = { bare: [] as T[], product: [] as T[] };
  for (let round = 0; round < ROUNDS; round++) {
    rounds.bare.push(await bare());
    rounds.product.push(await product());
  }
  return rounds;
}

/** A figure of each round, of which the middle one counts. */
export function middleOf<T>(results: readonly T[], figure: (result: T) => number): number {
  return middle(results.map(figure));
}

/** The product's share of the bare server's rate: of each round, and of these the middle one. */
export function shareOfBare<T extends { readonly requestsPerSecond: number }>({
  bare,
  product,
}: Rounds<T>): number {
  const rates = bare.map(({ requestsPerSecond }) => requestsPerSecond);
  return middle(product.map(({ requestsPerSecond }, round) => requestsPerSecond / (rates[round] as number)));
}
