import { MINUTE_MS } from "../../domain/instant.ts";
import { FEED_AGE_MS_MAX } from "../../domain/limits.ts";
import type { Catalog, SpaceHistory } from "../catalog/catalog.ts";
import type { LogRecord, ReplayMark, StoredMark } from "../ports.ts";

/** Longest time between the marks of two commits of events that follow each other, in ms. */
const MARK_MS_MAX = MINUTE_MS;

/** How long marks are kept, in ms: a replay begins at the last mark before its first message. */
export const MARKS_KEPT_MS = FEED_AGE_MS_MAX + 10 * MARK_MS_MAX;

/** A place in the order of messages: after an event of the log, and after a number of marks. */
export interface LogPlace {
  readonly eventId: bigint;
  readonly marks: number;
}

export const BEGINNING: LogPlace = { eventId: 0n, marks: 0 };

/** The marks of the last hour, in order, as the store has them. */
export class ReplayMarks {
  #marks: readonly StoredMark[];
  #gone = 0;

  constructor(marks: readonly StoredMark[]) {
    this.#marks = marks;
  }

  get end(): number {
    return this.#gone + this.#marks.length;
  }

  get last(): StoredMark | undefined {
    return this.#marks.at(-1);
  }

  /**
   * Whether a commit of events needs a mark, since the last one is too old, or does not describe the events: they were
   * committed after a reset of their spaces, or are the first after other resources were created.
   *
   * @param lastReset the last reset of their spaces, in ms
   */
  isDue({ instant, isLive, nextId }: Omit<ReplayMark, "sent">, lastReset: number): boolean {
    const last = this.last;
    return (
      last === undefined ||
      last.isLive !== isLive ||
      last.nextId !== nextId ||
      instant - last.instant >= MARK_MS_MAX ||
      instant < last.instant ||
      lastReset > last.instant
    );
  }

  /** Adds the marks of a stored record: those in memory are always those that the store has. */
  apply({ ids, notifications }: Pick<LogRecord, "ids" | "notifications">): void {
    if (notifications === undefined || notifications.marks.length === 0) return;
    const { marks, marksSince } = notifications;
    const before = this.end;
    const position = ids.eventId - 1n;
    const kept = this.#marks.filter(({ instant }) => instant >= marksSince);
    this.#marks = [...kept, ...marks.map((mark) => ({ ...mark, position }))];
    this.#gone = before - kept.length;
  }

  /** The marks after a place, up to another place; those that are no longer kept are missing. */
  between(from: number, to: number): readonly StoredMark[] {
    return this.#marks.slice(Math.max(0, from - this.#gone), Math.max(0, to - this.#gone));
  }

  /** The place right before the last mark that precedes an event; `BEGINNING` if there is none. */
  placeBefore(eventId: bigint): LogPlace {
    const index = this.#marks.findLastIndex(({ position }) => position < eventId);
    const mark = this.#marks[index];
    return mark === undefined ? BEGINNING : { eventId: mark.position, marks: this.#gone + index };
  }
}

/** A space's history as it was before resources with an id or a greater one were created. */
export function historyBefore(catalog: Catalog, spaceId: bigint, nextId: bigint): SpaceHistory {
  const history = catalog.history(catalog.find("space", spaceId));
  return { ...history, resets: history.resets.filter(({ id }) => id < nextId) };
}
