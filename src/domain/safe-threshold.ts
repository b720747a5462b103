export const SAFE_THRESHOLD_MODES = [
  "SAFE_CAPACITY",
  "UTILIZATION_PERC_TARGET",
  "UTILIZATION_PERC_LEGAL",
] as const;
type SafeThresholdMode = (typeof SAFE_THRESHOLD_MODES)[number];

/** The rule from which a space's safe limit follows (D15). */
export interface SafeThreshold {
  readonly safeThresholdMode: SafeThresholdMode | null;
  readonly safeThresholdValue: number | null;
  readonly safeCapacity: number | null;
  readonly targetCapacity: number | null;
  readonly capacity: number | null;
}

/**
 * The highest safe count, in people (may be fractional): safe_capacity, or the value times the target or the legal
 * capacity, multiplied in decimal so that 0.6 × 10 is 6 (D15).
 *
 * @returns null without a mode or the numbers it needs
 */
export function safeLimit(space: SafeThreshold): number | null {
  switch (space.safeThresholdMode) {
    case null:
      return null;
    case "SAFE_CAPACITY":
      return space.safeCapacity;
    case "UTILIZATION_PERC_TARGET":
      return decimalProduct(space.safeThresholdValue, space.targetCapacity);
    case "UTILIZATION_PERC_LEGAL":
      return decimalProduct(space.safeThresholdValue, space.capacity);
  }
}

function decimalProduct(value: number | null, capacity: number | null): number | null {
  if (value === null || capacity === null) return null;
  const [digits = "0", exponent = "0"] = value.toExponential().split("e");
  const [whole = "0", fraction = ""] = digits.split(".");
  const scaled = BigInt(whole + fraction) * BigInt(capacity);
  return Number(`${scaled}e${Number(exponent) - fraction.length}`);
}
