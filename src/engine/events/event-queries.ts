import { clipToPast } from "../../domain/clock.ts";
import { getOrInsert, groupBy } from "../../domain/collections.ts";
import { measuredWindows } from "../../domain/time-segment.ts";
import { FLOOR } from "../../series/replay-plan.ts";
import type { Counting } from "../counts/count-queries.ts";
import { probeCounts } from "../counts/count-series.ts";
import type {
  EventEffect,
  EventFilter,
  EventRange,
  EventStore,
  PageOf,
  PageRange,
  SensorEvent,
  SpaceEvent,
  SpaceEventFilter,
} from "../ports.ts";
import { type SegmentSelection, selectSegments } from "../resources/time-segments.ts";

export interface EventReading extends Counting {
  readonly events: EventStore;
}

export interface EventRangeQuery extends Omit<EventRange, "end"> {
  /** Exclusive, in ms; null means now (D16). */
  readonly end: number | null;
}

/** A list of events, of which a page is read, or all of it in batches, at the speed of the caller. */
export interface EventList<Event> {
  page(page: PageRange): Promise<PageOf<Event>>;
  scan(): AsyncIterable<readonly Event[]>;
}

export interface EventWithEffects extends SensorEvent {
  readonly effects: readonly EventEffect[];
}

/**
 * The events of a space, of the windows of time segments if any are named (D14).
 *
 * @throws HeadcountError `not-found`; `invalid` for an unknown doorway or segment, or a range that ends before it starts
 */
export function listSpaceEvents(
  { catalog, clock, events, telemetry }: EventReading,
  { segments = {}, ...wanted }: Omit<SpaceEventFilter, "windows"> & { readonly segments?: SegmentSelection },
  query: EventRangeQuery,
): EventList<SpaceEvent> {
  const space = catalog.find("space", wanted.spaceId);
  if (wanted.doorwayId !== undefined) catalog.named("doorway", wanted.doorwayId, "doorway_id");
  const selected = selectSegments(catalog, space, segments);
  const range = past(query, clock.now());
  const filter: SpaceEventFilter =
    selected === null
      ? wanted
      : { ...wanted, windows: measuredWindows(selected, space.timeZone, range.start, range.end) };
  return {
    page: (page) => telemetry.timed("events", () => events.spaceEvents(filter, { ...page, ...range })),
    scan: () => events.scanSpaceEvents(filter, range),
  };
}

/** @throws HeadcountError `not-found`, or `invalid` for a range that ends before it starts */
export function listSensorEvents(
  { catalog, clock, events, telemetry }: EventReading,
  { serialNumber, trajectory }: Pick<EventFilter, "trajectory"> & { readonly serialNumber: string },
  query: EventRangeQuery,
): EventList<SensorEvent> {
  const filter = { sensorId: catalog.sensorBySerial(serialNumber).id, trajectory };
  const range = past(query, clock.now());
  return {
    page: (page) => telemetry.timed("events", () => events.events(filter, { ...page, ...range })),
    scan: () => events.scanEvents(filter, range),
  };
}

/**
 * The events of all sensors, each with its effect on every space linked to its doorway then.
 *
 * @throws HeadcountError `invalid` for an unknown space or doorway, or a range that ends before it starts
 */
export function listEvents(
  parts: EventReading,
  filter: Omit<EventFilter, "sensorId">,
  query: EventRangeQuery,
): EventList<EventWithEffects> {
  const { catalog, clock, events, telemetry } = parts;
  if (filter.spaceId !== undefined) catalog.named("space", filter.spaceId, "space_id");
  if (filter.doorwayId !== undefined) catalog.named("doorway", filter.doorwayId, "doorway_id");
  const range = past(query, clock.now());
  return {
    page: (page) =>
      telemetry.timed("events", async () => {
        const { total, items } = await events.events(filter, { ...page, ...range });
        return { total, items: await withEffects(parts, items) };
      }),
    async *scan() {
      for await (const batch of events.scanEvents(filter, range)) yield await withEffects(parts, batch);
    },
  };
}

/** Adds to events their effects on each space; the counts are those after the event itself (D6). */
export async function withEffects(
  { catalog, events }: Pick<EventReading, "catalog" | "events">,
  items: readonly SensorEvent[],
): Promise<EventWithEffects[]> {
  const instants = [...new Set(items.map((event) => event.timestamp))].sort((a, b) => a - b);
  const found = instants.length === 0 ? [] : await events.effectsAt(instants);
  const bySpace = groupBy(found, ({ spaceId }) => spaceId);
  const effects = new Map<bigint, EventEffect[]>();
  for (const [spaceId, spaceEvents] of [...bySpace].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const space = catalog.spaces.get(spaceId);
    if (space === undefined) continue;
    // They are in order of time.
    const byInstant = groupBy(spaceEvents, ({ timestamp }) => timestamp);
    const touched = Float64Array.from(byInstant.keys());
    const { opening } = await probeCounts(events, catalog.history(space), touched);
    for (const [index, instant] of touched.entries()) {
      let count = opening[index] as number;
      for (const { id, direction } of byInstant.get(instant) ?? []) {
        count = Math.max(FLOOR, count + direction);
        getOrInsert(effects, id, () => []).push({ spaceId, direction, count });
      }
    }
  }
  return items.map((event) => ({ ...event, effects: effects.get(event.id) ?? [] }));
}

function past({ start, end, order }: EventRangeQuery, now: number): EventRange {
  return { ...clipToPast(start, end ?? Math.max(start, now), now), order };
}
