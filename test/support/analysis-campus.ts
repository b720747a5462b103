import { createDemoSite, demoCrowd, readDemoSite } from "../../src/cli/demo-site.ts";
import { toRow } from "../../src/cli/live-feed.ts";
import { localDayOf } from "../../src/domain/local-time.ts";
import { buildEngine, type Engine } from "../../src/engine/build-engine.ts";
import { ingestReports } from "../../src/engine/ingest/ingest-reports.ts";
import { updateSpace } from "../../src/engine/resources/spaces.ts";
import { reportsOfDay } from "../../src/engine/simulation/people.ts";
import { TEST_SETTINGS } from "./settings.ts";
import { openDirectory } from "./store-directory.ts";

const CAMPUS_ZONE = "Europe/Berlin";
/** A Wednesday, 14:20 on the clocks there. */
export const CAMPUS_NOW = Date.parse("2024-05-15T12:20:00Z");
const SEED = 7;
/** Days with people, back from the present: twelve weeks and more, and four of the year before. */
const DAYS = [...span(0, 86), ...span(365, 392)];
/** How many of the demo's people come: enough to see their habits by. */
const PEOPLE_SHARE = 0.2;
/** Few people fill the gym, of 50 people, beyond this share of it. */
const GYM_SHARE = 0.15;

/** Sets the demo's campus up in a directory, with people; gives what has been asked of its engine. */
export async function makeCampus<T>(directory: string, work: (context: Engine) => Promise<T>): Promise<T> {
  const store = await openDirectory(directory);
  try {
    const context = await buildEngine(store, { ...TEST_SETTINGS, clock: { now: () => CAMPUS_NOW } });
    const site = readDemoSite();
    await createDemoSite(context, site, CAMPUS_ZONE);
    const gym = context.catalog.spaces.all().find(({ name }) => name === "Gym");
    if (gym !== undefined) await updateSpace(context, gym.id, { safeThresholdValue: GYM_SHARE });
    const everybody = demoCrowd(site, CAMPUS_ZONE, SEED);
    const habits = everybody.habits.map((habit) => ({ ...habit, visitors: habit.visitors * PEOPLE_SHARE }));
    const crowd = { ...everybody, habits, rounds: null };
    const today = localDayOf(CAMPUS_NOW, CAMPUS_ZONE);
    for (const age of DAYS.toReversed()) {
      const reports = reportsOfDay(crowd, today - age).filter(({ timestamp }) => timestamp <= CAMPUS_NOW);
      await ingestReports(context, reports.map(toRow), { keepDuplicates: false, live: false });
    }
    return await work(context);
  } finally {
    await store.close();
  }
}

function span(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, i) => first + i);
}
