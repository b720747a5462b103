import { DAY_MS, HOUR_MS } from "../src/domain/instant.ts";
import { normal, poisson, type Random, seeded } from "./random.ts";

/** A doorway of a generated space. */
export interface Door {
  /** The key of its sensor in the log. */
  readonly sensorKey: number;
  readonly placement: 1 | -1;
}

/** A space for which events are generated. */
export interface CountedSpace {
  readonly doors: readonly Door[];
  /** The approximate offset of its time zone from UTC, in whole hours. */
  readonly offsetHours: number;
}

/** Events in the order of their arrival. The generator reuses the arrays for the next batch. */
export interface EventBatch {
  readonly length: number;
  /** In whole ms since 1970. */
  readonly timestamps: Float64Array;
  readonly sensors: Int32Array;
  readonly trajectories: Int8Array;
}

/** The dataset to generate. */
export interface Traffic {
  readonly seed: number;
  /** The approximate number of events. */
  readonly events: number;
  /** A midnight UTC, in ms. */
  readonly start: number;
  readonly days: number;
}

/** The arrivals in each hour of a local workday, as relative weights. */
export const ARRIVALS = [0, 0, 0, 0, 0, 1, 4, 12, 18, 14, 9, 8, 12, 12, 9, 8, 6, 5, 4, 3, 2, 1, 0, 0];
/** The share of the people present who leave in each hour. */
const DEPARTURES = [
  0.9, 1, 1, 0.5, 0.3, 0.3, 0.3, 0.4, 0.4, 0.5, 0.6, 0.9, 0.9, 0.7, 0.6, 0.6, 0.8, 0.9, 0.9, 0.9, 0.9, 0.9,
  0.9, 0.9,
];
/** The weight of each day of the week, Monday first. */
const WEEKDAYS = [0.95, 1, 1, 0.95, 0.8, 0.25, 0.15];

/** The share of passages that a sensor misses. */
const MISSED = 0.015;
/** The share of passages after which the same person passes back and forth once more within seconds. */
const TURNED = 0.04;
/** The share of events that arrive an hour late. */
const LATE = 0.002;
/** The mean number of events per passage. */
const EVENTS_PER_PASSAGE = (1 - MISSED) * (1 + 2 * TURNED);

/** The capacity of the arrays of an hour, as a multiple of the mean number of events per hour. */
const HOUR_CAPACITY_FACTOR = 8;

/**
 * Generates traffic, one batch per hour, ordered by time. Arrivals follow the hour of the local day and the day of the
 * week. Every person who enters leaves again, but sensors miss some passages and report some quick re-crossings. The
 * sizes of the spaces differ by orders of magnitude, and a few events arrive an hour late. The same seed and spaces
 * give the same traffic.
 */
export function* generateEvents(spaces: readonly CountedSpace[], traffic: Traffic): Generator<EventBatch> {
  const random = seeded(traffic.seed);
  const hours = traffic.days * 24;
  const firstWeekday = weekdayOf(traffic.start);
  const rates = arrivalRates(random, spaces, traffic);
  const present = new Float64Array(spaces.length);
  const hour = new HourOfEvents(Math.ceil((traffic.events / hours) * HOUR_CAPACITY_FACTOR) + 1_000, random);
  for (let index = 0; index < hours; index++) {
    hour.begin();
    for (const [space, { doors, offsetHours }] of spaces.entries()) {
      const local = index + offsetHours;
      const localHour = ((local % 24) + 24) % 24;
      const weekday = (((firstWeekday + Math.floor(local / 24)) % 7) + 7) % 7;
      const entering = poisson(
        random,
        (rates[space] as number) * share(ARRIVALS, localHour) * share(WEEKDAYS, weekday),
      );
      const inside = (present[space] as number) + entering;
      const leaving = Math.min(inside, poisson(random, inside * share(DEPARTURES, localHour)));
      present[space] = inside - leaving;
      for (let i = 0; i < entering; i++) hour.pass(doors, 1);
      for (let i = 0; i < leaving; i++) hour.pass(doors, -1);
    }
    yield hour.end(traffic.start + index * HOUR_MS, index === hours - 1);
  }
}

