import { DAY_MS } from "../../domain/instant.ts";
import { INTERVAL_CROSSINGS_PER_SECOND_MAX } from "../../domain/limits.ts";
import type { Direction } from "../../readings/totals-line.ts";
import { lastSetReset } from "./counter-log.ts";
import { type DeviceKind, type DeviceMessage, type LineLog, type LogEntry, shown } from "./device-kind.ts";

/** How many people who passed can be counted: both are the same unless a reset leaves it open. */
export interface Countable {
  readonly least: { in: number; out: number };
  readonly most: { in: number; out: number };
}

/** Crossings of a line that D31 believes in by default: so many per second, and so many more. */
const PER_SECOND = 1;
const MARGIN = 60;

const DIRECTIONS = ["in", "out"] as const satisfies readonly Direction[];

/** A longer time since the last totals counts nothing. */
const UNSEEN_MS_MAX = 32 * DAY_MS;

interface Arrived
  extends Pick<LineLog, "inTotal" | "outTotal">,
    Pick<LogEntry, "number" | "restarts" | "resets"> {
  readonly at: number;
  /** Whether its log entry shows that the device has restarted. */
  readonly tellsStart: boolean;
  /** Whether it has the instant of a set reset, and a total that is lower than before: it is taken for one after it. */
  readonly hasBegun?: boolean;
}

/** What can be counted of a direction in a span; null if D31 leaves it open. */
interface Span {
  readonly exact: number | null;
  readonly most: number;
}

/**
 * What can be counted of a line by the rules of D31, from what the device knows: how often it has restarted, and its
 * totals before they wrap. The messages are given in the order in which the server stores them.
 *
 * @param resetsAt when the device sets its totals to 0, in ms of the day of UTC; null for never
 */
export function countableLine({ counts, isRelayed, tellsStart, width }: DeviceKind, resetsAt: number | null) {
  const live: Countable = { least: { in: 0, out: 0 }, most: { in: 0, out: 0 } };
  const intervals = new Set<number>();
  /** The totals that arrived first, and those from before them. */
  let first: Arrived | null = null;
  const past: Arrived[] = [];
  let mark: Arrived | null = null;

  const takeInterval = (log: LineLog, { from, to }: LogEntry): void => {
    if (intervals.has(from)) return;
    intervals.add(from);
    const possible = INTERVAL_CROSSINGS_PER_SECOND_MAX * Math.ceil((to - from) / 1_000);
    if (Math.max(log.in, log.out) <= possible)
      add(live, { in: { exact: log.in, most: log.in }, out: { exact: log.out, most: log.out } });
  };
  const takeTotals = (arrived: Arrived): void => {
    if (mark === null) first = arrived;
    if (first !== null && arrived.at < first.at) past.push(arrived);
    else mark = nextMark(mark, arrived, live);
  };
  /** Adds what can be counted from some totals to others. @returns the totals that count from then on */
  const nextMark = (before: Arrived | null, arrived: Arrived, sum: Countable): Arrived => {
    if (before === null) return arrived;
    if (arrived.at < before.at) return before;
    const isLower = DIRECTIONS.some((direction) => shownOf(arrived, direction) < shownOf(before, direction));
    if (arrived.at === before.at && isLower) return before;
    const hasBegun = isLower && lastSetReset(resetsAt, arrived.at) === arrived.at;
    const next = hasBegun ? { ...arrived, hasBegun } : arrived;
    add(sum, { in: spanOf("in", before, next), out: spanOf("out", before, next) });
    return arrived.at === before.at && before.hasBegun === true ? { ...next, hasBegun: true } : next;
  };
  const shownOf = (arrived: Arrived, direction: Direction) => shown(arrived[`${direction}Total`], width);
  const spanOf = (direction: Direction, before: Arrived, arrived: Arrived): Span => {
    const elapsed = arrived.at - before.at;
    const limit = PER_SECOND * (elapsed / 1_000) + MARGIN;
    const exactly = (count: number): Span => ({ exact: count <= limit ? count : null, most: count });
    const passed = arrived[`${direction}Total`] - before[`${direction}Total`];
    const [last, next] = [shownOf(before, direction), shownOf(arrived, direction)];
    const hasRestarted = arrived.restarts !== before.restarts;
    const isContinued = !hasRestarted && arrived.resets === before.resets;
    if (elapsed > UNSEEN_MS_MAX) return { exact: null, most: isContinued ? passed : next };
    if (arrived.hasBegun === true || isReset(before, arrived)) return exactly(next);
    if (hasRestarted && arrived.tellsStart) return exactly(next);
    const range = width === null ? Infinity : 2 ** width;
    const isWrap = next < last && last >= 0.9 * range && next <= 0.1 * range && range - last + next <= limit;
    if (isContinued) return next >= last || isWrap ? exactly(passed) : { exact: null, most: passed };
    // A restart that the totals do not show hides what passed before it.
    if (next >= last) return exactly(next - last);
    if (isWrap) return { exact: null, most: range - last + next };
    return next < last / 2 ? exactly(next) : { exact: null, most: next };
  };
  /** Whether a set reset is known to be between two totals. */
  const isReset = (before: Arrived, { at }: Arrived): boolean => {
    const reset = lastSetReset(resetsAt, at - 1);
    return before.hasBegun === true ? reset > before.at : reset >= before.at;
  };

  return {
    take: ({ entries, receivedAt, isHeld }: DeviceMessage, line: string): void => {
      for (const entry of entries) {
        const log = entry.lines.find((each) => each.line === line);
        if (log === undefined) continue;
        const at = isRelayed && !isHeld ? receivedAt : entry.to;
        if (counts === "intervals") takeInterval(log, entry);
        else takeTotals({ ...entry, ...log, at, tellsStart: tellsStart?.(entry) === true });
      }
    },
    /** Makes known the totals that the server had before. */
    begin: (at: number, inTotal: number, outTotal: number): void => {
      mark = { inTotal, outTotal, at, number: -1, restarts: 0, resets: 0, tellsStart: false };
    },
    get countable(): Countable {
      const sum = structuredClone(live);
      if (first === null) return sum;
      const before = past.toSorted((a, b) => a.at - b.at || a.number - b.number);
      let last: Arrived | null = null;
      for (const arrived of [...before, first]) last = nextMark(last, arrived, sum);
      return sum;
    },
  };
}

/** If one direction is left open, so is the other: neither may be counted. */
function add(sum: Countable, spans: Readonly<Record<Direction, Span>>): void {
  const isOpen = DIRECTIONS.some((direction) => spans[direction].exact === null);
  for (const direction of DIRECTIONS) {
    const { exact, most } = spans[direction];
    sum.least[direction] += isOpen ? 0 : (exact ?? 0);
    sum.most[direction] += most;
  }
}
