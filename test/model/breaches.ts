import { type Decimal, decimal, exceeds, times } from "./exact.ts";
import type { Scenario } from "./scenario.ts";
import { timeline } from "./timeline.ts";

/** A value and the instant, in ms, that goes with it. */
export interface Reached {
  readonly value: number;
  readonly instant: number;
}

/** A whole span of unsafe time (D15); `end` is null while it lasts. */
export interface ModelBreach {
  readonly start: number;
  readonly end: number | null;
  readonly peak: Reached;
}

/** The count that must not be exceeded, or null without a mode or its numbers (D15). */
export function limitOf(scenario: Scenario): Decimal | null {
  const { safeThresholdMode: mode, safeThresholdValue: value } = scenario;
  if (mode === null) return null;
  if (mode === "SAFE_CAPACITY") return scenario.safeCapacity === null ? null : decimal(scenario.safeCapacity);
  const capacity = mode === "UTILIZATION_PERC_TARGET" ? scenario.targetCapacity : scenario.capacity;
  return value === null || capacity === null ? null : times(decimal(value), capacity);
}

/** Every breach up to the present, by N(t) (D15). */
export function allBreaches(scenario: Scenario, limit: Decimal): ModelBreach[] {
  const steps = timeline(scenario, scenario.start, scenario.now);
  const breaches: ModelBreach[] = [];
  let open: { start: number; peak: Reached } | null = null;
  for (const [i, { instant, count }] of steps.entries()) {
    // Only the last step of an instant leaves a count that lasts.
    if (steps[i + 1]?.instant === instant) continue;
    if (exceeds(count, limit)) {
      open ??= { start: instant, peak: { value: count, instant } };
      if (count > open.peak.value) open = { start: open.start, peak: { value: count, instant } };
    } else if (open !== null) {
      breaches.push({ ...open, end: instant });
      open = null;
    }
  }
  return open === null ? breaches : [...breaches, { ...open, end: null }];
}

/** The breaches that touch the scenario's range, whole. */
export function breachesOf(scenario: Scenario): ModelBreach[] {
  const limit = limitOf(scenario);
  const { start, end } = scenario;
  if (limit === null || start >= end) return [];
  return allBreaches(scenario, limit).filter(
    (breach) => breach.start < end && (breach.end === null || breach.end > start),
  );
}
