import type { MirrorRow, MonthSums } from "./ports.ts";

/** Checksums are sums of numbers of rows modulo this prime, in each of three SQL dialects: all of it is below 2^53. */
const PRIME = 4_503_599_627_370_449;
/** Factors are taken modulo this prime, so that products stay below 2^52. */
const FACTOR_PRIME = 1_000_003;

/** Sums rows of hours, days and breaches. */
export class MonthSummer {
  readonly #sums = new Map<number, { rows: number; checksum: number }>();

  add(instant: number, first: number, second: number): void {
    const date = new Date(instant);
    const month = date.getUTCFullYear() * 100 + date.getUTCMonth() + 1;
    const sum = this.#sums.get(month) ?? { rows: 0, checksum: 0 };
    sum.rows++;
    sum.checksum = (sum.checksum + factor(first) * factor(second)) % PRIME;
    this.#sums.set(month, sum);
  }

  get sums(): MonthSums {
    return this.#sums;
  }
}

const factor = (value: number) => (value % FACTOR_PRIME) + 1;

/** The instant of a row of a derived table, in ms, and the two whole numbers that its checksum is of. */
export function summedNumbers(row: MirrorRow): readonly [instant: number, first: number, second: number] {
  const number = (column: string) => Number(row[column] ?? 0);
  const instant = number("start_ts");
  const values =
    number("count") +
    3 * number("min") +
    5 * number("max") +
    7 * number("entrances") +
    11 * number("exits") +
    13 * number("peak_count") +
    (number("integral") % FACTOR_PRIME);
  const end = number("end_ts") || instant + number("length");
  return [instant, instant + number("space_id"), values + end];
}
