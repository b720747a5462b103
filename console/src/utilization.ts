/** The bands of utilization (D13). */
export const BANDS = [
  { floor: 0, name: "quiet", label: "under 40%" },
  { floor: 0.4, name: "busy", label: "40 to 80%" },
  { floor: 0.8, name: "full", label: "80 to 100%" },
  { floor: 1, name: "over", label: "100% and more" },
] as const;
export type Band = (typeof BANDS)[number]["name"];

/** The band of a utilization; null without a capacity. */
export function bandOf(utilization: number | null): Band | null {
  if (utilization === null) return null;
  return BANDS.findLast(({ floor }) => utilization >= floor)?.name ?? "quiet";
}

/** The fields of a space from which its limits follow. */
interface Limits {
  readonly capacity: number | null;
  readonly target_capacity: number | null;
  readonly safe_capacity: number | null;
  readonly safe_threshold_mode: string | null;
  readonly safe_threshold_value: number | null;
}

/** The base of the utilization: the capacity, or else the target capacity. */
export function fullAt({ capacity, target_capacity: target }: Limits): number | null {
  return capacity || target || null;
}

/** The safe limit of a space; null if it has none (D15). */
export function safeLimitOf(space: Limits): number | null {
  const { safe_threshold_mode: mode, safe_threshold_value: value } = space;
  if (mode === "SAFE_CAPACITY") return space.safe_capacity;
  const base = mode === "UTILIZATION_PERC_TARGET" ? space.target_capacity : space.capacity;
  if (mode === null || base === null || value === null) return null;
  // Removes the rounding error of binary numbers, as the server does: 0.6 of 10 is 6.
  return Number((base * value).toPrecision(12));
}
