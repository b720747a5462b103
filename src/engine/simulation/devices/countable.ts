import { INTERVAL_CROSSINGS_PER_SECOND_MAX } from "../../../domain/limits.ts";
import type { DeviceMessage } from "./delivery.ts";
import { type DeviceKind, type LineLog, type LogEntry, shown } from "./device-kind.ts";

/** How many people who passed can be counted: both are the same unless a reset leaves it open. */
export interface Countable {
  readonly least: { readonly in: number; readonly out: number };
  readonly most: { readonly in: number; readonly out: number };
}

/** Crossings of a line that D31 believes in by default: so many per second, and so many more. */
const PER_SECOND = 1;
const MARGIN = 60;

const DIRECTIONS = ["in", "out"] as const;
type Direction = (typeof DIRECTIONS)[number];

/** A log entry of a line that the server has. */
interface Arrived extends LineLog {
  readonly at: number;
  readonly entry: LogEntry;
}

/** What can be counted of a direction in a span; null if D31 leaves it open. */
interface Span {
  readonly exact: number | null;
  readonly most: number;
}

/**
 * What can be counted of a line by the rules of D31, from what the device knows: how often it has restarted, and its
 * totals before they wrap. The messages are given in the order in which the server stores them.
 */
export class CountableLine {
  readonly #kind: DeviceKind;
  readonly #least = { in: 0, out: 0 };
  readonly #most = { in: 0, out: 0 };
  readonly #intervals = new Set<number>();
  #mark: Arrived | null = null;

  constructor(kind: DeviceKind) {
    this.#kind = kind;
  }

  /** Takes a message that the server has stored. */
  take({ entries, receivedAt, isHeld }: DeviceMessage, line: string): void {
    for (const entry of entries) {
      const log = entry.lines.find((each) => each.line === line);
      if (log === undefined) continue;
      const at = this.#kind.isRelayed && !isHeld ? receivedAt : entry.to;
      if (this.#kind.counts === "intervals") this.#takeInterval(log, entry);
      else this.#takeTotals({ ...log, at, entry });
    }
  }

  /** Makes known the totals that the server had before. */
  begin(at: number, inTotal: number, outTotal: number): void {
    const log = { line: "", in: 0, out: 0, inTotal, outTotal };
    const entry = { number: -1, from: at, to: at, restarts: 0, running: 0, measured: 0, lines: [log] };
    this.#mark = { ...log, at, entry };
  }

  get countable(): Countable {
    return { least: { ...this.#least }, most: { ...this.#most } };
  }

  #takeInterval(log: LineLog, { from, to }: LogEntry): void {
    if (this.#intervals.has(from)) return;
    this.#intervals.add(from);
    const isPossible =
      Math.max(log.in, log.out) <= INTERVAL_CROSSINGS_PER_SECOND_MAX * Math.ceil((to - from) / 1_000);
    if (isPossible)
      this.#add({ in: { exact: log.in, most: log.in }, out: { exact: log.out, most: log.out } });
  }

  #takeTotals(arrived: Arrived): void {
    const mark = this.#mark;
    if (mark !== null && arrived.at <= mark.at) return;
    this.#mark = arrived;
    if (mark === null) return;
    this.#add({ in: this.#spanOf("in", mark, arrived), out: this.#spanOf("out", mark, arrived) });
  }

  #spanOf(direction: Direction, mark: Arrived, arrived: Arrived): Span {
    const { width, tellsStart } = this.#kind;
    const limit = PER_SECOND * ((arrived.at - mark.at) / 1_000) + MARGIN;
    const exactly = (count: number): Span => ({ exact: count <= limit ? count : null, most: count });
    const [before, now] = [mark[`${direction}Total`], arrived[`${direction}Total`]];
    if (arrived.entry.restarts === mark.entry.restarts) return exactly(now - before);
    const [last, next] = [shown(before, width), shown(now, width)];
    // A restart that the totals do not show hides what passed before it.
    if (next >= last) return exactly(next - last);
    if (tellsStart(arrived.entry)) return exactly(next);
    const wrapped = width === null ? Number.POSITIVE_INFINITY : 2 ** width - last + next;
    if (wrapped <= limit) return { exact: null, most: wrapped };
    return next < last / 2 ? exactly(next) : { exact: null, most: next };
  }

  /** If one direction is left open, so is the other: neither may be counted. */
  #add(spans: Readonly<Record<Direction, Span>>): void {
    const isOpen = DIRECTIONS.some((direction) => spans[direction].exact === null);
    for (const direction of DIRECTIONS) {
      const { exact, most } = spans[direction];
      this.#least[direction] += isOpen ? 0 : (exact ?? 0);
      this.#most[direction] += most;
    }
  }
}
