import { DAY_MS, HOUR_MS } from "../src/domain/instant.ts";
import { normal, poisson, type Random, seeded } from "./random.ts";

/** A doorway as the generator sees it: its sensor, and the trajectory that means an entrance. */
export interface Door {
  /** The sensor's name in the log. */
  readonly sensorKey: number;
  readonly placement: 1 | -1;
}

/** A space as the generator sees it. */
export interface CountedSpace {
  readonly doors: readonly Door[];
  /** About how far its clocks are ahead of UTC, in whole hours. */
  readonly offsetHours: number;
}

/** Events in the order in which they arrive; the arrays are used again for the next batch. */
export interface EventBatch {
  readonly length: number;
  /** In ms since the epoch, each whole. */
  readonly timestamps: Float64Array;
  readonly sensors: Int32Array;
  readonly trajectories: Int8Array;
}

/** The dataset to generate. */
export interface Traffic {
  readonly seed: number;
  /** About how many events. */
  readonly events: number;
  /** A midnight UTC, in ms. */
  readonly start: number;
  readonly days: number;
}

/** People who arrive in each hour of a local workday, as shares of the day. */
const ARRIVALS = [0, 0, 0, 0, 0, 1, 4, 12, 18, 14, 9, 8, 12, 12, 9, 8, 6, 5, 4, 3, 2, 1, 0, 0];
/** The share of the people present who leave in each hour. */
const DEPARTURES = [
  0.9, 1, 1, 0.5, 0.3, 0.3, 0.3, 0.4, 0.4, 0.5, 0.6, 0.9, 0.9, 0.7, 0.6, 0.6, 0.8, 0.9, 0.9, 0.9, 0.9, 0.9,
  0.9, 0.9,
];
/** How busy the days of a week are, Monday first. */
const WEEKDAYS = [0.95, 1, 1, 0.95, 0.8, 0.25, 0.15];

/** The share of passages that a sensor misses. */
const MISSED = 0.015;
/** The share of passages followed by two more within seconds, of a person who turns round in the doorway. */
const TURNED = 0.04;
/** The share of events that arrive an hour late. */
const LATE = 0.002;
/** Events for one passage, on average. */
const EVENTS_A_PASSAGE = (1 - MISSED) * (1 + 2 * TURNED);

/** The capacity for the events of an hour, larger than any peak. */
const HOUR_ROOM = 8;

/**
 * Plausible traffic: curves of arrivals by hour of the local day, exits that balance entrances but for
 * what the sensors miss, quick re-crossings, spaces of very different size, and a few late events. One
 * batch an hour, ordered by time; the same traffic for the same seed and spaces.
 */
export function* generateEvents(spaces: readonly CountedSpace[], traffic: Traffic): Generator<EventBatch> {
  const random = seeded(traffic.seed);
  const hours = traffic.days * 24;
  const firstWeekday = weekdayOf(traffic.start);
  const rates = arrivalRates(random, spaces, traffic);
  const present = new Float64Array(spaces.length);
  const hour = new HourOfEvents(Math.ceil((traffic.events / hours) * HOUR_ROOM) + 1_000, random);
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

/** How many people arrive in a unit of the curves at each space: sizes differ by orders of magnitude. */
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
  // Each person enters and leaves: two passages.
  const arrivals = events / (2 * EVENTS_A_PASSAGE * units);
  return sizes.map((value) => (value / size) * arrivals);
}

/** The weekday of a midnight UTC, 0 for Monday. */
function weekdayOf(midnight: number): number {
  return (midnight / DAY_MS + 3) % 7;
}

function share(curve: readonly number[], index: number): number {
  return curve[index] as number;
}

/**
 * The events of one hour, each a number that sorts by time: milliseconds of the hour, then the sensor,
 * then the trajectory.
 */
class HourOfEvents {
  readonly #random: Random;
  readonly #keys: Float64Array;
  readonly #batch: EventBatch & { length: number };
  #count = 0;
  #late: number[] = [];
  #lateHour = 0;

  constructor(room: number, random: Random) {
    this.#random = random;
    this.#keys = new Float64Array(room);
    this.#batch = {
      length: 0,
      timestamps: new Float64Array(room * 2),
      sensors: new Int32Array(room * 2),
      trajectories: new Int8Array(room * 2),
    };
  }

  begin(): void {
    this.#count = 0;
    this.#batch.length = 0;
  }

  /** A person passes one of some doors; `direction` +1 is in. */
  pass(doors: readonly Door[], direction: 1 | -1): void {
    const random = this.#random;
    if (random() < MISSED) return;
    // The first door is the main one.
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
    if (this.#count === this.#keys.length) throw new Error("an hour has more events than there is room for");
    this.#keys[this.#count++] =
      (ms * 2 ** 20 + door.sensorKey) * 2 + (direction * door.placement > 0 ? 1 : 0);
  }

  /** The hour's events by time, without those that come late, then those left over from the hour before. */
  end(start: number, last: boolean): EventBatch {
    const keys = this.#keys.subarray(0, this.#count).sort();
    const held: number[] = [];
    let previous = Number.NaN;
    for (const key of keys) {
      // The log takes an event once (D9).
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
