import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../domain/instant.ts";
import { toInstant } from "../../domain/local-time.ts";
import type { SensorPlacement } from "../../domain/resources.ts";
import type { SensorReport } from "../ports.ts";

/** A doorway as people pass it, from one place into another; `null` is outdoors. */
export interface Passage {
  readonly serialNumber: string;
  readonly from: string | null;
  readonly into: string;
  /** The trajectory its sensor reports for going in. */
  readonly inward: SensorPlacement;
}

/** How people use a place. */
export interface Habit {
  readonly place: string;
  /** Visitors on an ordinary Tuesday. */
  readonly visitors: number;
  /** Mean and standard deviation of the arrival, in hours of the local day. */
  readonly arrival: number;
  readonly arrivalSpread: number;
  /** Mean and standard deviation of the stay, in minutes. */
  readonly stay: number;
  readonly staySpread: number;
}

/** Staff who make rounds day and night, on all days of the week. */
interface Rounds extends Pick<Habit, "stay" | "staySpread"> {
  /** Visits per hour, each to one of the places of the habits. */
  readonly visitsPerHour: number;
}

/** A building with people in it. */
export interface Crowd {
  readonly passages: readonly Passage[];
  readonly habits: readonly Habit[];
  /** Null without staff. */
  readonly rounds: Rounds | null;
  readonly timeZone: string;
  readonly seed: number;
  /** Share of passages that a sensor misses, and share that it counts twice. */
  readonly errorRate: number;
}

/** Load of each weekday relative to Tuesday, Monday first. */
export const WEEKDAY_LOAD = [0.9, 1, 0.98, 0.95, 0.7, 0.12, 0.06];

const HOURS_A_DAY = 24;

/** In hours of the local day: range of arrivals, last round, and the time at which the building is empty. */
const FIRST_ARRIVAL = 0.2;
const LAST_ARRIVAL = 23;
const LAST_ROUND = 23.8;
const LAST_LEAVE = 23.9;

/** Time from one doorway to the next, in ms. */
export const STEP_MS = 40_000;

/** Time between a passage and its duplicate, in ms. */
export const DUPLICATE_DELAY_MS = 700;

/** The way from outdoors to a place: for each step, outermost first, the doorways to choose from. */
export type Route = readonly (readonly Passage[])[];

/**
 * The sensor reports of a local day, ascending by time. They depend only on the crowd and the day.
 *
 * @param localDay days since the epoch, by the crowd's calendar
 */
export function reportsOfDay(crowd: Crowd, localDay: number): SensorReport[] {
  const random = new Random(crowd.seed, localDay);
  const load = (WEEKDAY_LOAD[(localDay + 3) % 7] as number) * Math.max(0.5, random.normal(1, 0.08));
  const reports: SensorReport[] = [];
  for (const habit of crowd.habits) {
    const route = routeTo(crowd.passages, habit.place);
    const visitors = Math.round(habit.visitors * load);
    for (let visitor = 0; visitor < visitors; visitor++) {
      const wanted = random.normal(habit.arrival, habit.arrivalSpread);
      const arrival = Math.min(LAST_ARRIVAL, Math.max(FIRST_ARRIVAL, wanted));
      visit(crowd, random, { ...habit, arrival, route }, localDay, reports);
    }
  }
  addRounds(crowd, random, localDay, reports);
  return reports.sort((a, b) => a.timestamp - b.timestamp);
}

function addRounds(crowd: Crowd, random: Random, localDay: number, reports: SensorReport[]): void {
  const { rounds, habits, passages } = crowd;
  const places = [...new Set(habits.map(({ place }) => place))];
  if (rounds === null || places.length === 0) return;
  for (let made = 0; made < rounds.visitsPerHour * HOURS_A_DAY; made++) {
    const place = places[Math.floor(random.next() * places.length)] as string;
    const arrival = random.next() * LAST_ROUND;
    visit(crowd, random, { ...rounds, arrival, route: routeTo(passages, place) }, localDay, reports);
  }
}

