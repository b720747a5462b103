import { type Figure, median } from "../harness.ts";

/** The duration of the load before the measurement, in which V8 compiles the code of a server, in ms. */
export const WARM_UP_MS = 5_000;

/** The number of rounds, and the time for which each server is usually loaded in a round, in ms. */
const ROUNDS = 5;
const ROUND_MS = 4_000;

/** The result of one load of a server. */
interface Result {
  readonly requestsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** Loads a server for `ms`. */
export type Loading = (ms: number) => Promise<Result>;

/**
 * Measures a baseline server and the product alternately, so that changes in the speed of the machine affect both.
 * Returns the median of the rounds for each figure.
 *
 * @param roundMs the time for which each server is loaded in a round
 */
export async function alternate(
  baseline: Loading,
  product: Loading,
  roundMs = ROUND_MS,
): Promise<Readonly<Record<"baseline" | "product", Figure["values"]>>> {
  const ofBaseline: Result[] = [];
  const ofProduct: Result[] = [];
  const shares: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const [first, second] = [await baseline(roundMs), await product(roundMs)];
    ofBaseline.push(first);
    ofProduct.push(second);
    shares.push(second.requestsPerSecond / first.requestsPerSecond);
  }
  return { baseline: valuesOf(ofBaseline, 1), product: valuesOf(ofProduct, median(shares)) };
}

function valuesOf(results: readonly Result[], share: number): Figure["values"] {
  const medianOf = (figure: keyof Result) => median(results.map((result) => result[figure]));
  return {
    requests_per_s: medianOf("requestsPerSecond"),
    p50_ms: medianOf("p50Ms"),
    p99_ms: medianOf("p99Ms"),
    share_of_baseline: share,
  };
}
