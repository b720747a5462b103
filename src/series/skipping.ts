import type { RowCursor } from "./replay.ts";
import { holdsFor, netAt } from "./roll-up.ts";

/** Applies changes to a count without measuring. */
export function skipChanges(
  changes: Uint32Array,
  from: number,
  to: number,
  count: number,
  floor: number,
): number {
  let current = count;
  for (let i = from; i < to; i++) {
    current += (((changes[i] as number) & 1) << 1) - 1;
    if (current < floor) current = floor;
  }
  return current;
}

/** Applies rows to a count without measuring, as `leap` does. */
export function skipRows(cursor: RowCursor, to: number): void {
  const { rows } = cursor;
  const { width } = cursor.level;
  let { row, count } = cursor;
  for (; row < to && holdsFor(rows, row * width, count); row++) count += netAt(rows, row * width);
  cursor.row = row;
  cursor.count = count;
}
