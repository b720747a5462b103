import type { SpaceFunction } from "../../domain/resources.ts";
import type { Destination } from "./arrivals.ts";
import { habitsOf } from "./habits.ts";
import { occupants, reachablePlaces, type SensedDoorway } from "./ways.ts";

/** A space as the simulation sees it. */
export interface SimulatedSpace {
  readonly id: string;
  readonly parentId: string | null;
  readonly function: SpaceFunction | null;
  readonly timeZone: string;
  /** Capacity in people, if known. */
  readonly capacity: number | null;
  readonly count: number;
}

/** The destinations of a site, its capacity, and the people in it. */
export interface SiteUse {
  readonly destinations: readonly Destination[];
  readonly capacity: number;
  readonly inside: ReadonlyMap<string, number>;
}

/** Capacity assumed for a space without one, and the maximum used of any. */
const CAPACITY_DEFAULT = 30;
const CAPACITY_MAX = 5_000;

/** Derives the destinations of a site; without doorways that lead into spaces there are none. */
export function siteUse(spaces: readonly SimulatedSpace[], doorways: readonly SensedDoorway[]): SiteUse {
  const byId = new Map(spaces.map((space) => [space.id, space]));
  const ancestry = (place: string): string[] => {
    const parentId = byId.get(place)?.parentId ?? null;
    return parentId === null ? [] : [parentId, ...ancestry(parentId)];
  };
  const places = reachablePlaces({ doorways, ancestry });
  const passed = new Set(places.map(({ within }) => within));
  let total = 0;
  const destinations = places.flatMap(({ place, routes }) => {
    const space = byId.get(place);
    if (space === undefined || routes.length === 0) return [];
    const isTransit = passed.has(place);
    const capacity = Math.min(CAPACITY_MAX, Math.max(1, space.capacity ?? CAPACITY_DEFAULT));
    total += capacity;
    const habits = habitsOf({ place, function: space.function, capacity, isTransit });
    return habits.map((habit) => ({ ...habit, timeZone: space.timeZone, routes }));
  });
  const counts = new Map(spaces.map(({ id, count }) => [id, count]));
  return { destinations, capacity: total, inside: occupants(places, counts) };
}
