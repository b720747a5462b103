/** Above this a product or sum of whole numbers in a double may no longer be exact. */
const EXACT_MAX = Number.MAX_SAFE_INTEGER;

/** A sum of whole numbers that never loses a unit, however large it grows; a double while it can be. */
export class ExactSum {
  #small = 0;
  #large = 0n;

  /** Adds a whole number that is itself exact (at most 2^53 in size). */
  add(value: number): void {
    const sum = this.#small + value;
    if (sum <= EXACT_MAX && sum >= -EXACT_MAX) {
      this.#small = sum;
    } else {
      this.#large += BigInt(this.#small) + BigInt(value);
      this.#small = 0;
    }
  }

  /** Adds the product of two whole numbers. */
  addProduct(a: number, b: number): void {
    const product = a * b;
    if (product <= EXACT_MAX && product >= -EXACT_MAX) this.add(product);
    else this.#large += BigInt(a) * BigInt(b);
  }

  /** Adds another sum, which is 0 afterwards. */
  take(other: ExactSum): void {
    this.add(other.#small);
    other.#small = 0;
    // Adding to a bigint makes a new one, even of 0.
    if (other.#large === 0n) return;
    this.#large += other.#large;
    other.#large = 0n;
  }

  /** The sum divided by a whole number other than 0, rounded once where the sum fits a double. */
  dividedBy(divisor: number): number {
    if (this.#large === 0n) return this.#small / divisor;
    const total = this.#large + BigInt(this.#small);
    const quotient = total / BigInt(divisor);
    return Number(quotient) + Number(total - quotient * BigInt(divisor)) / divisor;
  }
}
