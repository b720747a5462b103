/** Returns a uniform number in [0, 1). */
export type Random = () => number;

/** A generator of random numbers that gives the same sequence for the same seed (mulberry32). */
export function seeded(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Above this mean, `poisson` approximates the Poisson distribution by a normal distribution. */
const NORMAL_FROM = 30;

/** A random number with a Poisson distribution. */
export function poisson(random: Random, mean: number): number {
  if (mean <= 0) return 0;
  if (mean > NORMAL_FROM) return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal(random)));
  const limit = Math.exp(-mean);
  let count = 0;
  for (let product = random(); product > limit; product *= random()) count++;
  return count;
}

/** A random number with the standard normal distribution (Box–Muller). */
export function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}
