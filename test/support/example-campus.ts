import { createDemoSite, demoCrowd, readDemoSite } from "../../src/cli/commands/demo.ts";
import { toRow } from "../../src/cli/report-rows.ts";
import { DAY_MS, HOUR_MS } from "../../src/domain/instant.ts";
import { localDayOf, toInstant } from "../../src/domain/local-time.ts";
import type { TotalReading } from "../../src/domain/reading.ts";
import type { Engine } from "../../src/engine/engine.ts";
import { ingestReports } from "../../src/engine/ingest/ingest-queue.ts";
import { ingestReadings } from "../../src/engine/ingest/ingest-readings.ts";
import { updateSpace } from "../../src/engine/resources/spaces.ts";

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

/** Sets the demo's campus up in an engine without data, whose present is that of the campus, with people. */
export async function fillCampus(context: Engine): Promise<void> {
  const site = readDemoSite();
  await createDemoSite(context, site, CAMPUS_ZONE);
  const gym = context.catalog.spaces.all().find(({ name }) => name === "Gym");
  if (gym !== undefined) await updateSpace(context, gym.id, { safeThresholdValue: GYM_SHARE });
  const habits = site.people.habits.map((habit) => ({
    ...habit,
    visitors: habit.visitors * PEOPLE_SHARE,
    anytime: 0,
  }));
  const some = { ...site, people: { ...site.people, habits } };
  const today = localDayOf(CAMPUS_NOW, CAMPUS_ZONE);
  for (const age of DAYS.toReversed()) {
    const start = toInstant((today - age) * DAY_MS, CAMPUS_ZONE);
    const crowd = demoCrowd(some, { timeZone: CAMPUS_ZONE, seed: SEED, start });
    const reports = crowd.advance(Math.min(start + DAY_MS - 1, CAMPUS_NOW));
    await ingestReports(context, reports.map(toRow), { live: false });
  }
  await addFaultyDevices(context);
}

/** Sends readings that make no events, of two devices that are at no doorway. */
async function addFaultyDevices(context: Engine): Promise<void> {
  const total = (serialNumber: string, hoursAgo: number, inTotal: number): TotalReading => ({
    kind: "total",
    serialNumber,
    at: CAMPUS_NOW - hoursAgo * HOUR_MS,
    inTotal,
    outTotal: null,
    width: null,
    isBoot: false,
    isUndirected: false,
  });
  await ingestReadings(context, [
    ...[total("jumping", 9, 5), total("jumping", 8, 900_005), total("jumping", 8, 7)],
    ...[total("falling", 9, 500), total("falling", 8, 400), total("falling", 7, 399)],
    { serialNumber: "falling", reason: "the reading has no time" },
  ]);
}

function span(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, i) => first + i);
}
