import type { SpaceFunction } from "../../domain/resources.ts";
import type { Destination } from "./arrivals.ts";
import { habitsOf } from "./habits.ts";
import { occupants, reachablePlaces, type SensedDoorway } from "./ways.ts";

/** What a simulation knows about a space. */
export interface SimulatedSpace {
  readonly id: string;
  readonly parentId: string | null;
  readonly function: SpaceFunction | null;
  readonly timeZone: string;
  /** How many people it is made for, where that is known. */
  readonly capacity: number | null;
  readonly count: number;
}

/** Where people can go on a site, how many it is made for, and who is there. */
export interface SiteUse {
  readonly destinations: readonly Destination[];
  readonly room: number;
  readonly inside: ReadonlyMap<string, number>;
}

/** How many people a space is taken to be made for where it does not say, and at the most. */
const ROOM_DEFAULT = 30;
const ROOM_MAX = 5_000;

/** Works out how people would use a site; without doorways that lead anywhere there are no destinations. */
export function siteUse(spaces: readonly SimulatedSpace[], doorways: readonly SensedDoorway[]): SiteUse {
  const byId = new Map(spaces.map((space) => [space.id, space]));
  const ancestry = (place: string): string[] => {
    const parentId = byId.get(place)?.parentId ?? null;
    return parentId === null ? [] : [parentId, ...ancestry(parentId)];
  };
  const places = reachablePlaces({ doorways, ancestry });
  const passed = new Set(places.map(({ within }) => within));
  let room = 0;
  const destinations = places.flatMap(({ place, routes }) => {
    const space = byId.get(place);
    if (space === undefined || routes.length === 0) return [];
    const isPassed = passed.has(place);
    const seats = Math.min(ROOM_MAX, Math.max(1, space.capacity ?? ROOM_DEFAULT));
    room += seats;
    const habits = habitsOf({ place, function: space.function, room: seats, isPassed });
    return habits.map((habit) => ({ ...habit, timeZone: space.timeZone, routes }));
  });
  const counts = new Map(spaces.map(({ id, count }) => [id, count]));
  return { destinations, room, inside: occupants(places, counts) };
}
