import { formatAverage } from "../../format.ts";
import type { Space } from "../../queries/spaces.ts";
import { safeLimitOf } from "../../utilization.ts";
import type { Limit } from "./chart-overlays.ts";

/** A limit far above everything would press the line flat: only the legend has it. @param highest count */
export function isInSight(limit: number, highest: number): boolean {
  return limit <= Math.max(4, highest) * 2;
}

/** What a space's count is compared with, as far as it is set. */
export function limitsOf(space: Space): readonly Limit[] {
  const wanted = [
    { kind: "safe", label: "Safe limit", value: safeLimitOf(space) },
    { kind: "capacity", label: "Capacity", value: space.capacity },
    { kind: "target", label: "Target", value: space.target_capacity },
  ] as const;
  return wanted.flatMap(({ kind, label, value }) =>
    value === null || value === 0 ? [] : [{ kind, label: `${label} ${formatAverage(value)}`, value }],
  );
}
