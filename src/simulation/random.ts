/** A reproducible random number generator (mulberry32), seeded with whole numbers. */
export class Random {
  #state: number;

  constructor(...seeds: readonly number[]) {
    // FNV-1a over the seeds' bits spreads neighbouring seeds apart.
    let hash = 0x811c9dc5;
    for (const seed of seeds) {
      for (let shift = 0; shift < 32; shift += 8)
        hash = Math.imul(hash ^ ((seed >>> shift) & 255), 0x01000193);
    }
    this.#state = hash >>> 0;
  }

  /** Uniform in [0, 1). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let bits = this.#state;
    bits = Math.imul(bits ^ (bits >>> 15), bits | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** A normal deviate (Box-Muller). */
  normal(mean: number, deviation: number): number {
    const radius = Math.sqrt(-2 * Math.log(1 - this.next()));
    return mean + deviation * radius * Math.cos(2 * Math.PI * this.next());
  }

  /** A Poisson deviate (Knuth; above a mean of 30, the normal approximation). */
  poisson(mean: number): number {
    if (mean > 30) return Math.max(0, Math.round(this.normal(mean, Math.sqrt(mean))));
    const limit = Math.exp(-mean);
    let count = 0;
    for (let product = this.next(); product > limit; product *= this.next()) count++;
    return count;
  }

  /** Picks an index with a probability proportional to its weight. */
  weighted(weights: readonly number[]): number {
    let left = this.next() * weights.reduce((sum, weight) => sum + weight, 0);
    for (const [index, weight] of weights.entries()) {
      left -= weight;
      if (left < 0) return index;
    }
    return weights.length - 1;
  }
}
