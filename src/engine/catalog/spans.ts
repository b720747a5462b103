import { invalid } from "../../domain/errors.ts";
import type { Span } from "../../domain/resources.ts";

/** When a change takes effect: at an instant in ms, at the beginning of history, or (null) now (D5). */
export type EffectiveFrom = number | "beginning" | null;

/**
 * The instant at which a change takes effect, -Infinity for the beginning of history.
 *
 * @throws HeadcountError `invalid` if it is in the future
 */
export function effectiveInstant(effectiveFrom: EffectiveFrom, now: number): number {
  if (effectiveFrom === null) return now;
  if (effectiveFrom === "beginning") return -Infinity;
  if (effectiveFrom > now) throw invalid("effective_from", "a change cannot take effect in the future");
  return effectiveFrom;
}

/** The intersection of two spans, or null if it is empty. */
export function intersect(a: Span, b: Span): Span | null {
  const from = Math.max(a.from ?? -Infinity, b.from ?? -Infinity);
  const to = Math.min(a.to ?? Infinity, b.to ?? Infinity);
  if (from >= to) return null;
  return { from: finiteOrNull(from), to: finiteOrNull(to) };
}

/** The instant, or null if it is infinite. */
export function finiteOrNull(instant: number): number | null {
  return Number.isFinite(instant) ? instant : null;
}

/** Ends all spans at an instant: returns those to update, and those that would be empty. */
export function cutSpans<S extends Span & { readonly id: bigint }>(
  spans: readonly S[],
  instant: number,
): { readonly shortened: S[]; readonly removed: S[] } {
  const reaching = spans.filter(({ to }) => (to ?? Infinity) > instant);
  const starts = (span: S) => (span.from ?? -Infinity) < instant;
  return {
    shortened: reaching.filter(starts).map((span) => ({ ...span, to: instant })),
    removed: reaching.filter((span) => !starts(span)),
  };
}

/** A row of a table of settings over time: its span may be infinite. */
interface DatedRow {
  readonly id: bigint;
  readonly from: number;
  readonly to: number;
}

/**
 * Changes settings, plain values, from an instant on; those that are not changed keep their history (D5, D8).
 *
 * @param rows all of a resource: their spans are consecutive, from -Infinity to Infinity
 * @returns the rows to put, and the ids of those to remove
 */
export function changeSettings<Row extends DatedRow>(
  rows: readonly Row[],
  changed: Partial<Omit<Row, keyof DatedRow>>,
  from: number,
  newId: () => bigint,
): { readonly put: Row[]; readonly remove: bigint[] } {
  const before = rows.toSorted((a, b) => a.from - b.from);
  const later: Row[] = [];
  for (const row of before.filter(({ to }) => to > from)) {
    const next: Row = { ...row, ...changed, from: Math.max(row.from, from) };
    const last = later.at(-1);
    const continues = last !== undefined && haveSameSettings(last, next);
    if (continues) later.pop();
    later.push(continues ? { ...next, from: last.from } : next);
  }
  return {
    put: [
      ...before.filter((row) => row.from < from && row.to > from).map((row) => ({ ...row, to: from })),
      ...later.map((row) => ({ ...row, id: newId() })),
    ],
    remove: before.filter((row) => row.from >= from).map(({ id }) => id),
  };
}

function haveSameSettings<Row extends DatedRow>(a: Row, b: Row): boolean {
  const dated: readonly string[] = ["id", "from", "to"] satisfies (keyof DatedRow)[];
  return Object.entries(a).every(
    ([field, value]) => dated.includes(field) || b[field as keyof Row] === value,
  );
}
