import type { SpaceFunction } from "../../domain/resources.ts";
import type { Habit } from "./people.ts";

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

/** The properties of a place that determine its habits. */
export interface UsedPlace {
  readonly place: string;
  readonly function: SpaceFunction | null;
  /** Capacity in people. */
  readonly capacity: number;
  /** Whether people mostly pass through it to other places. */
  readonly isTransit: boolean;
}

/** The habits of a place. */
export function habitsOf({ place, function: use, capacity, isTransit }: UsedPlace): Habit[] {
  const patterns = use !== null ? BY_FUNCTION[use] : isTransit ? PASSING : WORK;
  return patterns.map(([turnover, arrival, arrivalSpread, stay, staySpread]) => ({
    place,
    visitors: turnover * capacity,
    arrival,
    arrivalSpread,
    stay,
    staySpread,
  }));
}
