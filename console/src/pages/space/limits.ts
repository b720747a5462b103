import { formatAverage } from "../../format.ts";
import type { Space } from "../../queries/spaces.ts";
import { safeLimitOf } from "../../utilization.ts";
import type { Limit } from "./chart-overlays.ts";

/** Whether the chart shows a limit. A limit far above the counts would flatten the line. @param highest count */
export function isVisible(limit: number, highest: number): boolean {
  return limit <= Math.max(4, highest) * 2;
}

/** The limits of a space that are set. */
export function limitsOf(space: Space): readonly Limit[] {
  const limits = [
    { kind: "safe", label: "Safe limit", value: safeLimitOf(space) },
    { kind: "capacity", label: "Capacity", value: space.capacity },
    { kind: "target", label: "Target", value: space.target_capacity },
  ] as const;
  return limits.flatMap(({ kind, label, value }) =>
    value === null || value === 0 ? [] : [{ kind, label: `${label} ${formatAverage(value)}`, value }],
  );
}
