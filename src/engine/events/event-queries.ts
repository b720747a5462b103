import { clipToPast } from "../../domain/clock.ts";
import { groupBy } from "../../domain/collections.ts";
import type { SensorPlacement } from "../../domain/resources.ts";
import { FLOOR } from "../../series/replay-plan.ts";
import type { Catalog } from "../catalog/catalog.ts";
import type { Counting } from "../counts/count-queries.ts";
import { probeCounts } from "../counts/count-series.ts";
import type {
  EventFilter,
  EventRange,
  EventStore,
  PageOf,
  PageRange,
  SensorEvent,
  SpaceEvent,
  SpaceEventFilter,
} from "../ports.ts";

/** The parts of the engine that queries for events use. */
export interface EventReading extends Counting {
  readonly events: EventStore;
}

/** A page of a list of events. */
export type EventListQuery = EventRangeQuery & PageRange;

interface EventRangeQuery extends Omit<EventRange, "end"> {
  /** Exclusive, in ms; null means now (D16). */
  readonly end: number | null;
}

interface SensorEventFilter extends Pick<EventFilter, "trajectory"> {
  readonly serialNumber: string;
}

type AnyEventFilter = Omit<EventFilter, "sensorId">;

/** The effect of an event on one space. */
export interface EventEffect {
  readonly spaceId: bigint;
  /** +1 entrance, -1 exit, even if the floor kept the count unchanged (D4). */
  readonly direction: SensorPlacement;
  /** The count after the event. */
  readonly count: number;
}

export interface EventWithEffects extends SensorEvent {
  readonly effects: readonly EventEffect[];
}

/** @throws HeadcountError `not-found`; `invalid` for an unknown doorway or a range that ends before it starts */
export function listSpaceEvents(
  { catalog, clock, events, telemetry }: EventReading,
  filter: SpaceEventFilter,
  query: EventListQuery,
): Promise<PageOf<SpaceEvent>> {
  checkSpaceFilter(catalog, filter);
  const page = past(query, clock.now());
  return telemetry.timed("events", () => events.spaceEvents(filter, page));
}

/** @throws HeadcountError `not-found`, or `invalid` for a range that ends before it starts */
export function listSensorEvents(
  { catalog, clock, events, telemetry }: EventReading,
  filter: SensorEventFilter,
  query: EventListQuery,
): Promise<PageOf<SensorEvent>> {
  const found = ofSensor(catalog, filter);
  const page = past(query, clock.now());
  return telemetry.timed("events", () => events.events(found, page));
}

/** A page of events of all sensors, each with its effect on every space linked to its doorway then. */
export async function listEvents(
  parts: EventReading,
  filter: AnyEventFilter,
  query: EventListQuery,
): Promise<PageOf<EventWithEffects>> {
  const { catalog, clock, events, telemetry } = parts;
  checkFilter(catalog, filter);
  const wanted = past(query, clock.now());
  return telemetry.timed("events", async () => {
    const page = await events.events(filter, wanted);
    return { total: page.total, items: await withEffects(parts, page.items) };
  });
}

/** All events of a range, as in `listEvents`, in batches. */
export async function* scanEvents(
  parts: EventReading,
  filter: AnyEventFilter,
  query: EventRangeQuery,
): AsyncGenerator<readonly EventWithEffects[]> {
  const { catalog, clock, events } = parts;
  checkFilter(catalog, filter);
  for await (const batch of events.scanEvents(filter, past(query, clock.now()))) {
    yield await withEffects(parts, batch);
  }
}

/** All events of a range, as in `listSpaceEvents`, in batches. */
export function scanSpaceEvents(
  { catalog, clock, events }: EventReading,
  filter: SpaceEventFilter,
  query: EventRangeQuery,
): AsyncIterable<readonly SpaceEvent[]> {
  checkSpaceFilter(catalog, filter);
  return events.scanSpaceEvents(filter, past(query, clock.now()));
}

/** All events of a range, as in `listSensorEvents`, in batches. */
export function scanSensorEvents(
  { catalog, clock, events }: EventReading,
  filter: SensorEventFilter,
  query: EventRangeQuery,
): AsyncIterable<readonly SensorEvent[]> {
  return events.scanEvents(ofSensor(catalog, filter), past(query, clock.now()));
}

function ofSensor(catalog: Catalog, { serialNumber, trajectory }: SensorEventFilter): EventFilter {
  return { sensorId: catalog.sensorBySerial(serialNumber).id, trajectory };
}

function checkSpaceFilter(catalog: Catalog, { spaceId, doorwayId }: SpaceEventFilter): void {
  catalog.space(spaceId);
  if (doorwayId !== undefined) catalog.namedDoorway(doorwayId, "doorway_id");
}

function checkFilter(catalog: Catalog, { spaceId, doorwayId }: EventFilter): void {
  if (spaceId !== undefined) catalog.namedSpace(spaceId, "space_id");
  if (doorwayId !== undefined) catalog.namedDoorway(doorwayId, "doorway_id");
}

/** Adds to each event its effect on every space linked to its doorway then. */
export async function withEffects(
  parts: Pick<EventReading, "catalog" | "events">,
  items: readonly SensorEvent[],
): Promise<EventWithEffects[]> {
  const effects = await effectsOf(parts, items);
  return items.map((event) => ({ ...event, effects: effects.get(event.id) ?? [] }));
}

/** The effects of events on each space, by event; the counts are those after the event itself (D6). */
async function effectsOf(
  { catalog, events }: Pick<EventReading, "catalog" | "events">,
  items: readonly SensorEvent[],
): Promise<ReadonlyMap<bigint, readonly EventEffect[]>> {
  const instants = [...new Set(items.map((event) => event.timestamp))].sort((a, b) => a - b);
  const effects = new Map<bigint, EventEffect[]>();
  if (instants.length === 0) return effects;
  const bySpace = groupBy(await events.effectsAt(instants), ({ spaceId }) => spaceId);
  for (const [spaceId, spaceEvents] of [...bySpace].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const space = catalog.spaces.get(spaceId);
    if (space === undefined) continue;
    const touched = Float64Array.from(new Set(spaceEvents.map((event) => event.timestamp)));
    const { opening } = await probeCounts(events, catalog.history(space), touched);
    // Both lists are in order of time.
    const upcoming = spaceEvents.values();
    let next = upcoming.next();
    for (const [index, instant] of touched.entries()) {
      let count = opening[index] as number;
      for (; !next.done && next.value.timestamp === instant; next = upcoming.next()) {
        const { id, direction } = next.value;
        count = Math.max(FLOOR, count + direction);
        const list = effects.get(id) ?? [];
        list.push({ spaceId, direction, count });
        effects.set(id, list);
      }
    }
  }
  return effects;
}

function past<Query extends EventRangeQuery>(query: Query, now: number) {
  const range = clipToPast(query.start, query.end ?? Math.max(query.start, now), now);
  return { ...query, ...range };
}
