import { must } from "../../domain/errors.ts";
import { HOUR_MS, MINUTE_MS } from "../../domain/instant.ts";
import { SIMULATED_PEOPLE_MAX } from "../../domain/limits.ts";
import type { SensorReport } from "../ports.ts";
import { Arrivals, type Destination } from "./arrivals.ts";
import { ECHO_MS, type Passage, pickDoor, type Route, STEP_MS, sightings } from "./people.ts";
import { Random } from "./random.ts";
import { Schedule } from "./schedule.ts";

export interface LiveCrowdOptions {
  /** At least one; each with at least one route of at least one doorway. */
  readonly destinations: readonly Destination[];
  readonly seed: number;
  /** The share of passages a sensor misses, and of those it counts twice. */
  readonly errorRate: number;
  /** When it begins, in ms since the epoch. */
  readonly start: number;
  /** How many times faster than the clock its people live. */
  readonly speed: number;
  /**
   * Events a minute of the clock at the hour of the week at which it begins, or null for as many as the
   * habits make.
   */
  readonly rate: number | null;
  /** How many people the places are made for. With a rate, stays are short enough for them to have room. */
  readonly room: number;
  /** Who is inside when it begins, by place. */
  readonly inside: ReadonlyMap<string, number>;
  /** What the events' ids begin with. */
  readonly idPrefix: string;
}

/** How many times its rate it may reach at busier hours than the one at which it began. */
const WAVE_MAX = 3;

/** The share of the room that people take at the rate as given. */
const ROOM_SHARE = 0.3;

/** How long a step of the model is, in ms of the clock and of its people's time. */
const STEP_CLOCK_MS_MAX = 1_000;
const STEP_CLOCK_MS_MIN = 10;
const STEP_PEOPLE_MS = MINUTE_MS;

/** Somebody on their way in or out. */
interface Walker {
  readonly route: Route;
  /** In ms of the clock. */
  readonly stay: number;
  steps: readonly Passage[];
  next: number;
  isLeaving: boolean;
}

/**
 * People who come, stay and go as time passes. The same options give the same events, whenever and in
 * however many pieces they are asked for. Timestamps are the clock's; at a speed of 60, an hour of people's
 * lives passes in a minute.
 */
export class LiveCrowd {
  readonly #options: LiveCrowdOptions;
  readonly #random: Random;
  readonly #arrivals: Arrivals;
  /** In ms of the clock: what has been worked out, and the length of a step. */
  #worked: number;
  readonly #step: number;
  readonly #perHourAtStart: number;
  /** How much faster than by habit people walk and leave again. */
  readonly #haste: number;
  /** Doorways that a visit takes on its way in, on average. */
  readonly #doorsIn: number;
  readonly #due = new Schedule<Walker | SensorReport>();
  #people = 0;
  /** Events that the rate asks for and nobody has set out to make yet. */
  #owed = 0;
  #made = 0;

