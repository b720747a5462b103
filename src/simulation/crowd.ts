import { getOrInsert } from "../domain/collections.ts";
import { HOUR_MS, MINUTE_MS, SECOND_MS } from "../domain/instant.ts";
import type { SensorReport } from "../engine/ports.ts";
import { type Destination, type Passage, type Route, type Use, useAt } from "./people.ts";
import { Random } from "./random.ts";

/** People inside at a time in a simulation. */
export const SIMULATED_PEOPLE_MAX = 50_000;

export interface CrowdOptions {
  /** At least one; each with at least one route of at least one doorway. */
  readonly destinations: readonly Destination[];
  readonly seed: number;
  /** Share of passages that a sensor misses, and share that it counts twice. */
  readonly errorRate: number;
  /** Start of the simulation, in ms since the epoch. */
  readonly start: number;
  /** Simulated time per real time. */
  readonly speed: number;
  /** Events per real minute at the hour of the week of the start; null for the rate that follows from the habits. */
  readonly rate: number | null;
  /** Capacity of all places, in people. With a rate, stays are shortened so that the people fit. */
  readonly capacity: number;
  readonly inside: ReadonlyMap<string, number>;
  /** Prefix of event ids; null for events without ids. */
  readonly idPrefix: string | null;
}

/** Maximum rate at busier hours, as a multiple of the given rate. */
const RATE_FACTOR_MAX = 3;

/** Share of the capacity that is used at the given rate. */
const CAPACITY_SHARE = 0.3;

/** Simulated time whose arrivals are drawn together, in ms. */
const SLOT_MS = SECOND_MS;

/** How long the use of places is taken as steady, in simulated ms. */
const STEADY_MS = 5 * MINUTE_MS;

/** Shortest stay, in minutes. */
const STAY_MIN = 3;

/** Time from one doorway to the next, in simulated ms. */
const STEP_MS = 40_000;

/** Time between a passage and its duplicate, in simulated ms. */
const DUPLICATE_DELAY_MS = 700;

/** The reports of a slot, and how many passages those make who begin to leave in it. */
interface Slot {
  readonly reports: SensorReport[];
  leaving: number;
}

/**
 * Simulates people who arrive, stay and leave as time passes. The same options give the same events, however often
 * `advance` is called; without a rate, crowds that differ in their start do so in the people who are inside then only.
 * Timestamps are real time; at a speed of 60, a simulated hour takes a minute.
 */
export class Crowd {
  readonly #options: CrowdOptions;
  /** The slots with reports from the present one on, by their number since the epoch. */
  readonly #slots = new Map<number, Slot>();
  #slot: number;
  /** The use of each destination, the people who arrive per hour at each and at all, and the instant of these. */
  #uses: readonly Use[] = [];
  #weights: readonly number[] = [];
  #total = 0;
  #usesAt = Number.NaN;
  readonly #perHourAtStart: number;
  readonly #share: number;
  /** Factor by which people walk and leave faster than by habit. */
  readonly #speedUp: number;
  readonly #doorsIn: number;
  /** Events required by the rate that are not planned yet; negative if too many are. */
  #deficit = 0;
  #eventCount = 0;

