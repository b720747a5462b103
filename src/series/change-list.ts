import { sortedBy } from "../domain/collections.ts";
import { FLOOR } from "./replay-plan.ts";

/** The step of a reset to 0, beside those of +1 and -1 for an entrance and an exit. */
export const RESET = 0;

const SEGMENT_CHANGES = 64;

/** Late changes that are kept aside at most, as a share of all, besides those of a segment. */
const LATE_SHARE = 1 / 2;

/** The place before all changes of an instant, in ms. A place or a change at an instant has its millisecond times 4. */
const placeOf = (instant: number) => instant * 4;

/** The instant of a change, in ms. */
const instantOf = (change: number) => Math.floor(change / 4);

/** The step of a change, in people. */
const stepOf = (change: number) => change - placeOf(instantOf(change)) - 1;

/**
 * The place of a change among others: an event's is after all of its instant, a reset's before these (D6). Late changes
 * are in this order.
 */
const placeAmongOthers = (change: number) => placeOf(instantOf(change)) + (stepOf(change) === RESET ? 0 : 3);

/** The number of the next owner of segments: a list between two of its copies. */
let nextOwner = 0;

/** Changes that follow each other. Only the list that owns a segment changes it. */
class Segment {
  readonly owner: number;
  /** In the order of D6. */
  readonly changes: number[];
  /** As in `effectOf`: the count after the segment is max(count before it + net, base). */
  #net = 0;
  #base = -Infinity;
  /** How many changes, from the first, that effect includes. */
  #measured = 0;

  constructor(owner: number, changes: number[]) {
    this.owner = owner;
    this.changes = changes;
  }

  get last(): number {
    return this.changes[this.changes.length - 1] as number;
  }

  /** The count after the changes before a place, in people. @param count the one before the segment */
  after(count: number, place = Infinity): number {
    const { changes } = this;
    if (this.last < place) {
      for (; this.#measured < changes.length; this.#measured++)
        this.#extend(stepOf(changes[this.#measured] as number));
      return Math.max(count + this.#net, this.#base);
    }
    let after = count;
    for (let i = 0; (changes[i] as number) < place; i++) {
      after = applied(after, stepOf(changes[i] as number));
    }
    return after;
  }

  #extend(step: number): void {
    this.#net = step === RESET ? -Infinity : this.#net + step;
    this.#base = step === RESET ? 0 : Math.max(FLOOR, this.#base + step);
  }

  insert(late: readonly number[]): void {
    insertInOrder(this.changes, late);
    this.#measured = 0;
    this.#net = 0;
    this.#base = -Infinity;
  }
}

/**
 * The changes of a space's count, in the order of D6, with the count after each (D7). All but the last ones are in segments
 * that have one effect each: so a change is inserted, and the count after it known, in a time that hardly grows with their
 * number. Late ones get their places together, when a count is asked for. Copies share what they have in common: most
 * only add a change at the end.
 */
export class ChangeList {
  #owner = nextOwner++;
  #segments: Segment[] = [];
  #lasts: number[] = [];
  /** The count before each segment and after the last one, as far as it is known: the first is. */
  #counts: number[];
  /** Whether copies have these three lists, too: then they are replaced, and not changed. */
  #isShared = false;
  /** The changes after the segments. Those from `#tailLength` on belong to copies. */
  #tail: number[] = [];
  #tailLength = 0;
  /** Changes before the last one that are not in their places yet, in order of arrival; from `#lateLength` on as above. */
  #late: number[] = [];
  #lateLength = 0;
  /** The count after all changes; null if it is not known. */
  #last: number | null;
  length = 0;

  /** @param count the one before all changes, in people */
  constructor(count: number) {
    this.#counts = [count];
    this.#last = count;
  }

  copy(): ChangeList {
    const copy = new ChangeList(0);
    copy.#segments = this.#segments;
    copy.#lasts = this.#lasts;
    copy.#counts = this.#counts;
    copy.#tail = this.#tail;
    copy.#tailLength = this.#tailLength;
    copy.#late = this.#late;
    copy.#lateLength = this.#lateLength;
    copy.#last = this.#last;
    copy.length = this.length;
    copy.#isShared = this.#isShared = true;
    // From now on, the segments belong to none of both.
    this.#owner = nextOwner++;
    return copy;
  }

