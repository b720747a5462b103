/** How full a space is, by the contract's bands (D13). */
export const BANDS = [
  { floor: 0, name: "quiet", words: "under 40%" },
  { floor: 0.4, name: "busy", words: "40 to 80%" },
  { floor: 0.8, name: "full", words: "80 to 100%" },
  { floor: 1, name: "over", words: "100% and more" },
] as const;
export type Band = (typeof BANDS)[number]["name"];

/** The band of a utilization; null where a space has no capacity to compare with. */
export function bandOf(utilization: number | null): Band | null {
  if (utilization === null) return null;
  return BANDS.findLast(({ floor }) => utilization >= floor)?.name ?? "quiet";
}

/** The numbers that a space's limits are made of. */
interface Limits {
  readonly capacity: number | null;
  readonly target_capacity: number | null;
  readonly safe_capacity: number | null;
  readonly safe_threshold_mode: string | null;
  readonly safe_threshold_value: number | null;
}

/** What a space's count is compared with: its capacity, or its target without one. */
export function fullAt({ capacity, target_capacity: target }: Limits): number | null {
  return capacity || target || null;
}

/** The count that a space is unsafe above; null without a threshold (D15). */
export function safeLimitOf(space: Limits): number | null {
  const { safe_threshold_mode: mode, safe_threshold_value: value } = space;
  if (mode === "SAFE_CAPACITY") return space.safe_capacity;
  const base = mode === "UTILIZATION_PERC_TARGET" ? space.target_capacity : space.capacity;
  if (mode === null || base === null || value === null) return null;
  // In decimal, as the server has it: 0.6 of 10 is 6, not a bit more.
  return Number((base * value).toPrecision(12));
}
