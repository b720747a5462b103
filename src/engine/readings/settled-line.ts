import { must } from "../../domain/errors.ts";
import { lastMark, onlyMark } from "../../readings/marks.ts";
import type { Direction } from "../../readings/totals-line.ts";
import type { Line, StoredReading } from "../ports.ts";
import type { JudgingOrder } from "./judging-order.ts";
import { isMovingTotal } from "./line-before.ts";
import { isOfHistory } from "./lines.ts";
import { lastTotalsOf } from "./open-lines.ts";

/** Readings that have been judged again, before and after, in the order in which they are judged. */
interface JudgedRows {
  readonly stored: readonly StoredReading[];
  readonly rows: readonly StoredReading[];
  /** Whether they are only those up to the line's first totals. */
  readonly isHistory: boolean;
}

/**
 * The line after readings have been judged again: they do not suspend it with the next one.
 *
 * @param after the line after the last of them
 */
export function settledLine(after: Line, order: JudgingOrder, judged: JudgedRows): Line {
  const { line, since, added, now } = order;
  const { totals } = line;
  const earliest =
    totals.earliest === null || since <= totals.earliest ? earliestOf(judged.rows) : totals.earliest;
  const common = {
    readings: line.readings + (added?.readings.length ?? 0),
    receivedAt: added === undefined ? line.receivedAt : now,
    revision: after.revision,
  };
  if (judged.isHistory) {
    // The readings after these are as they were, and so is the line after them.
    const isUndirected = [after, line].every((each) => each.totals.suspended?.reason === "undirected");
    const suspended = isUndirected ? after.totals.suspended : totals.suspended;
    const overWidth = Math.max(after.totals.overWidth, totals.overWidth);
    // A direction that only totals of the past have counts from them.
    const marksOf = (direction: Direction) =>
      (totals[direction].length > 0 ? totals : after.totals)[direction];
    const marks = { in: marksOf("in"), out: marksOf("out") };
    return { ...line, ...common, totals: { ...totals, ...marks, earliest, suspended, overWidth } };
  }
  const hasIntervals = after.intervalsEnd > -Infinity;
  return {
    ...after,
    ...common,
    // Without any reading that counts, it may send the other kind.
    kind: earliest !== null ? "total" : hasIntervals && line.kind !== "total" ? line.kind : null,
    totals: {
      ...after.totals,
      in: onlyMark(lastMark(after.totals.in)),
      out: onlyMark(lastMark(after.totals.out)),
      backwards: [],
      unfallen: [],
      first: firstOf(after, order, judged),
      earliest,
    },
  };
}

function earliestOf(rows: readonly StoredReading[]): number | null {
  const times = rows.filter(isMovingTotal).map(({ from }) => must(from, "time of totals"));
  return times.reduce<number | null>((least, time) => (least === null || time < least ? time : least), null);
}

/**
 * The time of the first totals that arrived. If they are gone, those that arrived next take their place, of what is not
 * history; without any, all is history.
 */
function firstOf(after: Line, { line, since }: JudgingOrder, { stored, rows }: JudgedRows): number | null {
  const { first } = line.totals;
  if (first !== null && since > first) return first;
  let next: StoredReading | null = null;
  for (const [index, row] of rows.entries()) {
    const { from, number } = must(stored[index], "reading");
    const isHistory = from !== null && isOfHistory(line, from);
    if (isMovingTotal(row) && !isHistory && (next === null || number < next.number)) next = row;
  }
  if (next !== null) return next.from;
  const last = lastTotalsOf(after);
  return last === -Infinity ? null : last;
}
