import { getOrInsert } from "../domain/collections.ts";

/** A half-open span of time, in ms. */
export interface ChangedSpan {
  readonly from: number;
  readonly to: number;
}

/** After every event, in ms. */
export const LAST_MS = 2 ** 52;

/** Spans of a space that are kept apart; more are joined to one, which is shipped again for nothing in part. */
const SPANS_MAX = 16;

/** The spans of time of spaces whose rows may have changed. */
export class ChangedSpans {
  /** By space, each ascending. */
  readonly bySpace = new Map<bigint, ChangedSpan[]>();

  /** Adds a span; one that is empty changes nothing. */
  add(spaceId: bigint, { from, to }: ChangedSpan): void {
    if (from >= to) return;
    const spans = getOrInsert(this.bySpace, spaceId, () => []);
    const touching = spans.filter((span) => span.from <= to && span.to >= from);
    const apart = spans.filter((span) => !touching.includes(span));
    const all = [...apart, hullOf([...touching, { from, to }])];
    this.bySpace.set(spaceId, all.length > SPANS_MAX ? [hullOf(all)] : all.sort((a, b) => a.from - b.from));
  }

  addAll(others: ChangedSpans): void {
    for (const [spaceId, spans] of others.bySpace) for (const span of spans) this.add(spaceId, span);
  }

  /** The same spans, to which others can be added. */
  copy(): ChangedSpans {
    return this.widened(0);
  }

  /** The same spans, some ms longer in both directions. */
  widened(ms: number): ChangedSpans {
    const widened = new ChangedSpans();
    for (const [spaceId, spans] of this.bySpace)
      for (const { from, to } of spans) widened.add(spaceId, { from: from - ms, to: to + ms });
    return widened;
  }

  /** The same spans in parts, each of a number of spans at most. */
  *parts(spansMax: number): Generator<ChangedSpans> {
    let part = new ChangedSpans();
    let length = 0;
    for (const [spaceId, spans] of this.bySpace) {
      if (length > 0 && length + spans.length > spansMax) {
        yield part;
        part = new ChangedSpans();
        length = 0;
      }
      part.bySpace.set(spaceId, [...spans]);
      length += spans.length;
    }
    if (length > 0) yield part;
  }

  /** A text from which `parse` makes them again. */
  toText(): string {
    return JSON.stringify(
      [...this.bySpace].map(([id, spans]) => [String(id), spans.map(({ from, to }) => [from, to])]),
    );
  }

  /** @param text of `toText`, or empty */
  static parse(text: string): ChangedSpans {
    const parsed = new ChangedSpans();
    const spaces: readonly [string, readonly [number, number][]][] = text === "" ? [] : JSON.parse(text);
    for (const [id, spans] of spaces) for (const [from, to] of spans) parsed.add(BigInt(id), { from, to });
    return parsed;
  }
}

function hullOf(spans: readonly ChangedSpan[]): ChangedSpan {
  return spans.reduce((hull, { from, to }) => ({
    from: Math.min(hull.from, from),
    to: Math.max(hull.to, to),
  }));
}