  constructor(options: CrowdOptions) {
    const { destinations, start, speed, rate, capacity } = options;
    this.#options = options;
    this.#slot = Math.floor(start / SLOT_MS);
    this.#perHourAtStart = this.#perHour(start);
    const weights = destinations.map(({ visitors, anytime }) => visitors + anytime);
    const visitors = weights.reduce((sum, weight) => sum + weight, 0);
    const average = (value: (destination: Destination) => number) =>
      destinations.reduce((sum, each, index) => sum + (weights[index] as number) * value(each), 0) / visitors;
    this.#doorsIn = average(({ routes }) => routes[0]?.length ?? 1);
    this.#share = Math.min(1, SIMULATED_PEOPLE_MAX / visitors);
    const atRate = rate === null ? 0 : ((rate / (2 * this.#doorsIn)) * average(({ stay }) => stay)) / speed;
    const most = Math.min(capacity, SIMULATED_PEOPLE_MAX) * CAPACITY_SHARE;
    this.#speedUp = atRate > most ? atRate / most : 1;
    this.#addInside(weights);
  }

  /** The reports of the slots that have ended since the last call, up to an instant, ascending. */
  advance(now: number): SensorReport[] {
    const { start, speed } = this.#options;
    const until = start + (now - start) * speed;
    const reports: SensorReport[] = [];
    for (; (this.#slot + 1) * SLOT_MS <= until; this.#slot++) {
      this.#fill(this.#slot);
      reports.push(...(this.#slots.get(this.#slot)?.reports ?? []).sort((a, b) => a.timestamp - b.timestamp));
      this.#slots.delete(this.#slot);
    }
    return reports;
  }

  #fill(slot: number): void {
    const { destinations, seed, start, speed, rate } = this.#options;
    const random = new Random(seed, slot);
    const perHour = this.#perHour(slot * SLOT_MS);
    let expected = (perHour * this.#share * SLOT_MS) / HOUR_MS;
    if (rate !== null) {
      const wanted = (rate / speed) * Math.min(RATE_FACTOR_MAX, perHour / this.#perHourAtStart);
      // Leaving people count as well; the deficit is limited, so that a mass exit does not stop arrivals for hours.
      const planned = this.#deficit - (this.#slots.get(slot)?.leaving ?? 0);
      this.#deficit = Math.max(-wanted, planned + (wanted * SLOT_MS) / MINUTE_MS);
      expected = Math.max(0, this.#deficit) / this.#doorsIn;
    }
    for (let more = random.poisson(expected); more > 0; more--) {
      const index = random.weighted(this.#weights);
      const arrival = (slot + random.next()) * SLOT_MS;
      if (arrival < start) continue;
      // People who leave at once count as well.
      if (rate !== null && this.#deficit <= 0) break;
      const { closing } = this.#uses[index] as Use;
      this.#visit(random, destinations[index] as Destination, arrival, closing);
    }
  }

  #perHour(instant: number): number {
    const steadyAt = Math.floor(instant / STEADY_MS) * STEADY_MS;
    if (steadyAt !== this.#usesAt) {
      this.#usesAt = steadyAt;
      this.#uses = this.#options.destinations.map((destination) => useAt(destination, steadyAt));
      this.#weights = this.#uses.map(({ perHour }) => perHour);
      this.#total = this.#weights.reduce((sum, perHour) => sum + perHour, 0);
    }
    return this.#total;
  }

  /** Initial people have stayed for a part of their time, and leave after the rest. */
  #addInside(weights: readonly number[]): void {
    const { destinations, inside, seed, start } = this.#options;
    const random = new Random(seed);
    let left = SIMULATED_PEOPLE_MAX;
    for (const [place, count] of inside) {
      const there = weights.map((weight, index) => (destinations[index]?.place === place ? weight : 0));
      if (there.every((weight) => weight === 0)) continue;
      for (let more = Math.min(count, left); more > 0; more--, left--) {
        const destination = destinations[random.weighted(there)] as Destination;
        const stay = random.next() * this.#stayOf(random, destination);
        this.#leave(random, pickEarly(random, destination.routes), start + stay);
      }
    }
  }

  #visit(random: Random, destination: Destination, arrival: number, closing: number): void {
    const route = pickEarly(random, destination.routes);
    this.#deficit -= route.length;
    const inside = this.#walk(random, route, arrival, false);
    const leaving = Math.min(arrival + this.#stayOf(random, destination), closing);
    this.#leave(random, route, Math.max(inside, leaving));
  }

  /** In simulated ms. */
  #stayOf(random: Random, { stay, staySpread }: Destination): number {
    return (Math.max(Math.min(STAY_MIN, stay), random.normal(stay, staySpread)) * MINUTE_MS) / this.#speedUp;
  }

  #leave(random: Random, route: Route, at: number): void {
    const slot = this.#slotOf(at);
    // People of the present slot have been counted.
    if (Math.floor(at / SLOT_MS) === this.#slot) this.#deficit -= route.length;
    else slot.leaving += route.length;
    this.#walk(random, route.toReversed(), at, true);
  }

  /** Lets a person pass through doorways, one after the other; returns the end of the way. */
  #walk(random: Random, steps: Route, start: number, isLeaving: boolean): number {
    let at = start;
    for (const doors of steps) {
      this.#pass(random, pickEarly(random, doors), isLeaving, at);
      at += (STEP_MS * (0.5 + random.next())) / this.#speedUp;
    }
    return at;
  }

  #pass(random: Random, { serialNumber, inward }: Passage, isLeaving: boolean, at: number): void {
    const { errorRate, idPrefix, start, speed } = this.#options;
    const isMissed = random.chance(errorRate);
    const copies = isMissed ? 0 : random.chance(errorRate) ? 2 : 1;
    for (let copy = 0; copy < copies; copy++) {
      const instant = at + copy * DUPLICATE_DELAY_MS;
      if (instant < start) continue;
      this.#slotOf(instant).reports.push({
        serialNumber,
        timestamp: Math.floor(start + (instant - start) / speed),
        trajectory: (isLeaving ? -inward : inward) === 1 ? 1 : -1,
        eventId: idPrefix === null ? null : `${idPrefix}-${(this.#eventCount++).toString(36)}`,
      });
    }
  }

  #slotOf(instant: number): Slot {
    return getOrInsert(this.#slots, Math.floor(instant / SLOT_MS), () => ({ reports: [], leaving: 0 }));
  }
}

/** Picks a doorway or a route; the first one is the main one. */
function pickEarly<T>(random: Random, items: readonly T[]): T {
  return items[random.weighted(items.map((_, index) => 1 / (index + 1)))] as T;
}
