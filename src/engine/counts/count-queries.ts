import { type Clock, clipToPast, presentAtLatest } from "../../domain/clock.ts";
import { invalid, notFound } from "../../domain/errors.ts";
import { COUNTED_SAMPLES_MAX, COUNTED_SPACES_MAX } from "../../domain/limits.ts";
import type { Link } from "../../domain/resources.ts";
import { uniteWindows, type Windows } from "../../domain/time-segment.ts";
import type { Breach } from "../../series/breach-meter.ts";
import type { Catalog } from "../catalog/catalog.ts";
import type { EventStore, RunReader } from "../ports.ts";
import { type SegmentSelection, selectSegments } from "../resources/time-segments.ts";
import type { Telemetry } from "../telemetry.ts";
import { Pacer } from "../yielding.ts";
import { type CountSeries, type CountsRequest, countAt, countSeries, findBreaches } from "./count-series.ts";

export type { Breach };

export interface Counting {
  readonly catalog: Catalog;
  readonly events: RunReader & Pick<EventStore, "firstChanges">;
  readonly clock: Clock;
  readonly telemetry: Telemetry;
}

export interface LiveCounting extends Counting {
  readonly notifier: { current(spaceIds: readonly bigint[]): Promise<ReadonlyMap<bigint, number>> };
}

/** Its `end` is clipped to the current time (D3). */
export interface CountsQuery extends Omit<CountsRequest, "segments" | "within"> {
  readonly segments: SegmentSelection;
  /** Restricts the measured time to the periods in which the space was measured (D22). */
  readonly isMeasuredOnly?: boolean;
}

/**
 * A space's samples and metrics over a range (D10 to D15).
 *
 * @throws HeadcountError `not-found`; `invalid` for a range that ends before it starts or has too many intervals, or an
 * unknown segment
 */
export async function spaceCounts(
  parts: Counting,
  spaceId: bigint,
  query: CountsQuery,
): Promise<CountSeries> {
  const { catalog, clock, events, telemetry } = parts;
  const space = catalog.find("space", spaceId);
  const segments = selectSegments(catalog, space, query.segments);
  const { start, end } = clipToPast(query.start, query.end, clock.now());
  return telemetry.timed("counts", async () => {
    const within = query.isMeasuredOnly && (await measuredPeriods(parts, [spaceId])).get(spaceId);
    const request = { start, end, interval: query.interval, segments, within: within || undefined };
    return countSeries(events, catalog.history(space), request);
  });
}

/**
 * The samples and metrics of several spaces over a range, each space once (D22).
 *
 * @throws HeadcountError `invalid` for an unknown space, too many spaces, or too many samples in total
 */
export async function countsOfSpaces(
  parts: Counting,
  spaceIds: readonly bigint[],
  query: CountsQuery,
): Promise<CountSeries[]> {
  const wanted = [...new Set(spaceIds)];
  const tooMany = `names ${wanted.length} spaces; at most ${COUNTED_SPACES_MAX} are allowed per request`;
  if (wanted.length > COUNTED_SPACES_MAX) throw invalid("space_id", tooMany);
  for (const id of wanted) parts.catalog.named("space", id, "space_id");
  const all: CountSeries[] = [];
  const pacer = new Pacer();
  let samples = 0;
  for (const id of wanted) {
    const series = await spaceCounts(parts, id, query);
    await pacer.step();
    samples += series.samples.length;
    if (samples > COUNTED_SAMPLES_MAX)
      throw invalid(
        "interval",
        `gives more than ${COUNTED_SAMPLES_MAX} samples; use a longer interval or fewer spaces`,
      );
    all.push(series);
  }
  return all;
}

/**
 * A space's count at an instant; null means now.
 *
 * @throws HeadcountError `not-found`, or `invalid` for an instant in the future (D3)
 */
export async function spaceCountAt(
  parts: LiveCounting,
  spaceId: bigint,
  instant: number | null,
): Promise<number> {
  const { catalog, clock, events, notifier, telemetry } = parts;
  const history = catalog.history(catalog.find("space", spaceId));
  const wanted = instant === null ? null : presentAtLatest(instant, clock.now(), "time");
  return telemetry.timed("count", async () => {
    if (wanted !== null) return countAt(events, history, wanted);
    const count = (await notifier.current([spaceId])).get(spaceId);
    // The space was deleted while its count was read.
    if (count === undefined) throw notFound("space", spaceId);
    return count;
  });
}

/**
 * The breaches of a space's safe limit that touch a range, ascending (D15).
 *
 * @param end exclusive, in ms; null means now
 * @throws HeadcountError `not-found`, or `invalid` for a range that ends before it starts
 */
export function spaceBreaches(
  { catalog, clock, events, telemetry }: Counting,
  spaceId: bigint,
  start: number,
  end: number | null,
): Promise<readonly Breach[]> {
  const now = clock.now();
  const history = catalog.history(catalog.find("space", spaceId));
  const range = clipToPast(start, end ?? Math.max(start, now), now);
  return telemetry.timed("breaches", () => findBreaches(events, history, range, now));
}

/**
 * When each of some spaces was measured (D22): the times at which a doorway was linked to it, from the first event that
 * counts for it on. The last period of a space that is measured now ends at Infinity.
 */
export async function measuredPeriods(
  { catalog, events }: { readonly catalog: Catalog; readonly events: Pick<EventStore, "firstChanges"> },
  spaceIds: readonly bigint[],
): Promise<ReadonlyMap<bigint, Windows>> {
  const firsts = await events.firstChanges(new Map(spaceIds.map((id) => [id, Infinity])));
  return new Map(
    spaceIds.map((id) => [id, periodsOf(catalog.linksOfSpace.of(id), firsts.get(id) ?? Infinity)]),
  );
}

/** @param first the instant of the first event, in ms; Infinity if there is none */
function periodsOf(links: readonly Link[], first: number): Windows {
  return uniteWindows(
    links.map(({ from, to }) => ({ start: Math.max(first, from ?? -Infinity), end: to ?? Infinity })),
  );
}