/** The number of people who arrive at each space per unit of the curves. */
function arrivalRates(
  random: Random,
  spaces: readonly CountedSpace[],
  { events, start, days }: Traffic,
): Float64Array {
  const sizes = Float64Array.from(spaces, () => Math.exp(normal(random) * 0.8));
  const size = sizes.reduce((sum, value) => sum + value, 0);
  let units = 0;
  const firstWeekday = weekdayOf(start);
  for (let day = 0; day < days; day++)
    units += share(WEEKDAYS, (firstWeekday + day) % 7) * ARRIVALS.reduce((sum, value) => sum + value, 0);
  // Each person passes twice: in and out.
  const arrivals = events / (2 * EVENTS_PER_PASSAGE * units);
  return sizes.map((value) => (value / size) * arrivals);
}

/** The day of the week of a midnight UTC, 0 for Monday. */
function weekdayOf(midnight: number): number {
  return (midnight / DAY_MS + 3) % 7;
}

function share(curve: readonly number[], index: number): number {
  return curve[index] as number;
}

/**
 * The events of one hour. Each event is one number, which sorts by time: the millisecond of the hour, then the sensor,
 * then the trajectory.
 */
class HourOfEvents {
  readonly #random: Random;
  readonly #keys: Float64Array;
  readonly #batch: EventBatch & { length: number };
  #count = 0;
  #late: number[] = [];
  #lateHour = 0;

  constructor(capacity: number, random: Random) {
    this.#random = random;
    this.#keys = new Float64Array(capacity);
    this.#batch = {
      length: 0,
      timestamps: new Float64Array(capacity * 2),
      sensors: new Int32Array(capacity * 2),
      trajectories: new Int8Array(capacity * 2),
    };
  }

  begin(): void {
    this.#count = 0;
    this.#batch.length = 0;
  }

  /** Adds the events of a person who passes one of the doors; `direction` +1 is an entrance. */
  pass(doors: readonly Door[], direction: 1 | -1): void {
    const random = this.#random;
    if (random() < MISSED) return;
    // Squaring makes the first door the one with the most traffic.
    const door = doors[Math.floor(random() ** 2 * doors.length)] as Door;
    const ms = Math.floor(random() * HOUR_MS);
    this.#add(ms, door, direction);
    if (random() >= TURNED) return;
    const back = ms + 300 + Math.floor(random() * 2_000);
    const again = back + 300 + Math.floor(random() * 2_000);
    if (again >= HOUR_MS) return;
    this.#add(back, door, -direction);
    this.#add(again, door, direction);
  }

  #add(ms: number, door: Door, direction: number): void {
    if (this.#count === this.#keys.length)
      throw new Error("an hour has more events than its arrays can hold");
    this.#keys[this.#count++] =
      (ms * 2 ** 20 + door.sensorKey) * 2 + (direction * door.placement > 0 ? 1 : 0);
  }

  /** Returns the events of the hour by time, without its late events, followed by the late events of the previous hour. */
  end(start: number, last: boolean): EventBatch {
    const keys = this.#keys.subarray(0, this.#count).sort();
    const held: number[] = [];
    let previous = Number.NaN;
    for (const key of keys) {
      // The log contains each event once (D9).
      if (key === previous) continue;
      previous = key;
      if (!last && this.#random() < LATE) held.push(key);
      else this.#emit(key, start);
    }
    for (const key of this.#late) this.#emit(key, this.#lateHour);
    this.#late = held;
    this.#lateHour = start;
    return this.#batch;
  }

  #emit(key: number, start: number): void {
    const batch = this.#batch;
    const i = batch.length++;
    const event = Math.floor(key / 2);
    const ms = Math.floor(event / 2 ** 20);
    batch.timestamps[i] = start + ms;
    batch.sensors[i] = event - ms * 2 ** 20;
    batch.trajectories[i] = key - event * 2 === 1 ? 1 : -1;
  }
}
