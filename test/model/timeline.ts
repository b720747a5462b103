import type { ScenarioHistory, ScenarioSchedule } from "./scenario.ts";
import { DAY, dateAt, onDate } from "./zone.ts";

/** A change of a count as it happened: resets that share an instant are one step (D6). */
export interface Step {
  readonly instant: number;
  readonly kind: "reset" | "event";
  /** 0 for a reset. */
  readonly direction: 1 | -1 | 0;
  /** The count after it. */
  readonly count: number;
}

interface Change {
  readonly instant: number;
  /** At one instant: 0 daily resets, 1 explicit resets, 2 events (D6). */
  readonly rank: 0 | 1 | 2;
  readonly direction: 1 | -1 | 0;
  /** What a reset sets. */
  readonly sets: number;
}

/**
 * Everything that changes the count up to and including `until`, in D6's order, folded by D7.
 *
 * @param from an instant before which daily resets need not be listed if nothing else has happened
 * @param floor the lowest count, or null for none
 */
export function timeline(
  history: ScenarioHistory,
  from: number,
  until: number,
  floor: number | null = 0,
): Step[] {
  const { events, resets } = history;
  const first = Math.min(from, ...events.map((e) => e.instant), ...resets.map((r) => r.instant));
  const changes: Change[] = [
    ...dailyResets(history.schedules, first - 2 * DAY, until).map((instant) => reset(instant, 0, 0)),
    ...resets.map(({ instant, count }) => reset(instant, 1, count)),
    ...events.map(({ instant, direction }) => ({ instant, rank: 2 as const, direction, sets: 0 })),
  ];
  // Sorting is stable, so within a rank the order of ids remains.
  const inOrder = changes
    .filter(({ instant }) => instant <= until)
    .sort((a, b) => a.instant - b.instant || a.rank - b.rank);
  return fold(inOrder, floor);
}

function reset(instant: number, rank: 0 | 1, sets: number): Change {
  return { instant, rank, direction: 0, sets };
}

function fold(changes: readonly Change[], floor: number | null): Step[] {
  const steps: Step[] = [];
  let count = 0;
  for (const { instant, rank, direction, sets } of changes) {
    count = rank === 2 ? count + direction : sets;
    if (floor !== null && count < floor) count = floor;
    const last = steps.at(-1);
    if (rank < 2 && last?.kind === "reset" && last.instant === instant) steps.pop();
    steps.push({ instant, kind: rank === 2 ? "event" : "reset", direction, count });
  }
  return steps;
}

/** The instants from `from` to `until`, both included, at which daily resets fall due (D8). */
export function dailyResets(schedules: readonly ScenarioSchedule[], from: number, until: number): number[] {
  return schedules.flatMap(({ from: first, to, timeZone, dailyReset }) => {
    if (dailyReset === null) return [];
    const earliest = Math.max(from, first ?? -Infinity);
    const latest = Math.min(until, to === null ? Infinity : to - 1);
    const instants: number[] = [];
    if (earliest > latest) return instants;
    for (let date = dateAt(timeZone, earliest) - 2; date <= dateAt(timeZone, latest) + 2; date++) {
      const instant = onDate(timeZone, date, dailyReset);
      if (instant !== null && instant >= earliest && instant <= latest) instants.push(instant);
    }
    return instants;
  });
}

/** N(t): the count after all changes at or before an instant (D7). */
export function settledAt(steps: readonly Step[], instant: number): number {
  return steps.findLast((step) => step.instant <= instant)?.count ?? 0;
}

/** The count after the resets at an instant and before its events (D12). */
export function openingAt(steps: readonly Step[], instant: number): number {
  const before = (step: Step) =>
    step.instant < instant || (step.instant === instant && step.kind === "reset");
  return steps.findLast(before)?.count ?? 0;
}
