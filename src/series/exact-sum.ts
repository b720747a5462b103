/** Above this, a product or sum of whole numbers in a double may be inexact. */
const EXACT_MAX = Number.MAX_SAFE_INTEGER;

/** An exact sum of whole numbers of any size: a double while it is exact, then a bigint. */
export class ExactSum {
  #small = 0;
  #large = 0n;

  /** Adds a whole number of at most 2^53 in size. */
  add(value: number): void {
    const sum = this.#small + value;
    if (sum <= EXACT_MAX && sum >= -EXACT_MAX) {
      this.#small = sum;
    } else {
      this.#large += BigInt(this.#small) + BigInt(value);
      this.#small = 0;
    }
  }

  addProduct(a: number, b: number): void {
    const product = a * b;
    if (product <= EXACT_MAX && product >= -EXACT_MAX) this.add(product);
    else this.#large += BigInt(a) * BigInt(b);
  }

  /** Adds another sum and sets that to 0. */
  moveFrom(other: ExactSum): void {
    this.add(other.#small);
    other.#small = 0;
    // Adding to a bigint allocates, even for 0.
    if (other.#large === 0n) return;
    this.#large += other.#large;
    other.#large = 0n;
  }

  /** The sum divided by a whole number other than 0, rounded once if the sum fits a double. */
  dividedBy(divisor: number): number {
    if (this.#large === 0n) return this.#small / divisor;
    const total = this.#large + BigInt(this.#small);
    const quotient = total / BigInt(divisor);
    return Number(quotient) + Number(total - quotient * BigInt(divisor)) / divisor;
  }
}
