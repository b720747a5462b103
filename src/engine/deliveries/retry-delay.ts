// Imports a single file: resolving the whole package takes a tenth of a command's startup time.
import { noJitterGenerator } from "cockatiel/dist/backoff/ExponentialBackoffGenerators.js";
import { RETRY_DELAY_MS_FIRST, RETRY_DELAY_MS_MAX } from "../../domain/limits.ts";

const BACKOFF = {
  generator: noJitterGenerator,
  initialDelay: RETRY_DELAY_MS_FIRST,
  maxDelay: RETRY_DELAY_MS_MAX,
  exponent: 2,
};

/**
 * The delay after a number of failed attempts, in ms: exponential backoff with full jitter.
 *
 * @param random uniform in [0, 1); cockatiel's jitter does not accept a source of randomness
 */
export function retryDelay(attempts: number, random: () => number): number {
  const [longest] = noJitterGenerator(attempts - 1, BACKOFF);
  return Math.floor(random() * longest);
}
