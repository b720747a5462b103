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