  constructor(options: LiveCrowdOptions) {
    const { destinations, seed, start, speed, rate, room } = options;
    this.#options = options;
    this.#random = new Random(seed);
    this.#arrivals = new Arrivals(destinations);
    this.#worked = start;
    this.#step = Math.min(STEP_CLOCK_MS_MAX, Math.max(STEP_CLOCK_MS_MIN, STEP_PEOPLE_MS / speed));
    this.#perHourAtStart = this.#arrivals.perHour(start);
    const visitors = destinations.reduce((sum, each) => sum + each.visitors, 0);
    const average = (value: (destination: Destination) => number) =>
      destinations.reduce((sum, each) => sum + each.visitors * value(each), 0) / visitors;
    this.#doorsIn = average(({ routes }) => routes[0]?.length ?? 1);
    const atRate = rate === null ? 0 : ((rate / (2 * this.#doorsIn)) * average(({ stay }) => stay)) / speed;
    const most = Math.min(room, SIMULATED_PEOPLE_MAX) * ROOM_SHARE;
    this.#haste = atRate > most ? atRate / most : 1;
    this.#letIn();
  }

  /** What sensors report up to an instant since the last call, ascending; at most a step is left for the next. */
  advance(now: number): SensorReport[] {
    const reports: SensorReport[] = [];
    while (this.#worked + this.#step <= now) {
      const end = this.#worked + this.#step;
      this.#arrive(this.#worked);
      for (let due = this.#due.takeBefore(end); due !== null; due = this.#due.takeBefore(end)) {
        if ("serialNumber" in due.item) reports.push(due.item);
        else this.#walk(due.item, due.at, reports);
      }
      this.#worked = end;
    }
    return reports;
  }

  /** Lets people come during a step that begins at an instant. */
  #arrive(at: number): void {
    const { start, speed, rate } = this.#options;
    const peopleTime = start + (at - start) * speed;
    const perHour = this.#arrivals.perHour(peopleTime);
    let expected = (perHour * this.#step * speed) / HOUR_MS;
    if (rate !== null) {
      const present = rate * Math.min(WAVE_MAX, perHour / this.#perHourAtStart);
      // Who leaves takes from what is owed, too; when all leave at once, it is not made up for by the hour.
      this.#owed = Math.max(-present, this.#owed + (present * this.#step) / MINUTE_MS);
      expected = Math.max(0, this.#owed) / this.#doorsIn;
    }
    for (let more = this.#random.poisson(expected); more > 0; more--) {
      if (this.#people >= SIMULATED_PEOPLE_MAX) return;
      const walker = this.#newcomer(this.#arrivals.pick(this.#random, peopleTime));
      this.#owed -= walker.route.length;
      this.#due.add(at + this.#random.next() * this.#step, walker);
    }
  }

  #newcomer({ routes, stay, staySpread }: Destination): Walker {
    this.#people++;
    const random = this.#random;
    const route = must(routes[random.weighted(routes.map((_, index) => 1 / (index + 1)))], "route");
    return {
      route,
      stay: this.#byClock(Math.max(Math.min(3, stay), random.normal(stay, staySpread)) * MINUTE_MS),
      steps: route.map((doors) => pickDoor(random, doors)),
      next: 0,
      isLeaving: false,
    };
  }

  /** Who is inside from the beginning has stayed for a while, and leaves after the rest of it. */
  #letIn(): void {
    const { destinations, inside, start } = this.#options;
    for (const [place, count] of inside) {
      const there = destinations.filter((destination) => destination.place === place);
      if (there.length === 0) continue;
      const weights = there.map(({ visitors }) => visitors);
      for (let more = count; more > 0 && this.#people < SIMULATED_PEOPLE_MAX; more--) {
        const walker = this.#newcomer(must(there[this.#random.weighted(weights)], "destination"));
        this.#turnRound(walker, start + this.#random.next() * walker.stay);
      }
    }
  }

  /** Sends somebody who has got to where they wanted out again, at an instant. */
  #turnRound(walker: Walker, at: number): void {
    walker.isLeaving = true;
    walker.steps = walker.route.toReversed().map((doors) => pickDoor(this.#random, doors));
    walker.next = 0;
    this.#due.add(at, walker);
  }

  /** Somebody passes the next doorway on their way, or is where they wanted to get. */
  #walk(walker: Walker, at: number, reports: SensorReport[]): void {
    if (walker.isLeaving && walker.next === 0) this.#owed -= walker.steps.length;
    const passage = walker.steps[walker.next++];
    if (passage !== undefined) this.#pass(passage, walker.isLeaving, at, reports);
    if (walker.next < walker.steps.length) {
      this.#due.add(at + this.#byClock(STEP_MS * (0.5 + this.#random.next())), walker);
    } else if (walker.isLeaving) {
      this.#people--;
    } else {
      this.#turnRound(walker, at + walker.stay);
    }
  }

  /** How long by the clock takes what takes people so many ms by habit. */
  #byClock(ms: number): number {
    return ms / this.#options.speed / this.#haste;
  }

  #pass(passage: Passage, isLeaving: boolean, at: number, reports: SensorReport[]): void {
    const { errorRate, speed, idPrefix } = this.#options;
    const copies = sightings(this.#random, errorRate);
    for (let copy = 0; copy < copies; copy++) {
      const instant = at + (copy * ECHO_MS) / speed;
      const report: SensorReport = {
        serialNumber: passage.serialNumber,
        timestamp: Math.floor(instant),
        trajectory: (isLeaving ? -passage.inward : passage.inward) === 1 ? 1 : -1,
        eventId: `${idPrefix}-${(this.#made++).toString(36)}`,
      };
      if (copy === 0) reports.push(report);
      else this.#due.add(instant, report);
    }
  }
}
