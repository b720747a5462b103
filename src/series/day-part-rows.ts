import { DAY_MS } from "../domain/instant.ts";
import type { ReplayPlan } from "./replay-plan.ts";

import { DAY_PARTS, type DaySpan, FALL, NO_COUNT, netAt, RISE, writeRow } from "./roll-up.ts";

/** The counts that queries need crossing times of, which a row does not have. */
export interface CountMarks {
  /** The lower bounds of all bands but the first, ascending. */
  readonly bandFloors: readonly number[];
  /** The count above which it is unsafe; Infinity without a limit. */
  readonly limit: number;
}

/** Whether a count between a least and a most keeps its band and is safe. */
export function staysBetween({ bandFloors, limit }: CountMarks, least: number, most: number): boolean {
  return most <= limit && !bandFloors.some((bandFloor) => least < bandFloor && most >= bandFloor);
}

/**
 * Rolls up a day by its parts, each from the count known at its start.
 *
 * @param start of the day, in ms
 * @param plan its resets, each at the start of a part; null if no count is known
 * @param cuts the boundaries of the parts, in ms of the day: starts of quarters, ascending, less than DAY_PARTS_MAX of
 * them
 * @param target receives the rows
 * @param rowsMax maximum number of rows
 * @returns the number of rows; 0 if there would be more than `rowsMax`, or one would not be enough, since it has too
 * many changes, or crosses a mark, or the floor removes too many exits: a day has all rows or none
 */
export function dayPartRows(
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
    const span = dayPartOf((changes[i] as number) >>> 1, cuts);
    for (; (instants[nextReset] ?? Infinity) <= start + span.start; nextReset++)
      count = plan?.resets.counts[nextReset] as number;
    const at = rows * DAY_PARTS.width;
    i = writeRow(changes, i, DAY_PARTS, span, { rows: target, at, count });
    if (i === -1) return 0;
    if (count === NO_COUNT) continue;
    const least = count - (target[at + FALL] as number);
    const most = count + (target[at + RISE] as number);
    if (!staysBetween(marks, least, most)) return 0;
    count += netAt(target, at);
  }
  return rows;
}

/** The part of the day that contains a millisecond of it. */
function dayPartOf(ms: number, cuts: readonly number[]): DaySpan {
  const next = cuts.findIndex((cut) => cut > ms);
  const before = next === -1 ? cuts.length - 1 : next - 1;
  return { start: cuts[before] ?? 0, end: cuts[before + 1] ?? DAY_MS };
}
