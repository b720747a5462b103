import { type Figure, middle } from "../harness.ts";

/** How long V8 has to compile what each server does before it is timed, in ms. */
export const WARM_UP_MS = 5_000;

/** How often each of two servers is timed, in turn, and how long each time, in ms. */
const ROUNDS = 5;
const ROUND_MS = 4_000;

/** The result of loading a server for a while. */
interface Result {
  readonly requestsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** Loads a server for some ms. */
type Loading = (ms: number) => Promise<Result>;

/**
 * Measures a baseline server and the product in turn, since a machine changes its speed and they are to be compared:
 * of each figure, the middle one of the rounds.
 */
export async function inTurn(
  baseline: Loading,
  product: Loading,
): Promise<Readonly<Record<"baseline" | "product", Figure["values"]>>> {
  const ofBaseline: Result[] = [];
  const ofProduct: Result[] = [];
  const shares: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const [first, second] = [await baseline(ROUND_MS), await product(ROUND_MS)];
    ofBaseline.push(first);
    ofProduct.push(second);
    shares.push(second.requestsPerSecond / first.requestsPerSecond);
  }
  return { baseline: valuesOf(ofBaseline, 1), product: valuesOf(ofProduct, middle(shares)) };
}

function valuesOf(results: readonly Result[], share: number): Figure["values"] {
  const middleOf = (figure: keyof Result) => middle(results.map((result) => result[figure]));
  return {
    requests_per_s: middleOf("requestsPerSecond"),
    p50_ms: middleOf("p50Ms"),
    p99_ms: middleOf("p99Ms"),
    share_of_baseline: share,
  };
}
