import { groupBy } from "../domain/collections.ts";
import type { SensorPlacement, Space, SpaceFunction } from "../domain/resources.ts";
import type { Destination, Route } from "./people.ts";

interface PlacedSpace {
  readonly id: string;
  readonly parentId: string | null;
}

/** A space as the simulation sees it. */
export interface SimulatedSpace extends PlacedSpace, Pick<Space, "function" | "timeZone" | "capacity"> {
  readonly count: number;
}

/** The destinations of a site, its capacity, and the people in it. */
export type SiteUse = ReturnType<typeof siteUse>;

/** Visitors who come at any time, as a share of the others. */
const ANYTIME = 0.02;

/** Capacity assumed for a space without one, and the maximum used of any. */
const CAPACITY_DEFAULT = 30;
const SIMULATED_CAPACITY_MAX = 5_000;

/** The routes to each place of a site that people can reach through doorways with sensors. */
export function routesOf(
  spaces: readonly PlacedSpace[],
  doorways: readonly SensedDoorway[],
): ReadonlyMap<string, readonly Route[]> {
  const places = reachablePlaces(spaces, doorways);
  return new Map(places.map(({ place, routes }) => [place, routes]));
}

/** Derives the destinations of a site; without doorways that lead into spaces there are none. */
export function siteUse(spaces: readonly SimulatedSpace[], doorways: readonly SensedDoorway[]) {
  const byId = new Map(spaces.map((space) => [space.id, space]));
  const places = reachablePlaces(spaces, doorways);
  const passed = new Set(places.map(({ within }) => within));
  let total = 0;
  const destinations = places.flatMap(({ place, routes }): Destination[] => {
    const space = byId.get(place);
    if (space === undefined || routes.length === 0) return [];
    const capacity = Math.min(SIMULATED_CAPACITY_MAX, Math.max(1, space.capacity ?? CAPACITY_DEFAULT));
    total += capacity;
    // People mostly pass through a place without a function that leads to others.
    const patterns =
      space.function !== null ? BY_FUNCTION[space.function] : passed.has(place) ? PASSING : WORK;
    return patterns.map(([turnover, arrival, arrivalSpread, stay, staySpread]) => ({
      place,
      visitors: turnover * capacity,
      anytime: ANYTIME * turnover * capacity,
      arrival,
      arrivalSpread,
      stay,
      staySpread,
      timeZone: space.timeZone,
      routes,
    }));
  });
  return { destinations, capacity: total, inside: occupants(places, byId) };
}

/** A habit for any place of a kind; visitors as a multiple of the place's capacity. */
type Pattern = readonly [
  turnover: number,
  arrival: number,
  arrivalSpread: number,
  stay: number,
  staySpread: number,
];

const WORK: readonly Pattern[] = [[0.7, 8.9, 1, 460, 75]];
const MEETINGS: readonly Pattern[] = [
  [2, 10.5, 1.2, 48, 15],
  [2, 14.5, 1.3, 45, 15],
];
const MEALS: readonly Pattern[] = [
  [2, 12.4, 0.7, 36, 12],
  [0.7, 15.3, 0.8, 18, 8],
];
const SPORT: readonly Pattern[] = [
  [0.9, 7.4, 0.6, 65, 18],
  [1.5, 18.6, 1.1, 70, 20],
];
const GATHERINGS: readonly Pattern[] = [[0.7, 18.7, 0.4, 115, 20]];
const ERRANDS: readonly Pattern[] = [[4, 13, 2.8, 22, 12]];
const PASSING: readonly Pattern[] = [[0.15, 12, 2.8, 30, 15]];

const BY_FUNCTION: Readonly<Record<SpaceFunction, readonly Pattern[]>> = {
  amenities_space: ERRANDS,
  break_room: MEALS,
  cafe: MEALS,
  collaboration: MEETINGS,
  conference_room: MEETINGS,
  dining_area: MEALS,
  event_space: GATHERINGS,
  focus_quiet: MEETINGS,
  gym: SPORT,
  kitchen: MEALS,
  lab: WORK,
  library: ERRANDS,
  lounge: ERRANDS,
  meeting_room: MEETINGS,
  office: WORK,
  phone_booth: MEETINGS,
  place_of_worship: GATHERINGS,
  reception: ERRANDS,
  restroom: ERRANDS,
  retail: ERRANDS,
  theater: GATHERINGS,
  wellness_room: SPORT,
};

