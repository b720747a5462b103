/** Rows of numbers, one after the other, which can be added to; NaN stands for null. */
export class NumberRows {
  readonly width: number;
  length = 0;
  numbers: Float64Array;

  /** @param width the numbers of a row. @param capacity the rows that there is room for at first */
  constructor(width: number, capacity = 0) {
    this.width = width;
    this.numbers = new Float64Array(width * capacity);
  }

  /** Adds a row, whose numbers the caller sets. @returns the place of its first number */
  add(): number {
    this.reserve(1);
    return this.width * this.length++;
  }

  reserve(rows: number): void {
    const needed = (this.length + rows) * this.width;
    if (needed <= this.numbers.length) return;
    const grown = new Float64Array(Math.max(needed, 2 * this.numbers.length));
    grown.set(this.numbers);
    this.numbers = grown;
  }
}

/** A number of a row; null for NaN. */
export function numberOrNull(number: number | undefined): number | null {
  return number === undefined || Number.isNaN(number) ? null : number;
}
