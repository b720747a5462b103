import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../domain/instant.ts";
import { localDayOf, toInstant } from "../../domain/local-time.ts";
import { type Habit, type Route, WEEKDAY_LOAD } from "./people.ts";
import type { Random } from "./random.ts";

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
  /** Running sums of the arrivals per hour at each destination. */
  readonly #sums: Float64Array;
  #asOf = Number.NaN;

  constructor(destinations: readonly Destination[]) {
    this.#destinations = destinations;
    this.#sums = new Float64Array(destinations.length);
  }

  /** Arrivals per hour, at all destinations. */
  perHour(instant: number): number {
    this.#update(instant);
    return this.#sums.at(-1) ?? 0;
  }

  /** Picks the destination of a person who arrives at an instant. */
  pick(random: Random, instant: number): Destination {
    this.#update(instant);
    const wanted = random.next() * (this.#sums.at(-1) ?? 0);
    let low = 0;
    for (let high = this.#sums.length - 1; low < high; ) {
      const middle = (low + high) >> 1;
      if ((this.#sums[middle] as number) > wanted) high = middle;
      else low = middle + 1;
    }
    return this.#destinations[low] as Destination;
  }

  #update(instant: number): void {
    const asOf = Math.floor(instant / STEADY_MS) * STEADY_MS;
    if (asOf === this.#asOf) return;
    this.#asOf = asOf;
    let sum = 0;
    for (const [index, destination] of this.#destinations.entries()) {
      sum += peopleAnHour(destination, asOf);
      this.#sums[index] = sum;
    }
  }
}

function peopleAnHour({ visitors, arrival, arrivalSpread, timeZone }: Destination, instant: number): number {
  const day = localDayOf(instant, timeZone);
  const hour = (instant - toInstant(day * DAY_MS, timeZone)) / HOUR_MS;
  const distance = (hour - arrival) / arrivalSpread;
  const density = Math.exp(-(distance ** 2) / 2) / (arrivalSpread * Math.sqrt(2 * Math.PI));
  return visitors * ((WEEKDAY_LOAD[(day + 3) % 7] as number) * density + ANYTIME / 24);
}
