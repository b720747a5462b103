// The file alone: to look through the whole package takes a tenth of what a command takes to start.
import { noJitterGenerator } from "cockatiel/dist/backoff/ExponentialBackoffGenerators.js";
import { RETRY_DELAY_MS_FIRST, RETRY_DELAY_MS_MAX } from "../../domain/limits.ts";

const BACKOFF = {
  generator: noJitterGenerator,
  initialDelay: RETRY_DELAY_MS_FIRST,
  maxDelay: RETRY_DELAY_MS_MAX,
  exponent: 2,
};

/**
 * How long to wait after so many failed attempts, in ms: an exponential backoff with full jitter.
 *
 * @param random uniform in [0, 1); cockatiel's own jitter takes no source of it
 */
export function retryDelay(attempts: number, random: () => number): number {
  const [longest] = noJitterGenerator(attempts - 1, BACKOFF);
  return Math.floor(random() * longest);
}
