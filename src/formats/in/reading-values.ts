import type { TimedReading } from "../../domain/reading.ts";
import type { StoredReading } from "../../domain/stored-readings.ts";

export interface RowRejection {
  readonly reason: string;
  readonly found: string | null;
}

export class WrongField extends Error {
  readonly rejection: RowRejection;

  constructor(reason: string, found: string | null) {
    super(reason);
    this.rejection = { reason, found };
  }
}

/** A count; null if it is absent. Decimals are zeros: three of them may be those of 1.000, a thousand. */
export function countOf(field: string, text: string | null): number | null {
  if (text === null) return null;
  const whole = /^\+?(\d+)(?:\.|[.,]0{1,2}|\.0{4,})?$/.exec(text)?.[1];
  const count = whole === undefined ? Number.NaN : Number(whole);
  if (!Number.isSafeInteger(count))
    throw new WrongField(`${field} must be a whole number from 0 to 2^53 - 1`, text);
  return count;
}

/** The bits of a counter; null if they are absent. */
export function widthOf(text: string | null): number | null {
  const isWidth = (bits: number) => Number.isInteger(bits) && bits >= 8 && bits <= 53;
  return numberOf("width must be a whole number from 8 to 53", text, isWidth);
}

/** How much of an interval was measured; null if it is absent. */
export function coverageOf(text: string | null): number | null {
  return numberOf("coverage must be a number from 0 to 1", text, (share) => share >= 0 && share <= 1);
}

function numberOf(rule: string, text: string | null, isValid: (value: number) => boolean): number | null {
  if (text === null) return null;
  const value = /^\d*\.?\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!isValid(value)) throw new WrongField(rule, text);
  return value;
}

export function bootOf(text: string | null): boolean {
  if (text === null || /^(false|0|no)$/i.test(text)) return false;
  if (/^(true|1|yes)$/i.test(text)) return true;
  throw new WrongField("boot must be true or false", text);
}

/** A reading by the columns of a table: totals have their instant as `from`, and no `to`. */
export function timedReading(
  columns: Pick<StoredReading, "to" | "in" | "out" | "width" | "coverage" | "isBoot" | "isUndirected"> & {
    readonly serialNumber: string;
    readonly from: number;
  },
): TimedReading {
  const { serialNumber, from, to, in: first, out: second, width, coverage, isBoot, isUndirected } = columns;
  const common = { serialNumber, isUndirected, timeZone: null };
  return to === null
    ? { kind: "total", ...common, at: from, inTotal: first, outTotal: second, width, isBoot }
    : { kind: "interval", ...common, from, to, in: first, out: second, coverage };
}
