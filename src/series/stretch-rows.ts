import { DAY_MS } from "../domain/instant.ts";
import type { ReplayPlan } from "./replay.ts";
import { type DaySpan, FALL, NO_COUNT, netAt, RISE, STRETCHES, writeRow } from "./roll-up.ts";

/** At which counts something begins or ends that a row cannot tell the time of. */
export interface CountMarks {
  /** The lowest counts of the bands above the first, ascending. */
  readonly bandFloors: readonly number[];
  /** The count above which it is unsafe; Infinity where there is no such. */
  readonly limit: number;
}

/** Whether a count that goes from a least to a most keeps its band and is safe. */
export function staysBetween({ bandFloors, limit }: CountMarks, least: number, most: number): boolean {
  return most <= limit && !bandFloors.some((bandFloor) => least < bandFloor && most >= bandFloor);
}

/**
 * Rolls a day up by its stretches, each from the count that it is known to have at its start.
 *
 * @param start of the day, in ms
 * @param plan its resets, all of which a stretch begins with; null where no count is known
 * @param cuts where one stretch ends and the next begins, in ms of the day: starts of quarters, ascending, less than
 * STRETCHES_MAX of them
 * @param target where the rows go
 * @returns how many rows there are; 0 where they would be more than `rowsMax`, or one would not be enough, since it
 * has too many changes, or crosses a mark, or the floor takes too many exits away: who finds some is to find all
 */
export function stretchRows(
  changes: Uint32Array,
  start: number,
  plan: ReplayPlan | null,
  cuts: readonly number[],
  marks: CountMarks,
  target: Uint16Array,
  rowsMax: number,
): number {
  const instants = plan?.resets.instants ?? [];
  let count = plan !== null && plan.origin.instant <= start ? plan.origin.count : NO_COUNT;
  let nextReset = 0;
  let rows = 0;
  for (let i = 0; i < changes.length; rows++) {
    if (rows === rowsMax) return 0;
    const span = stretchOf((changes[i] as number) >>> 1, cuts);
    for (; (instants[nextReset] ?? Infinity) <= start + span.start; nextReset++)
      count = plan?.resets.counts[nextReset] as number;
    const at = rows * STRETCHES.width;
    i = writeRow(changes, i, STRETCHES, span, { rows: target, at, count });
    if (i === -1) return 0;
    if (count === NO_COUNT) continue;
    const least = count - (target[at + FALL] as number);
    const most = count + (target[at + RISE] as number);
    if (!staysBetween(marks, least, most)) return 0;
    count += netAt(target, at);
  }
  return rows;
}

/** The stretch that a ms of the day lies in. */
function stretchOf(ms: number, cuts: readonly number[]): DaySpan {
  const next = cuts.findIndex((cut) => cut > ms);
  const before = next === -1 ? cuts.length - 1 : next - 1;
  return { start: cuts[before] ?? 0, end: cuts[before + 1] ?? DAY_MS };
}
