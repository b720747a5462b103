/** An exact decimal number: `digits` / 10^`places`. */
export interface Decimal {
  readonly digits: bigint;
  readonly places: number;
}

/** The decimal number that a double is written as. */
export function decimal(value: number): Decimal {
  const [mantissa = "", exponent = "0"] = String(value).split("e");
  const [whole = "", fraction = ""] = mantissa.split(".");
  const places = fraction.length - Number(exponent);
  const digits = BigInt(whole + fraction);
  return places < 0 ? { digits: digits * 10n ** BigInt(-places), places: 0 } : { digits, places };
}

/** The product of a decimal and a whole number. */
export function times({ digits, places }: Decimal, factor: number): Decimal {
  return { digits: digits * BigInt(factor), places };
}

/** Whether a whole number is greater than a decimal. */
export function exceeds(count: number, { digits, places }: Decimal): boolean {
  return BigInt(count) * 10n ** BigInt(places) > digits;
}

/** The double nearest to a decimal. */
export function toNumber({ digits, places }: Decimal): number {
  return Number(`${digits}e${-places}`);
}

/** The double nearest to the quotient of two whole numbers, the divisor positive. */
export function divide(dividend: bigint, divisor: bigint): number {
  const magnitude = dividend < 0n ? -dividend : dividend;
  // Enough binary places that what is cut off cannot change the rounding, except as "a bit more than".
  const places = 120n;
  const scaled = (magnitude << places) / divisor;
  const cut = scaled * divisor !== magnitude << places;
  const quotient = Number((scaled << 1n) | (cut ? 1n : 0n)) / 2 ** Number(places + 1n);
  return dividend < 0n ? -quotient : quotient;
}