  /** The last change; -Infinity if there is none. */
  get #end(): number {
    return this.#tail[this.#tailLength - 1] ?? this.#lasts[this.#lasts.length - 1] ?? -Infinity;
  }

  /** Adds an event's change after all of its instant, or a reset before these (D6). @param instant in ms */
  add(instant: number, step: number): void {
    const change = placeOf(instant) + step + 1;
    this.length++;
    if (this.#end >= placeAmongOthers(change)) {
      if (this.#late.length > this.#lateLength) this.#late = this.#late.slice(0, this.#lateLength);
      this.#lateLength = this.#late.push(change);
      // A read soon afterwards takes little, and old changes can be dropped, also if no count is asked for.
      if (this.#lateLength > SEGMENT_CHANGES + this.length * LATE_SHARE) this.#insertLate();
      return;
    }
    if (this.#tail.length > this.#tailLength) this.#tail = this.#tail.slice(0, this.#tailLength);
    this.#tailLength = this.#tail.push(change);
    if (this.#last !== null) this.#last = applied(this.#last, step);
    if (this.#tailLength === SEGMENT_CHANGES) this.#closeTail();
  }

  /** Whether there is a change after an instant, up to another one, both in ms. */
  hasBetween(instant: number, until: number): boolean {
    const end = instantOf(this.#end);
    if (end <= until) return end > instant;
    this.#insertLate();
    const place = placeOf(instant + 1);
    const segment = this.#segments[firstAtOrAfter(this.#lasts, place)];
    const changes = segment?.changes ?? this.#tail;
    const next = changes[firstAtOrAfter(changes, place, segment?.changes.length ?? this.#tailLength)];
    return next !== undefined && instantOf(next) <= until;
  }

  #insertLate(): void {
    if (this.#lateLength === 0) return;
    const late = sortedBy(this.#late.slice(0, this.#lateLength), placeAmongOthers);
    this.#late = [];
    this.#lateLength = 0;
    this.#last = null;
    let from = 0;
    while (from < late.length) {
      const index = firstAtOrAfter(this.#lasts, placeAmongOthers(late[from] as number));
      if (index === this.#segments.length) break;
      const last = this.#lasts[index] as number;
      let to = from + 1;
      while (to < late.length && placeAmongOthers(late[to] as number) <= last) to++;
      this.#insert(index, late.slice(from, to));
      from = to;
    }
    if (from === late.length) return;
    this.#tail = this.#tail.slice(0, this.#tailLength);
    insertInOrder(this.#tail, late.slice(from));
    this.#tailLength = this.#tail.length;
    if (this.#tailLength >= SEGMENT_CHANGES) this.#closeTail();
  }

  #insert(index: number, late: readonly number[]): void {
    this.#own();
    const segment = this.#change(index);
    segment.insert(late);
    if (this.#counts.length > index + 1) this.#counts.length = index + 1;
    if (segment.changes.length > SEGMENT_CHANGES) this.#replace(index, 1, segment.changes);
  }

  #closeTail(): void {
    this.#own();
    this.#replace(this.#segments.length, 0, this.#tail.slice(0, this.#tailLength));
    this.#tail = [];
    this.#tailLength = 0;
  }

  #replace(index: number, replaced: number, changes: number[]): void {
    const segments: Segment[] = [];
    const size = Math.ceil(changes.length / Math.ceil(changes.length / SEGMENT_CHANGES));
    for (let from = 0; from < changes.length; from += size)
      segments.push(new Segment(this.#owner, changes.slice(from, from + size)));
    this.#segments.splice(index, replaced, ...segments);
    this.#lasts.splice(index, replaced, ...segments.map(({ last }) => last));
  }

  #own(): void {
    if (!this.#isShared) return;
    this.#segments = this.#segments.slice();
    this.#lasts = this.#lasts.slice();
    this.#counts = this.#counts.slice();
    this.#isShared = false;
  }

  /** A segment that belongs to this list, in place of one that copies may share. */
  #change(index: number): Segment {
    const segment = this.#segments[index] as Segment;
    if (segment.owner === this.#owner) return segment;
    const own = new Segment(this.#owner, segment.changes.slice());
    this.#segments[index] = own;
    return own;
  }

  /** The count before a segment, or after the last one, in people. Copies that share the segments share it, too. */
  #countBefore(index: number): number {
    for (let known = this.#counts.length; known <= index; known++)
      this.#counts.push((this.#segments[known - 1] as Segment).after(this.#counts[known - 1] as number));
    return this.#counts[index] as number;
  }

  /** The count after all changes up to an instant, in ms. */
  countAt(instant: number): number {
    this.#insertLate();
    const place = placeOf(instant + 1);
    const after = firstAtOrAfter(this.#tail, place, this.#tailLength);
    if (after === this.#tailLength && this.#last !== null && (after > 0 || this.#segments.length === 0))
      return this.#last;
    if (after === 0) {
      const index = Math.min(firstAtOrAfter(this.#lasts, place), this.#segments.length - 1);
      const segment = this.#segments[index];
      return segment === undefined ? this.#countBefore(0) : segment.after(this.#countBefore(index), place);
    }
    let count = this.#countBefore(this.#segments.length);
    for (let i = 0; i < after; i++) count = applied(count, stepOf(this.#tail[i] as number));
    if (after === this.#tailLength) this.#last = count;
    return count;
  }

  /** Whether the last change up to an instant, in ms, is a reset; null if there is no change. */
  isResetAt(instant: number): boolean | null {
    this.#insertLate();
    const place = placeOf(instant + 1);
    const after = firstAtOrAfter(this.#tail, place, this.#tailLength);
    const index = firstAtOrAfter(this.#lasts, place);
    const segment = this.#segments[index];
    const before = segment === undefined ? 0 : firstAtOrAfter(segment.changes, place);
    const inSegments = before > 0 ? segment?.changes[before - 1] : this.#lasts[index - 1];
    const change = after > 0 ? this.#tail[after - 1] : inSegments;
    return change === undefined ? null : stepOf(change) === RESET;
  }

  /**
   * Drops segments of the oldest changes.
   *
   * @param until changes at or after this instant, in ms, stay
   * @param least how many changes stay at least
   * @returns the instant of the first change that is left, in ms, and the count before it; null if none was dropped
   */
  drop(until: number, least: number): { readonly instant: number; readonly count: number } | null {
    // Most calls find no old segment.
    if (instantOf(this.#lasts[0] ?? Infinity) >= until) return null;
    this.#insertLate();
    let dropped = 0;
    let left = this.length;
    let length = left;
    for (let index = 0; index < this.#segments.length; index++) {
      const last = this.#lasts[index] as number;
      left -= (this.#segments[index] as Segment).changes.length;
      if (left === 0 || instantOf(last) >= until || left < least) break;
      // Changes of the same instant stay together, since a late event comes after all of them.
      if (instantOf(last) === this.#firstOf(index + 1)) continue;
      dropped = index + 1;
      length = left;
    }
    if (dropped === 0) return null;
    const count = this.#countBefore(dropped);
    this.#segments = this.#segments.slice(dropped);
    this.#lasts = this.#lasts.slice(dropped);
    this.#counts = this.#counts.slice(dropped);
    this.#isShared = false;
    this.length = length;
    return { instant: this.#firstOf(0), count };
  }

  /** The instant of the first change of a segment, or after the last one, in ms. */
  #firstOf(index: number): number {
    return instantOf((this.#segments[index]?.changes[0] ?? this.#tail[0]) as number);
  }
}

function applied(count: number, step: number): number {
  return step === RESET ? 0 : Math.max(FLOOR, count + step);
}

/** Inserts late changes, which are in order, into changes in the order of D6. */
function insertInOrder(changes: number[], late: readonly number[]): void {
  let from = changes.length - 1;
  let to = from + late.length;
  for (let next = late.length - 1; next >= 0; next--) {
    const change = late[next] as number;
    const place = placeAmongOthers(change);
    // Each is moved once, beyond all that are inserted before it.
    for (; from >= 0 && (changes[from] as number) >= place; from--) changes[to--] = changes[from] as number;
    changes[to--] = change;
  }
}

/** The index of the first of some places, ascending, at or after another one. It runs for each event. */
function firstAtOrAfter(places: readonly number[], place: number, length = places.length): number {
  let low = 0;
  let high = length;
  if ((places[high - 1] ?? place) < place) return high;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((places[middle] as number) >= place) high = middle;
    else low = middle + 1;
  }
  return low;
}
