import { must } from "../../domain/errors.ts";
import { INSTANT_MAX, INSTANT_MIN } from "../../domain/instant.ts";
import { UNMOVING_RESULTS } from "../../domain/reading.ts";
import { UNSEEN_MS_MAX } from "../../readings/judge-total.ts";
import { lastMark, type Mark, onlyMark } from "../../readings/marks.ts";
import { type Direction, NEW_LINE } from "../../readings/totals-line.ts";
import type { Line, ReadingStore, StoredReading } from "../ports.ts";
import type { JudgingOrder } from "./judging-order.ts";
import { isOfHistory } from "./lines.ts";
import { lastTotalsOf } from "./open-lines.ts";

const PAGE = 200;

type Readings = Pick<ReadingStore, "readings">;

function isMovingTotal({ kind, from, result }: StoredReading): boolean {
  return kind === "total" && from !== null && !UNMOVING_RESULTS.has(result);
}

/**
 * The line as it was before an instant: the last totals of each direction, and the end of the last interval. Later ones of
 * it are judged in the order in which they are given, so that none is history.
 *
 * @param after its readings since then, in the order in which they are judged: totals that arrived after one of these were
 * late in the directions that it has, also if they began to count the other one
 */
export async function lineBefore(
  readings: Readings,
  line: Line,
  before: number,
  after: readonly StoredReading[],
): Promise<Line> {
  const directions = countedBy(line);
  const firstOf = (direction: Direction) =>
    after.find((reading) => isMovingTotal(reading) && reading[direction] !== null)?.number ?? Infinity;
  const firstAfter = { in: firstOf("in"), out: firstOf("out") };
  const marks = new Map<Direction, Mark>();
  /** The directions of which the total before the mark is known. */
  const compared = new Set<Direction>();
  let begun: { readonly at: number } | null = null;
  let intervalsEnd = -Infinity;
  const hasIntervals = line.intervalsEnd > -Infinity;
  for await (const reading of pagesOf(readings, line, { start: INSTANT_MIN, end: before, order: "DESC" })) {
    const { from, to, result, number } = reading;
    if (from === null || UNMOVING_RESULTS.has(result)) continue;
    if (to !== null) intervalsEnd = Math.max(intervalsEnd, to);
    for (const direction of directions) {
      const total = reading[direction];
      if (to !== null || total === null || compared.has(direction)) continue;
      if (number >= firstAfter[direction] && !isOfHistory(line, from)) continue;
      const mark = marks.get(direction);
      if (mark === undefined) marks.set(direction, { at: from, total });
      else if (from < mark.at) {
        compared.add(direction);
        // At the instant of a reset, this total was the first one after it.
        if (mark.total < total && mark.at - from <= UNSEEN_MS_MAX) begun = { at: mark.at };
      }
    }
    if (compared.size === directions.length && (!hasIntervals || intervalsEnd > -Infinity)) break;
  }
  const { earliest, overWidth } = line.totals;
  const known = { first: -Infinity, earliest, begun, overWidth };
  const last = { in: onlyMark(marks.get("in") ?? null), out: onlyMark(marks.get("out") ?? null) };
  const totals = { ...NEW_LINE, ...last, ...known };
  return { ...line, totals, intervalsEnd, revision: line.revision + 1 };
}

/** The time, in ms, by which each direction of a line had totals that arrived as the first ones, or later. */
export async function endOfFirstTotals(readings: Readings, line: Line): Promise<number> {
  const missing = new Set(countedBy(line));
  let end = line.totals.first ?? INSTANT_MIN;
  for await (const reading of pagesOf(readings, line, { start: end, end: INSTANT_MAX, order: "ASC" })) {
    if (!isMovingTotal(reading)) continue;
    for (const direction of missing)
      if (reading[direction] !== null) {
        missing.delete(direction);
        end = reading.from ?? end;
      }
    if (missing.size === 0) break;
  }
  return end;
}

function countedBy({ totals }: Line): Direction[] {
  return (["in", "out"] as const).filter((direction) => totals[direction].length > 0);
}

async function* pagesOf(
  readings: Readings,
  { sensorKey }: Line,
  span: { readonly start: number; readonly end: number; readonly order: "ASC" | "DESC" },
): AsyncGenerator<StoredReading> {
  for (let offset = 0; ; offset += PAGE) {
    const { items } = await readings.readings(sensorKey, { ...span, offset, limit: PAGE });
    yield* items;
    if (items.length < PAGE) return;
  }
}

/** Readings in the order in which they are judged: that of arrival, but totals from before the first ones by time (D31). */
export function inOrder(line: Line, readings: readonly StoredReading[]): StoredReading[] {
  const rankOf = ({ kind, from }: StoredReading) =>
    kind === "total" && from !== null ? (isOfHistory(line, from) ? from : Number.MAX_VALUE) : -Infinity;
  const ranked = readings.map((reading) => [rankOf(reading), reading] as const);
  return ranked
    .sort(([a, one], [b, other]) => (a === b ? one.number - other.number : a - b))
    .map(([, reading]) => reading);
}

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
