import { firstIndex } from "../../domain/collections.ts";
import { must } from "../../domain/errors.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../domain/instant.ts";
import { SIMULATED_PEOPLE_MAX } from "../../domain/limits.ts";
import { localDayOf, toInstant } from "../../domain/local-time.ts";
import type { SensorReport } from "../ports.ts";
import {
  type Crowd,
  DUPLICATE_DELAY_MS,
  type Habit,
  type Passage,
  pickEarly,
  Random,
  type Route,
  STEP_MS,
  sightings,
  WEEKDAY_LOAD,
} from "./people.ts";

export interface LiveCrowdOptions extends Pick<Crowd, "seed" | "errorRate"> {
  /** At least one; each with at least one route of at least one doorway. */
  readonly destinations: readonly Destination[];
  /** Start of the simulation, in ms since the epoch. */
  readonly start: number;
  /** Simulated time per real time. */
  readonly speed: number;
  /** Events per real minute at the hour of the week of the start; null for the rate that follows from the habits. */
  readonly rate: number | null;
  /** Capacity of all places, in people. With a rate, stays are shortened so that the people fit. */
  readonly capacity: number;
  /** Initial number of people by place. */
  readonly inside: ReadonlyMap<string, number>;
  /** Prefix of event ids. */
  readonly idPrefix: string;
}

/** Maximum rate at busier hours, as a multiple of the given rate. */
const RATE_FACTOR_MAX = 3;

/** Share of the capacity that is used at the given rate. */
const CAPACITY_SHARE = 0.3;

/** Length of a simulation step, in real ms and in simulated ms. */
const STEP_CLOCK_MS_MAX = 1_000;
const STEP_CLOCK_MS_MIN = 10;
const STEP_PEOPLE_MS = MINUTE_MS;

/** A person on their way in or out. */
interface Walker {
  readonly route: Route;
  /** In real ms. */
  readonly stay: number;
  steps: readonly Passage[];
  next: number;
  isLeaving: boolean;
}

/**
 * Simulates people who arrive, stay and leave as time passes. The same options give the same events, however often
 * `advance` is called. Timestamps are real time; at a speed of 60, a simulated hour takes a minute.
 */
export class LiveCrowd {
  readonly #options: LiveCrowdOptions;
  readonly #random: Random;
  readonly #arrivals: Arrivals;
  /** In real ms: the time simulated so far, and the length of a step. */
  #simulated: number;
  readonly #step: number;
  readonly #perHourAtStart: number;
  /** Factor by which people walk and leave faster than by habit. */
  readonly #speedUp: number;
  /** Average number of doorways on the way to a destination. */
  readonly #doorsIn: number;
  readonly #due = new Schedule<Walker | SensorReport>();
  #people = 0;
  /** Events required by the rate that are not planned yet; negative if too many are. */
  #deficit = 0;
  #eventCount = 0;

