import { DAY_MS, HOUR_MS } from "../domain/instant.ts";
import { localDayOf, toInstant } from "../domain/local-time.ts";
import type { SensorPlacement } from "../domain/resources.ts";

/** A doorway in the direction in which people pass it on their way in. */
export interface Passage {
  readonly serialNumber: string;
  /** The trajectory its sensor reports for going in. */
  readonly inward: SensorPlacement;
}

/** The way from outdoors to a place: for each step, outermost first, the doorways to choose from. */
export type Route = readonly (readonly Passage[])[];

export interface Habit {
  readonly place: string;
  /** Visitors on an ordinary Tuesday. */
  readonly visitors: number;
  /** Further visitors, who come evenly over day and night, on every day. */
  readonly anytime: number;
  /** Mean and standard deviation of the arrival of the former, in hours of the local day. */
  readonly arrival: number;
  readonly arrivalSpread: number;
  /** Mean and standard deviation of the stay, in minutes. */
  readonly stay: number;
  readonly staySpread: number;
}

/** A habit with the routes to its place. */
export interface Destination extends Habit {
  readonly timeZone: string;
  readonly routes: readonly Route[];
}

/** Load of each weekday relative to Tuesday, Monday first. */
const WEEKDAY_LOAD = [0.9, 1, 0.98, 0.95, 0.7, 0.12, 0.06];

/** The hour of the local day at which people leave who are still there. */
const LAST_LEAVE = 23.9;

export type Use = ReturnType<typeof useAt>;

/** The use of a place at an instant; `closing` is the end of the local day's last stay, in ms. */
export function useAt(destination: Destination, instant: number) {
  const { visitors, anytime, arrival, arrivalSpread, timeZone } = destination;
  const day = localDayOf(instant, timeZone);
  const midnight = toInstant(day * DAY_MS, timeZone);
  const distance = ((instant - midnight) / HOUR_MS - arrival) / arrivalSpread;
  const density = Math.exp(-(distance ** 2) / 2) / (arrivalSpread * Math.sqrt(2 * Math.PI));
  const perHour = visitors * (WEEKDAY_LOAD[(day + 3) % 7] as number) * density + anytime / 24;
  return { perHour, closing: midnight + LAST_LEAVE * HOUR_MS };
}
