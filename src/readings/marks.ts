/** The total of a direction at a time, in ms. */
export interface Mark {
  readonly at: number;
  readonly total: number;
}

/** Marks of a direction, the earliest first: of each its time and its total, in one list, which takes the least memory. */
export type Marks = readonly number[];

const MARK = 2;

/** Marks that are kept: over as many readings, two devices with one identity are seen. */
const ALTERNATING = 6;

/** The last mark of a direction; null without one. */
export function lastMark(marks: Marks): Mark | null {
  const [at, total] = [marks.at(-MARK), marks.at(-1)];
  return at === undefined || total === undefined ? null : { at, total };
}

export function onlyMark(mark: Mark | null): Marks {
  return mark === null ? [] : [mark.at, mark.total];
}

/** When the last totals of a direction were read, in ms; -Infinity without any. */
export function lastTime(marks: Marks): number {
  return marks.length === 0 ? -Infinity : (marks[marks.length - MARK] as number);
}

/** The marks of a direction with that of totals, if these are later, or of the same instant and higher. */
export function withMark(marks: Marks, at: number, total: number | null): Marks {
  if (total === null) return marks;
  const last = lastTime(marks);
  if (at <= last) {
    const isHigher = at === last && total > (marks[marks.length - 1] as number);
    return isHigher ? marks.with(-1, total) : marks;
  }
  const dropped = marks.length < MARK * ALTERNATING ? 0 : MARK;
  // The array has its length from the start: one that grows takes four times as long.
  const after = new Array<number>(marks.length - dropped + MARK);
  for (let i = dropped; i < marks.length; i++) after[i - dropped] = marks[i] as number;
  after[after.length - MARK] = at;
  after[after.length - 1] = total;
  return after;
}

/** Whether each total is at least as high as the one before the last, so that they may be of two rising series. */
export function isSeries(marks: Marks): boolean {
  if (marks.length === 0) return true;
  if (marks.length < MARK * ALTERNATING) return false;
  for (let index = 2; index < ALTERNATING; index++)
    if (totalAt(marks, index) < totalAt(marks, index - 2)) return false;
  return true;
}

export function isAlternating(marks: Marks): boolean {
  if (marks.length < MARK * ALTERNATING) return false;
  for (let index = 2; index < ALTERNATING; index++) {
    const step = totalAt(marks, index) - totalAt(marks, index - 1);
    if (step * (totalAt(marks, index - 1) - totalAt(marks, index - 2)) >= 0) return false;
  }
  return true;
}

function totalAt(marks: Marks, index: number): number {
  return marks[MARK * index + 1] as number;
}