/** A doorway with a sensor, and the spaces it is linked to. */
export interface SensedDoorway {
  readonly serialNumber: string;
  readonly links: readonly { readonly place: string; readonly sensorPlacement: SensorPlacement }[];
}

/** The spaces that contain a place, closest first. */
type Ancestry = (place: string) => readonly string[];

function ancestryOf(spaces: readonly PlacedSpace[]): Ancestry {
  const parents = new Map(spaces.map(({ id, parentId }) => [id, parentId]));
  const ancestry: Ancestry = (place) => {
    const parentId = parents.get(place) ?? null;
    return parentId === null ? [] : [parentId, ...ancestry(parentId)];
  };
  return ancestry;
}

interface ReachablePlace {
  readonly place: string;
  /** Routes from outdoors. People leave by the same route, through doorways with the same effect. */
  readonly routes: readonly Route[];
  /** The last place on the first route; null if that comes from outdoors. */
  readonly within: string | null;
}

/** The places that can be reached through doorways with sensors, outer ones first. */
function reachablePlaces(spaces: readonly PlacedSpace[], doorways: readonly SensedDoorway[]) {
  const ways = waysOf(doorways, ancestryOf(spaces));
  const places = [...new Set(ways.map(({ into }) => into))];
  const found = new Map<string | null, ReachablePlace>();
  const order = new Map<string | null, number>([[null, 0]]);
  while (order.size <= places.length) {
    const next = ways.find(({ from, into }) => order.has(from) && !order.has(into));
    // Without a doorway from outdoors, people appear in the first place.
    const place = next?.into ?? (places.find((each) => !order.has(each)) as string);
    const inward = ways.filter(({ from, into }) => into === place && order.has(from));
    order.set(place, order.size);
    const doors = groupBy(inward, (way) => `${way.from} ${way.effect}`);
    const routes = [...doors.values()].map((alike) => {
      const outer = found.get(alike[0]?.from ?? null)?.routes[0] ?? [];
      return [...outer, alike];
    });
    found.set(place, { place, routes, within: inward[0]?.from ?? null });
  }
  return [...found.values()];
}

/** The people in each place itself, excluding places further in, from the counts of all. */
function occupants(places: readonly ReachablePlace[], spaces: ReadonlyMap<string, SimulatedSpace>) {
  const countOf = (place: string) => spaces.get(place)?.count ?? 0;
  const inside = new Map(places.map(({ place }) => [place, countOf(place)]));
  for (const { place, within } of places)
    if (within !== null) inside.set(within, (inside.get(within) ?? 0) - countOf(place));
  for (const [place, count] of inside) if (count < 0) inside.set(place, 0);
  return inside;
}

/**
 * Each doorway in each direction that leads into a space (D4): from one place, or null for outdoors, into another, and its
 * effect on counts: doorways with the same effect are interchangeable.
 */
function waysOf(doorways: readonly SensedDoorway[], ancestry: Ancestry) {
  const directed = doorways.flatMap(({ serialNumber, links }) =>
    ([1, -1] as const).flatMap((inward) => {
      const entered = links.filter((link) => link.sensorPlacement === inward).map(({ place }) => place);
      const left = links.filter((link) => link.sensorPlacement !== inward).map(({ place }) => place);
      const into = deepest(entered, ancestry);
      return into === undefined ? [] : [{ serialNumber, inward, entered, left, into }];
    }),
  );
  const stops = new Set(directed.map(({ into }) => into));
  return directed.map(({ serialNumber, inward, entered, left, into }) => ({
    serialNumber,
    inward,
    into,
    from:
      deepest(left, ancestry) ??
      ancestry(into).find((place) => stops.has(place) && !entered.includes(place)) ??
      null,
    effect: `${entered.toSorted().join("+")} ${left.toSorted().join("-")}`,
  }));
}

function deepest(places: readonly string[], ancestry: Ancestry): string | undefined {
  return places.toSorted((a, b) => ancestry(b).length - ancestry(a).length)[0];
}