  constructor(options: LiveCrowdOptions) {
    const { destinations, seed, start, speed, rate, capacity } = options;
    this.#options = options;
    this.#random = new Random(seed);
    this.#arrivals = new Arrivals(destinations);
    this.#simulated = start;
    this.#step = Math.min(STEP_CLOCK_MS_MAX, Math.max(STEP_CLOCK_MS_MIN, STEP_PEOPLE_MS / speed));
    this.#perHourAtStart = this.#arrivals.perHour(start);
    const visitors = destinations.reduce((sum, each) => sum + each.visitors, 0);
    const average = (value: (destination: Destination) => number) =>
      destinations.reduce((sum, each) => sum + each.visitors * value(each), 0) / visitors;
    this.#doorsIn = average(({ routes }) => routes[0]?.length ?? 1);
    const atRate = rate === null ? 0 : ((rate / (2 * this.#doorsIn)) * average(({ stay }) => stay)) / speed;
    const most = Math.min(capacity, SIMULATED_PEOPLE_MAX) * CAPACITY_SHARE;
    this.#speedUp = atRate > most ? atRate / most : 1;
    this.#addInitialPeople();
  }

  /** The reports up to an instant since the last call, ascending; at most one step is left for the next call. */
  advance(now: number): SensorReport[] {
    const reports: SensorReport[] = [];
    while (this.#simulated + this.#step <= now) {
      const end = this.#simulated + this.#step;
      this.#arrive(this.#simulated);
      for (let due = this.#due.takeBefore(end); due !== null; due = this.#due.takeBefore(end)) {
        if ("serialNumber" in due.item) reports.push(due.item);
        else this.#walk(due.item, due.at, reports);
      }
      this.#simulated = end;
    }
    return reports;
  }

  /** Lets people arrive during a step that begins at an instant. */
  #arrive(at: number): void {
    const { start, speed, rate } = this.#options;
    const peopleTime = start + (at - start) * speed;
    const perHour = this.#arrivals.perHour(peopleTime);
    let expected = (perHour * this.#step * speed) / HOUR_MS;
    if (rate !== null) {
      const wantedRate = rate * Math.min(RATE_FACTOR_MAX, perHour / this.#perHourAtStart);
      // Leaving people count as well; the deficit is limited, so that a mass exit does not stop arrivals for hours.
      this.#deficit = Math.max(-wantedRate, this.#deficit + (wantedRate * this.#step) / MINUTE_MS);
      expected = Math.max(0, this.#deficit) / this.#doorsIn;
    }
    for (let more = this.#random.poisson(expected); more > 0; more--) {
      if (this.#people >= SIMULATED_PEOPLE_MAX) return;
      const walker = this.#newcomer(this.#arrivals.pick(this.#random, peopleTime));
      this.#deficit -= walker.route.length;
      this.#due.add(at + this.#random.next() * this.#step, walker);
    }
  }

  #newcomer({ routes, stay, staySpread }: Destination): Walker {
    this.#people++;
    const random = this.#random;
    const route = pickEarly(random, routes);
    return {
      route,
      stay: this.#realMs(Math.max(Math.min(3, stay), random.normal(stay, staySpread)) * MINUTE_MS),
      steps: route.map((doors) => pickEarly(random, doors)),
      next: 0,
      isLeaving: false,
    };
  }

  /** Initial people have stayed for a part of their time, and leave after the rest. */
  #addInitialPeople(): void {
    const { destinations, inside, start } = this.#options;
    for (const [place, count] of inside) {
      const there = destinations.filter((destination) => destination.place === place);
      if (there.length === 0) continue;
      const weights = there.map(({ visitors }) => visitors);
      for (let more = count; more > 0 && this.#people < SIMULATED_PEOPLE_MAX; more--) {
        const walker = this.#newcomer(must(there[this.#random.weighted(weights)], "destination"));
        this.#sendOut(walker, start + this.#random.next() * walker.stay);
      }
    }
  }

  #sendOut(walker: Walker, at: number): void {
    walker.isLeaving = true;
    walker.steps = walker.route.toReversed().map((doors) => pickEarly(this.#random, doors));
    walker.next = 0;
    this.#due.add(at, walker);
  }

  /** Moves a person through the next doorway, or ends their way in or out. */
  #walk(walker: Walker, at: number, reports: SensorReport[]): void {
    if (walker.isLeaving && walker.next === 0) this.#deficit -= walker.steps.length;
    const passage = walker.steps[walker.next++];
    if (passage !== undefined) this.#pass(passage, walker.isLeaving, at, reports);
    if (walker.next < walker.steps.length) {
      this.#due.add(at + this.#realMs(STEP_MS * (0.5 + this.#random.next())), walker);
    } else if (walker.isLeaving) {
      this.#people--;
    } else {
      this.#sendOut(walker, at + walker.stay);
    }
  }

  /** Converts simulated ms to real ms. */
  #realMs(ms: number): number {
    return ms / this.#options.speed / this.#speedUp;
  }

  #pass(passage: Passage, isLeaving: boolean, at: number, reports: SensorReport[]): void {
    const { errorRate, speed, idPrefix } = this.#options;
    const copies = sightings(this.#random, errorRate);
    for (let copy = 0; copy < copies; copy++) {
      const instant = at + (copy * DUPLICATE_DELAY_MS) / speed;
      const report: SensorReport = {
        serialNumber: passage.serialNumber,
        timestamp: Math.floor(instant),
        trajectory: (isLeaving ? -passage.inward : passage.inward) === 1 ? 1 : -1,
        eventId: `${idPrefix}-${(this.#eventCount++).toString(36)}`,
      };
      if (copy === 0) reports.push(report);
      else this.#due.add(instant, report);
    }
  }
}

/** A queue by time. */
export class Schedule<T> {
  /** The earliest item is last, where removing it is cheap. */
  readonly #entries: { readonly at: number; readonly item: T }[] = [];

  add(at: number, item: T): void {
    const entries = this.#entries;
    const index = firstIndex(0, entries.length, (each) => (entries[each]?.at ?? at) <= at);
    entries.splice(index, 0, { at, item });
  }

  /** Removes and returns the earliest item before an instant. */
  takeBefore(end: number): { readonly at: number; readonly item: T } | null {
    const earliest = this.#entries.at(-1);
    return earliest !== undefined && earliest.at < end ? (this.#entries.pop() ?? null) : null;
  }
}

/** A habit with the routes to its place. */
export interface Destination extends Habit {
  readonly timeZone: string;
  readonly routes: readonly Route[];
}

/** Share of visitors who arrive evenly over day and night. */
const ANYTIME = 0.02;

/** How long the arrival rates are cached, in ms. */
const STEADY_MS = 5 * MINUTE_MS;

/** Arrival rates by the hour of each place's local week. */
export class Arrivals {
  readonly #destinations: readonly Destination[];
  /** Arrivals per hour at each destination. */
  #rates: readonly number[] = [];
  #asOf = Number.NaN;

  constructor(destinations: readonly Destination[]) {
    this.#destinations = destinations;
  }

  perHour(instant: number): number {
    this.#update(instant);
    return this.#rates.reduce((sum, rate) => sum + rate, 0);
  }

  /** Picks the destination of a person who arrives at an instant. */
  pick(random: Random, instant: number): Destination {
    this.#update(instant);
    return this.#destinations[random.weighted(this.#rates)] as Destination;
  }

  #update(instant: number): void {
    const asOf = Math.floor(instant / STEADY_MS) * STEADY_MS;
    if (asOf === this.#asOf) return;
    this.#asOf = asOf;
    this.#rates = this.#destinations.map((destination) => peopleAnHour(destination, asOf));
  }
}

function peopleAnHour({ visitors, arrival, arrivalSpread, timeZone }: Destination, instant: number): number {
  const day = localDayOf(instant, timeZone);
  const hour = (instant - toInstant(day * DAY_MS, timeZone)) / HOUR_MS;
  const distance = (hour - arrival) / arrivalSpread;
  const density = Math.exp(-(distance ** 2) / 2) / (arrivalSpread * Math.sqrt(2 * Math.PI));
  return visitors * ((WEEKDAY_LOAD[(day + 3) % 7] as number) * density + ANYTIME / 24);
}
