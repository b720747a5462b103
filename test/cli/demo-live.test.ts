import { describe, expect, it, onTestFinished } from "vitest";
import { createDemoSite, demoCrowd, readDemoSite, startDemoLive } from "../../src/cli/commands/demo.ts";
import { toRow } from "../../src/cli/simulated-sender.ts";
import { must } from "../../src/domain/errors.ts";
import { DAY_MS, formatInstant, HOUR_MS } from "../../src/domain/instant.ts";
import { localDayOf, toInstant } from "../../src/domain/local-time.ts";
import { ingestReports } from "../../src/engine/ingest/ingest-queue.ts";
import { openTestEngine } from "../support/engine.ts";

const ZONE = "Europe/Berlin";
/** The people of a day in Berlin, from midnight on. */
const crowdOf = (instant: number) =>
  demoCrowd(readDemoSite(), {
    timeZone: ZONE,
    seed: 1,
    start: toInstant(localDayOf(instant, ZONE) * DAY_MS, ZONE),
  });
const WEEKS = 8;

/** Instants in Berlin, in summer, and how many people may be on the whole campus then. */
const HOURS: readonly [string, string, number][] = [
  ["Sunday 03:00", "2024-05-12T01:00:00Z", 15],
  ["Wednesday 12:00", "2024-05-15T10:00:00Z", 900],
  ["Saturday 15:00", "2024-05-18T13:00:00Z", 150],
];

/** How many reports the made-up history has in the hour from an instant on, on average over the weeks before. */
function usualInHour(instant: number): number {
  let reports = 0;
  for (let week = 1; week <= WEEKS; week++) {
    const start = instant - week * 7 * DAY_MS;
    const crowd = crowdOf(start);
    crowd.advance(start - 1);
    reports += crowd.advance(start + HOUR_MS - 1).length;
  }
  return reports / WEEKS;
}

describe("the demo's live feed", () => {
  it.each(HOURS)("on %s is as busy as that hour of the week was before", async (_, begin, peopleMax) => {
    const start = Date.parse(begin);
    const { context, clock } = await openTestEngine(begin);
    await createDemoSite(context, readDemoSite(), ZONE);
    const crowd = crowdOf(start);
    const { accepted } = await ingestReports(context, crowd.advance(start).map(toRow), { live: false });

    const stop = startDemoLive(context, crowd, start);
    onTestFinished(stop);
    clock.set(formatInstant(start + HOUR_MS));
    const usual = usualInHour(start);
    const stored = async () => (await context.events.summary()).events - accepted;
    await expect.poll(stored, { timeout: 20_000 }).toBeGreaterThan(usual / 2);
    await stop();
    expect(await stored()).toBeLessThan(usual * 2);

    const counts = await context.notifier.current(context.catalog.spaces.all().map(({ id }) => id));
    const campus = must(
      context.catalog.spaces.all().find(({ name }) => name === "Harbour Campus"),
      "campus",
    );
    expect(counts.get(campus.id)).toBeLessThanOrEqual(peopleMax);
  });

  it("adds nothing that the next start would add again", async () => {
    const start = Date.parse("2024-05-15T10:00:00Z");
    const { context, clock } = await openTestEngine(formatInstant(start));
    await createDemoSite(context, readDemoSite(), ZONE);
    const [crowd, same] = [crowdOf(start), crowdOf(start)];
    for (const each of [crowd, same]) each.advance(start);
    const stop = startDemoLive(context, crowd, start);
    onTestFinished(stop);
    clock.set(formatInstant(start + HOUR_MS));
    const stored = async () => (await context.events.summary()).events;
    await expect.poll(stored, { timeout: 20_000 }).toBeGreaterThan(0);
    await stop();
    const hour = same.advance(start + HOUR_MS);
    const again = await ingestReports(context, hour.map(toRow), { live: false });
    expect(again.accepted).toBe(0);
  });
});
