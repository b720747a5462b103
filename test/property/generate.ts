import fc from "fast-check";
import { intervals } from "../model/pieces.ts";
import {
  DAY_NAMES,
  type Scenario,
  type ScenarioEvent,
  type ScenarioInterval,
  type ScenarioSchedule,
} from "../model/scenario.ts";
import { DAY, dateAt, onDate } from "../model/zone.ts";
import { PLACES, type Place } from "./clock-changes.ts";

/*
 * Scenarios are drawn as recipes: small numbers and choices that say which of the scenario's own difficult
 * instants (changes of offset, resets, boundaries, midnights) something happens at. A recipe shrinks well,
 * and what it builds stays difficult while it shrinks.
 */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Wall times that lie in gaps and overlaps somewhere, and a few that lie nowhere special. */
const RESET_TIMES = "02:30 00:00 23:45 23:15 04:00 02:00 03:00 01:30 00:30 00:01 01:45 12:00 23:59".split(
  " ",
);
const SEGMENT_TIMES = [
  ...RESET_TIMES.map((time) => `${time}:00`),
  ...["09:00:00", "17:30:00", "22:00:00", "23:59:59"],
];

const LENGTHS = [
  0,
  1,
  999,
  10 * MINUTE,
  HOUR,
  90 * MINUTE,
  6 * HOUR,
  DAY,
  25 * HOUR,
  3 * DAY,
  5 * DAY + 7 * HOUR,
  8 * DAY,
  15 * DAY,
  40 * DAY,
  100 * DAY,
];

const INTERVALS: readonly ScenarioInterval[] = [
  { unit: "day", amount: 1 },
  { unit: "millisecond", amount: HOUR },
  { unit: "day", amount: 7 },
  { unit: "month", amount: 1 },
  { unit: "millisecond", amount: 15 * MINUTE },
  { unit: "millisecond", amount: DAY },
  { unit: "millisecond", amount: 7 * HOUR },
  { unit: "day", amount: 2 },
  { unit: "month", amount: 2 },
  { unit: "millisecond", amount: 10 * MINUTE },
  { unit: "millisecond", amount: 5 * MINUTE },
  { unit: "millisecond", amount: MINUTE },
  { unit: "millisecond", amount: 1000 },
];

/** In ms; a prime, so that copies fall on no boundary by rule. */
const COPY_DISTANCE = 97_003;

/** As many intervals as keep the model quick. */
const INTERVALS_MAX = 120;

/** Which of the scenario's difficult instants: the kind, one of that kind by number, and a small move. */
const difficult = fc.record({
  kind: fc.constantFrom("reset" as const, "edge" as const, "wall" as const),
  pick: fc.nat(99),
  nudge: fc.constantFrom(0, 0, 0, 0, 1, -1, MINUTE, -1000),
});
/** Thousandths of the way through the range, or somewhat outside it. */
const anywhere = fc.record({ share: fc.integer({ min: -200, max: 1100 }) });
const spot = fc.oneof({ weight: 5, arbitrary: difficult }, { weight: 1, arbitrary: anywhere });
type Spot = typeof spot extends fc.Arbitrary<infer T> ? T : never;

/** The difficult instants of each kind, in ms; each kind has some. */
type Pools = Readonly<Record<"reset" | "edge" | "wall", readonly number[]>>;

const segment = fc.record({
  start: fc.constantFrom(...SEGMENT_TIMES),
  end: fc.constantFrom(...SEGMENT_TIMES),
  days: fc.oneof(fc.constant([...DAY_NAMES]), fc.subarray([...DAY_NAMES], { minLength: 1 })),
});

const recipe = fc.record({
  place: fc.constantFrom(...PLACES),
  resetTimes: fc.array(fc.option(fc.constantFrom(...RESET_TIMES), { freq: 6 }), {
    minLength: 1,
    maxLength: 3,
  }),
  spanEdges: fc.array(fc.record({ spot, moves: fc.boolean() }), { maxLength: 2 }),
  start: spot,
  length: fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...LENGTHS) }, { weight: 1, arbitrary: spot }),
  interval: fc.nat(99),
  segments: fc.option(fc.array(segment, { maxLength: 4, size: "max" }), { freq: 2 }),
  copies: fc.nat(24).map((number) => (number === 24 ? 15 : 1)),
  crowd: fc.nat(24).map((number) => number === 24),
  events: fc.array(
    fc.record({
      spot,
      directions: fc.array(fc.constantFrom(1 as const, 1 as const, -1 as const), {
        minLength: 1,
        maxLength: 4,
      }),
    }),
    { maxLength: 40, size: "max" },
  ),
  resets: fc.array(fc.record({ spot, count: fc.nat(12) }), { maxLength: 12, size: "max" }),
  lag: fc.constantFrom(0, 0, 1, HOUR, 3 * DAY),
  capacities: fc.record({
    capacity: fc.constantFrom(null, 0, 1, 4, 100),
    targetCapacity: fc.constantFrom(5, null, 0, 1, 3, 7, 8, 10),
    safeCapacity: fc.constantFrom(0, 1, 3, null),
    safeThresholdMode: fc.constantFrom(
      "SAFE_CAPACITY" as const,
      "UTILIZATION_PERC_TARGET" as const,
      "UTILIZATION_PERC_LEGAL" as const,
      null,
    ),
    safeThresholdValue: fc.constantFrom(0.6, 0.07, 0.1, 1 / 3, 0.5, 1, 2.5, 1e-7, null),
  }),
});
type Recipe = typeof recipe extends fc.Arbitrary<infer T> ? T : never;

