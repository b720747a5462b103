import type { Interval } from "../domain/interval.ts";
import type { Space } from "../domain/resources.ts";
import type { Breach } from "../series/breach-meter.ts";
import { findBreaches } from "./breaches.ts";
import type { EngineContext } from "./context.ts";
import { type CountSeries, countAt, countSeries, countsAt } from "./counts.ts";
import { clipToPast, requirePast } from "./time-range.ts";
import { type SegmentSelection, selectSegments } from "./time-segments.ts";

export interface CountsQuery {
  /** Half-open, in ms; the end is clipped to the present (D3). */
  readonly start: number;
  readonly end: number;
  readonly interval: Interval;
  readonly segments: SegmentSelection;
}

/**
 * A space's samples and metrics over a range (D10 to D15).
 *
 * @throws HeadcountError `not-found`; `invalid` for a range that ends before it starts or has too many
 * intervals, or an unknown segment
 */
export async function spaceCounts(
  context: EngineContext,
  spaceId: bigint,
  query: CountsQuery,
): Promise<CountSeries> {
  const { catalog, clock, events } = context;
  const space = catalog.space(spaceId);
  const segments = selectSegments(catalog, space, query.segments);
  const range = clipToPast(query.start, query.end, clock.now());
  return countSeries(events, catalog.history(space), { ...range, interval: query.interval, segments });
}

/**
 * A space's count at an instant; null asks for the present.
 *
 * @throws HeadcountError `not-found`, or `invalid` for an instant in the future (D3)
 */
export function spaceCountAt(
  context: EngineContext,
  spaceId: bigint,
  instant: number | null,
): Promise<number> {
  const { catalog, clock, events } = context;
  const now = clock.now();
  const history = catalog.history(catalog.space(spaceId));
  return countAt(events, history, instant === null ? now : requirePast(instant, now, "time"));
}

/** The present counts of some spaces, by id. */
export function currentCounts(
  { catalog, clock, events }: EngineContext,
  spaces: readonly Space[],
): Promise<ReadonlyMap<bigint, number>> {
  const histories = spaces.map((space) => catalog.history(space));
  return countsAt(events, histories, clock.now());
}

/**
 * The breaches of a space's safe threshold that touch a range, ascending (D15).
 *
 * @param end exclusive, in ms; null for the present
 * @throws HeadcountError `not-found`, or `invalid` for a range that ends before it starts
 */
export function spaceBreaches(
  { catalog, clock, events }: EngineContext,
  spaceId: bigint,
  start: number,
  end: number | null,
): Promise<readonly Breach[]> {
  const now = clock.now();
  const history = catalog.history(catalog.space(spaceId));
  return findBreaches(events, history, clipToPast(start, end ?? Math.max(start, now), now), now);
}
