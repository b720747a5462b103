import { instantsOf, toInstant, toLocal } from "./local-time.ts";

/** Why a local time of a line has no instant. */
export const NO_SUCH_TIME = "the local time does not exist: clocks were put forward over it";

/**
 * Finds the instants of one line's local times, row by row (D34). A time that occurs twice means the first occurrence,
 * unless the rows so far are in order and the first one is over: then it means the second.
 */
export class LineTimes {
  readonly #timeZone: string;
  /** The instant up to which rows have come, in ms. */
  #last = -Infinity;
  isOrdered: boolean;
  #isLatestFirst = true;

  /** @param isOrdered false if the rows are known not to come in the order of time */
  constructor(timeZone: string, isOrdered = true) {
    this.#timeZone = timeZone;
    this.isOrdered = isOrdered;
  }

  /** The row ends at an instant, in ms: the instant of totals, or the end of an interval. */
  pass(instant: number): void {
    if (instant < this.#last) this.isOrdered = false;
    else if (instant > this.#last && this.#last !== -Infinity) this.#isLatestFirst = false;
    this.#last = instant;
  }

  /** Whether the rows so far have come in the opposite order. */
  get isLatestFirst(): boolean {
    return this.#isLatestFirst && !this.isOrdered;
  }

  /** The instants of a local time, in ms: none in a gap, two where it occurs twice. @param local in local milliseconds */
  occurrences(local: number): readonly number[] {
    return instantsOf(local, this.#timeZone);
  }

  /**
   * The instant of totals, or of the start of an interval, in ms.
   *
   * @param occurrences of its local time
   * @param mayBeLast whether it may be the instant up to which rows have come: that of an interval's start may
   * @returns null if there is no such time
   */
  start([first, second]: readonly number[], mayBeLast: boolean): number | null {
    if (first === undefined || second === undefined || !this.isOrdered) return first ?? null;
    const isOver = first < this.#last || (first === this.#last && !mayBeLast);
    return isOver && second >= this.#last ? second : first;
  }

  /**
   * The instant of the end of an interval, in ms: the first one after its start. An interval that begins in the first
   * run of a repeated hour has the length of its local times. The start of a gap is an end, too.
   *
   * @param local in local milliseconds
   * @param from the start, in ms
   * @returns null if there is no such time
   */
  end(local: number, from: number): number | null {
    const zone = this.#timeZone;
    const ends = instantsOf(local, zone);
    const [only] = ends;
    if (only === undefined) {
      const change = toInstant(local, zone);
      return toLocal(change - 1, zone) === local - 1 ? change : null;
    }
    const localFrom = toLocal(from, zone);
    const [first = from, second = from] = instantsOf(localFrom, zone);
    const length = local - localFrom;
    if (from === first && length > 0 && length <= second - first) return from + length;
    return ends.find((instant) => instant > from) ?? only;
  }

  /** The instant of the last label of an interval, in ms: the first one not before its start. Otherwise as `end`. */
  lastLabel(local: number, from: number): number | null {
    const labels = instantsOf(local, this.#timeZone);
    return labels.find((instant) => instant >= from) ?? labels[0] ?? null;
  }
}