/** Arrival in hours of the local day, route, and stay in minutes. */
interface Visit extends Pick<Habit, "arrival" | "stay" | "staySpread"> {
  readonly route: Route;
}

function visit(crowd: Crowd, random: Random, intent: Visit, localDay: number, reports: SensorReport[]): void {
  const { route } = intent;
  const stay = Math.max(3, random.normal(intent.stay, intent.staySpread)) * MINUTE_MS;
  const midnight = toInstant(localDay * DAY_MS, crowd.timeZone);
  const start = midnight + Math.round(intent.arrival * HOUR_MS);
  const leave = Math.min(start + stay, midnight + LAST_LEAVE * HOUR_MS);
  const pass = (passage: Passage, instant: number, trajectory: number) => {
    const copies = sightings(random, crowd.errorRate);
    for (let copy = 0; copy < copies; copy++) {
      reports.push({
        serialNumber: passage.serialNumber,
        timestamp: Math.round(instant) + copy * DUPLICATE_DELAY_MS,
        trajectory: trajectory > 0 ? 1 : -1,
        eventId: null,
      });
    }
  };
  for (const [step, doors] of route.entries()) {
    const door = pickEarly(random, doors);
    pass(door, start + step * STEP_MS * (0.5 + random.next()), door.inward);
  }
  for (const [step, doors] of route.toReversed().entries()) {
    const door = pickEarly(random, doors);
    pass(door, leave + step * STEP_MS * (0.5 + random.next()), -door.inward);
  }
}

/** How often a sensor counts one passage: 0, 1 or 2 times. */
export function sightings(random: Random, errorRate: number): number {
  if (random.chance(errorRate)) return 0;
  return random.chance(errorRate) ? 2 : 1;
}

/** @throws Error if no doorway leads into the place */
function routeTo(passages: readonly Passage[], place: string): Route {
  const steps: Passage[][] = [];
  let target: string | null = place;
  while (target !== null) {
    const into = passages.filter((passage) => passage.into === target);
    if (into.length === 0) throw new Error(`no doorway leads into ${target}`);
    steps.unshift(into);
    target = into[0]?.from ?? null;
  }
  return steps;
}

/** Picks a doorway or a route; the first one is the main one. */
export function pickEarly<T>(random: Random, items: readonly T[]): T {
  return items[random.weighted(items.map((_, index) => 1 / (index + 1)))] as T;
}

/** A reproducible random number generator (mulberry32), seeded with whole numbers. */
export class Random {
  #state: number;

  constructor(...seeds: readonly number[]) {
    // FNV-1a over the seeds' bits spreads neighbouring seeds apart.
    let hash = 0x811c9dc5;
    for (const seed of seeds) {
      for (let shift = 0; shift < 32; shift += 8)
        hash = Math.imul(hash ^ ((seed >>> shift) & 255), 0x01000193);
    }
    this.#state = hash >>> 0;
  }

  /** Uniform in [0, 1). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let bits = this.#state;
    bits = Math.imul(bits ^ (bits >>> 15), bits | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** A normal deviate (Box-Muller). */
  normal(mean: number, deviation: number): number {
    const radius = Math.sqrt(-2 * Math.log(1 - this.next()));
    return mean + deviation * radius * Math.cos(2 * Math.PI * this.next());
  }

  /** A Poisson deviate (Knuth; above a mean of 30, the normal approximation). */
  poisson(mean: number): number {
    if (mean > 30) return Math.max(0, Math.round(this.normal(mean, Math.sqrt(mean))));
    const limit = Math.exp(-mean);
    let count = 0;
    for (let product = this.next(); product > limit; product *= this.next()) count++;
    return count;
  }

  /** Picks an index with a probability proportional to its weight. */
  weighted(weights: readonly number[]): number {
    let left = this.next() * weights.reduce((sum, weight) => sum + weight, 0);
    for (const [index, weight] of weights.entries()) {
      left -= weight;
      if (left < 0) return index;
    }
    return weights.length - 1;
  }
}
