import { lastDailyReset } from "../../domain/daily-reset.ts";
import type { CountingSettings, CountingSpan, Sensor } from "../../domain/resources.ts";
import { CAP_DEFAULT, SUSPENDED, type SuspendedLine, type TotalsRules } from "../../readings/totals-line.ts";
import type { Catalog } from "../catalog/catalog.ts";

/** The settings of a sensor that has none. */
export const COUNTING_DEFAULTS: CountingSettings = {
  isReversed: false,
  cap: CAP_DEFAULT,
  width: null,
  timeZone: null,
  resetsAt: null,
  direction: null,
  line: null,
};

/** The settings of a sensor at an instant in ms; Infinity for those that are the last. */
export function countingAt(
  { countingsOfSensor }: { readonly countingsOfSensor: Pick<Catalog["countingsOfSensor"], "of"> },
  sensor: Pick<Sensor, "id"> | undefined,
  instant: number,
): CountingSettings {
  return sensor === undefined ? COUNTING_DEFAULTS : countingIn(countingsOfSensor.of(sensor.id), instant);
}

/** The settings at an instant in ms, of those that a sensor has. */
export function countingIn(spans: readonly CountingSpan[], instant: number): CountingSettings {
  for (const span of spans)
    if (span.from <= instant && (instant < span.to || span.to === Infinity)) return span;
  return COUNTING_DEFAULTS;
}

/** Why a line makes no events, and what an operator can do. */
export function whySuspended({ reason }: SuspendedLine): string {
  return SUSPENDED[reason];
}

/** What totals mean by some settings (D31). */
export function rulesOf(settings: CountingSettings): TotalsRules {
  const { isReversed, cap, width, direction, resetsAt, timeZone } = settings;
  const daily = { from: -Infinity, to: Infinity, timeZone: timeZone ?? "UTC", dailyReset: resetsAt };
  const lastReset = (from: number, to: number) => {
    const reset = lastDailyReset([daily], to - 1);
    return reset === null || reset < from ? null : reset;
  };
  const resets = { lastReset: resetsAt === null ? null : lastReset };
  return { isReversed, cap, width, direction, ...resets, suspends: true };
}
