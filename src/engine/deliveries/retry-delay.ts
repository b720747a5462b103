import { RETRY_DELAY_MS_FIRST, RETRY_DELAY_MS_MAX } from "../../domain/limits.ts";

/**
 * The delay before the next attempt, in ms: exponential backoff with full jitter (D23).
 *
 * @param attempts how many attempts have failed, from 1
 * @param random uniform in [0, 1)
 */
export function retryDelay(attempts: number, random: () => number): number {
  const longest = Math.min(RETRY_DELAY_MS_FIRST * 2 ** (attempts - 1), RETRY_DELAY_MS_MAX);
  return Math.floor(random() * longest);
}
