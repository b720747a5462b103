import { DAY_MS, HOUR_MS, SECOND_MS } from "../../src/domain/instant.ts";
import { countsAge, EVENTS_MAX, pauseAfter } from "../../src/mirror/pacing.ts";
import { ARRIVALS } from "../data.ts";
import type { Figure } from "../harness.ts";

/** What shipping costs, as the benchmark `mirror` has measured it on two cores; times in ms. */
const COSTS = {
  /** Of each cut, of a thousand events, and of a space with hours: until it has been shipped, and of CPU. */
  cut: { duration: 50, server: 20, clickHouse: 50 },
  thousandEvents: { duration: 0.8, server: 0.4, clickHouse: 1 },
  space: { duration: 0.5, server: 0.3, clickHouse: 0.3 },
  /** CPU of ClickHouse for merges of a thousand events, which it does later. */
  mergedThousandEvents: 0.9,
  /** With the spaces for which they count. */
  bytesPerEvent: 11.2,
  bytesPerHour: 6.6,
  bytesPerDay: 9.5,
} as const;

/** Sites to simulate: all in one time zone, each space with events every minute. */
const SITES = [
  { spaces: 1_000, eventsPerDay: 10e6 },
  { spaces: 10_000, eventsPerDay: 100e6 },
  { spaces: 100_000, eventsPerDay: 1_000e6 },
  { spaces: 1_000_000, eventsPerDay: 10_000e6 },
] as const;

/** Simulates a day of cuts at large sites, with the pauses of the server and measured costs. */
export function planBench(): Figure[] {
  return SITES.map((site) => ({
    bench: "mirror-plan",
    name: `${site.spaces.toLocaleString("en")} spaces, ${(site.eventsPerDay / 1e6).toLocaleString("en")} M events a day`,
    events: null,
    values: simulate(site),
    runsMs: [],
  }));
}

function simulate({ spaces, eventsPerDay }: (typeof SITES)[number]): Figure["values"] {
  const arrived = arrivals(eventsPerDay);
  const server = new Float64Array(24);
  const clickHouse = new Float64Array(24);
  let [shipped, shippedAt, countedAt, countsMs] = [0, 0, 0, 0];
  let [lagMax, ageMax, cuts] = [0, 0, 0];
  for (let now = 0; now < DAY_MS; cuts++) {
    const pending = arrived(now) - shipped;
    const events = Math.min(pending, EVENTS_MAX);
    const counted = events === pending && now - countedAt >= countsAge(countsMs) ? spaces : 0;
    const cost = (of: "duration" | "server" | "clickHouse") =>
      COSTS.cut[of] + (events / 1_000) * COSTS.thousandEvents[of] + counted * COSTS.space[of];
    const end = now + cost("duration");
    lagMax = Math.max(lagMax, end - shippedAt);
    if (counted > 0) {
      ageMax = Math.max(ageMax, end - countedAt);
      [countedAt, countsMs] = [now, cost("duration")];
    }
    const hour = Math.floor(now / HOUR_MS);
    server[hour] = (server[hour] ?? 0) + cost("server");
    clickHouse[hour] =
      (clickHouse[hour] ?? 0) + cost("clickHouse") + (events / 1_000) * COSTS.mergedThousandEvents;
    shipped += events;
    shippedAt = now;
    now = end + (events < pending ? 0 : pauseAfter(cost("duration")));
  }
  const cores = (ms: Float64Array) => Math.max(...ms) / HOUR_MS;
  const rows = spaces * (24 * COSTS.bytesPerHour + COSTS.bytesPerDay);
  return {
    cuts,
    events_age_max_s: lagMax / SECOND_MS,
    hours_age_max_s: ageMax / SECOND_MS,
    server_cores: cores(server),
    clickhouse_cores: cores(clickHouse),
    gb_per_day: (eventsPerDay * COSTS.bytesPerEvent + rows) / 1e9,
    gb_per_year: (365 * (eventsPerDay * COSTS.bytesPerEvent + rows)) / 1e9,
  };
}

/** The number of events that have arrived at a time of the day, in ms: most of them in the hours of work. */
function arrivals(eventsPerDay: number): (time: number) => number {
  const total = ARRIVALS.reduce((sum, share) => sum + share, 0);
  return (time) => {
    const hour = Math.floor(time / HOUR_MS);
    const before = ARRIVALS.slice(0, hour).reduce((sum, share) => sum + share, 0);
    const within = (ARRIVALS[hour] ?? 0) * (time / HOUR_MS - hour);
    return Math.floor((eventsPerDay * (before + within)) / total);
  };
}