/** Spaces, histories and questions in which what is difficult is common. */
export const scenarios: fc.Arbitrary<Scenario> = recipe.map((each) =>
  build(each.crowd ? crowded(each) : each),
);

/** Those of which an analysis copy can be made: nothing happens on the first day of 1970. */
export const copiedScenarios: fc.Arbitrary<Scenario> = scenarios.filter(({ start, events, resets }) =>
  [start, ...events.map(({ instant }) => instant), ...resets.map(({ instant }) => instant)].every(
    (instant) => instant >= DAY,
  ),
);

/** Several of them around one instant. */
export const neighbours: fc.Arbitrary<Scenario[]> = fc
  .tuple(fc.constantFrom(...PLACES), fc.array(recipe, { maxLength: 4 }))
  .map(([place, recipes]) => recipes.map((each) => build({ ...each, place })));

/** People and time enough that their product in ms does not fit a double. */
function crowded(recipe: Recipe): Recipe {
  const resets = recipe.resets.map(({ spot, count }) => ({ spot, count: count * 833_333 }));
  return { ...recipe, resets, resetTimes: [null], spanEdges: [], length: 100 * DAY };
}

function build(recipe: Recipe): Scenario {
  const { place } = recipe;
  const walls = [place.instant, ...wallInstants(recipe)];
  const daily = dailyInstants(recipe);
  const early = { reset: orElse(daily, walls), edge: [place.instant], wall: walls };
  const one = find(recipe.start, early, place.instant - 3 * DAY, 6 * DAY);
  const other = otherEnd(recipe, one, early);
  const start = Math.min(one, other);
  const end = Math.max(one, other);
  const interval = chooseInterval(recipe.interval, start, end);
  const pools = {
    ...early,
    edge: [start, end, ...intervals(start, end, interval, place.zone).map(({ from }) => from)],
  };
  const at = (where: Spot) => find(where, pools, start, Math.max(end - start, DAY));
  const resets = recipe.resets.map(({ spot, count }) => ({ instant: at(spot), count }));
  const later = { ...pools, reset: [...pools.reset, ...resets.map(({ instant }) => instant)] };
  const eventAt = (where: Spot) => find(where, later, start, Math.max(end - start, DAY));
  return {
    timeZone: place.zone,
    schedules: schedulesOf(recipe, at),
    resets,
    events: recipe.events.flatMap((event) => copiesOf(event, eventAt(event.spot), recipe.copies)),
    ...recipe.capacities,
    start,
    end,
    now: end + recipe.lag,
    interval,
    segments: recipe.segments,
  };
}

/** An event's directions at its instant, and again at some distance, so that a day can have very many. */
function copiesOf(
  { directions }: Recipe["events"][number],
  instant: number,
  copies: number,
): ScenarioEvent[] {
  return Array.from({ length: copies }, (_, i) => instant + i * COPY_DISTANCE).flatMap((each) =>
    directions.map((direction) => ({ instant: each, direction })),
  );
}

function find(where: Spot, pools: Pools, start: number, length: number): number {
  if ("share" in where) return Math.floor(start + (length * where.share) / 1000);
  const pool = pools[where.kind];
  return (pool[where.pick % pool.length] as number) + where.nudge;
}

function orElse<T>(items: readonly T[], others: readonly T[]): readonly T[] {
  return items.length > 0 ? items : others;
}

function otherEnd({ length }: Recipe, start: number, pools: Pools): number {
  return typeof length === "number" ? start + length : find(length, pools, start, 3 * DAY);
}

/** The instants of the first reset time on the days around the recipe's place. */
function dailyInstants({ place, resetTimes }: Recipe): number[] {
  const [time = null] = resetTimes;
  return time === null ? [] : daysAround(place, 3).flatMap((date) => onDate(place.zone, date, time) ?? []);
}

/** The instants of the recipe's wall times, and of midnights of UTC, on the days around its place. */
function wallInstants({ place, resetTimes, segments }: Recipe): number[] {
  const times = new Set(resetTimes.filter((time) => time !== null));
  for (const { start, end } of segments ?? []) times.add(start).add(end);
  return daysAround(place, 1).flatMap((date) => [
    ...[...times].flatMap((time) => onDate(place.zone, date, time) ?? []),
    date * DAY,
  ]);
}

function daysAround({ zone, instant }: Place, reach: number): number[] {
  return Array.from({ length: 2 * reach + 1 }, (_, i) => dateAt(zone, instant) + i - reach);
}

function chooseInterval(pick: number, start: number, end: number): ScenarioInterval {
  const fitting = INTERVALS.filter(
    ({ unit, amount }) => (end - start) / (unit === "millisecond" ? amount : DAY) <= INTERVALS_MAX,
  );
  return fitting[pick % fitting.length] as ScenarioInterval;
}

/** Consecutive spans, each with the next reset time; the zone may move away and back. */
function schedulesOf(recipe: Recipe, at: (where: Spot) => number): ScenarioSchedule[] {
  const { place, resetTimes, spanEdges } = recipe;
  const edges = spanEdges
    .map(({ spot, moves }) => ({ from: at(spot), timeZone: moves ? "America/New_York" : place.zone }))
    .sort((a, b) => a.from - b.from);
  const spans = [{ from: null, timeZone: place.zone }, ...edges];
  return spans.map((span, i) => ({
    ...span,
    to: spans[i + 1]?.from ?? null,
    dailyReset: resetTimes[i % resetTimes.length] ?? null,
  }));
}
