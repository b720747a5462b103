import { describe, expect, it, onTestFinished } from "vitest";
import { createDemoSite, demoCrowd, readDemoSite, startDemoLive } from "../../src/cli/commands/demo.ts";
import { toRow } from "../../src/cli/report-rows.ts";
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
describe("the demo's live feed", () => {
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
    await expect.poll(stored).toBeGreaterThan(0);
    await stop();
    const hour = same.advance(start + HOUR_MS);
    const again = await ingestReports(context, hour.map(toRow), { live: false });
    expect(again.accepted).toBe(0);
  });
});
