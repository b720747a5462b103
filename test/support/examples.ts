import { DAY_NAMES, type Scenario, type ScenarioEvent } from "../model/scenario.ts";

/** The date, a Monday, of times in the examples that have none of their own. */
const DATE = "2024-05-06";

/** The instant, in ms, of a time in UTC: `09:30`, `09:30:00.001` or, on another day, `2024-05-07T09:30`. */
export function utc(time: string): number {
  const instant = Date.parse(time.includes("T") ? `${time}Z` : `${DATE}T${time}Z`);
  if (Number.isNaN(instant)) throw new Error(`not a time: ${time}`);
  return instant;
}

/** Events in the order of their ids, as in `+09:10 -09:30`: a sign for the direction, then `utc`'s time. */
export function events(text: string): ScenarioEvent[] {
  return text
    .split(" ")
    .map((word) => ({ instant: utc(word.slice(1)), direction: word.startsWith("+") ? 1 : -1 }));
}

/** A space in UTC without daily resets, events or capacities, asked from 09:00 to 12:00 by the hour. */
export const PLAIN: Scenario = {
  timeZone: "UTC",
  schedules: [{ from: null, to: null, timeZone: "UTC", dailyReset: null }],
  resets: [],
  events: [],
  capacity: null,
  targetCapacity: null,
  safeCapacity: null,
  safeThresholdMode: null,
  safeThresholdValue: null,
  start: utc("09:00"),
  end: utc("12:00"),
  now: utc("2024-06-01T00:00"),
  interval: { unit: "millisecond", amount: 3_600_000 },
  segments: null,
};

/** A daily reset at one time, without beginning or end. */
export function daily(dailyReset: string, timeZone = "UTC"): Scenario["schedules"] {
  return [{ from: null, to: null, timeZone, dailyReset }];
}

/** A segment for every day of the week. */
export function hours(start: string, end: string) {
  return { start, end, days: DAY_NAMES };
}
