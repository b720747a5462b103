import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { ingestReports } from "../../src/engine/ingest/ingest-queue.ts";
import { createDoorway } from "../../src/engine/resources/doorways.ts";
import { createLink } from "../../src/engine/resources/links.ts";
import { createReset } from "../../src/engine/resources/resets.ts";
import { createSpace } from "../../src/engine/resources/spaces.ts";
import { ask, openFed } from "../support/analysis.ts";
import { describeWithClickHouse } from "../support/clickhouse.ts";
import { askMirror, mirrorOf } from "../support/mirrors.ts";
import { numbersOfSeeds } from "../support/random.ts";

const NAME = "yesterday-by-quarter-hour.sql";
const LOCAL = readFileSync(new URL(`../../sql/examples/${NAME}`, import.meta.url), "utf8");
const OF_MIRROR = readFileSync(new URL(`../../sql/clickhouse/examples/${NAME}`, import.meta.url), "utf8");

const MINUTE = 60_000;
const QUARTER = 15 * MINUTE;
const DAY = 96 * QUARTER;

const below = numbersOfSeeds();

/** What a day is, a zone, the present, and for how long before it people come, in ms. */
type Site = readonly [day: string, zone: string, now: string, since: number];

const SITES: readonly Site[] = [
  ["an ordinary day", "UTC", "2024-05-15T12:20:00Z", 4 * DAY],
  ["a day of 23 hours", "Europe/Berlin", "2024-04-01T09:00:00.001Z", 4 * DAY],
  ["a day of 25 hours", "Europe/Berlin", "2024-10-28T22:59:59.999Z", 4 * DAY],
  ["a day of 24.5 hours", "Australia/Lord_Howe", "2024-04-08T03:07:00Z", 4 * DAY],
  ["a day without a midnight", "America/Havana", "2024-03-11T14:00:00Z", 4 * DAY],
  ["a day that has just ended", "Asia/Kathmandu", "2024-05-15T18:15:00Z", 4 * DAY],
  ["the first day of all spaces", "Asia/Kathmandu", "2024-05-15T12:20:00Z", DAY],
  ["a day that follows few hours", "America/New_York", "2024-05-15T12:20:00Z", 1.7 * DAY],
];

describeWithClickHouse("quarter-hours from a mirror", (node) => {
  let databases = 0;

  /** The rows of the mirror for a day, and the local ones. */
  async function rowsOf([, timeZone, present, since]: Site) {
    const now = Date.parse(present);
    const clock = { now: () => now };
    const { folder, context, served, update } = await openFed(clock);
    // Many changes are at the same instant, at the start of a quarter-hour, or beside it.
    const instant = () => {
      const at = now - 1 - below(since - 1);
      const start = at - (at % QUARTER);
      return Math.min(now - 1, Math.max(now - since, [at, start, start - 1, start + 1][below(4)] ?? at));
    };
    const fullHour = () => {
      const at = instant();
      return Math.max(now - since, at - (at % (4 * QUARTER)));
    };
    const spaces = [];
    for (const [i, dailyReset] of ["04:00", "00:00", "12:15", null].entries()) {
      const space = await createSpace(context, { name: `Space ${i}`, timeZone, dailyReset });
      const door = await createDoorway(context, { name: `Door ${i}`, sensorSerialNumber: `s${i}` });
      await createLink(context, {
        spaceId: space.id,
        doorwayId: door.id,
        sensorPlacement: i % 2 === 0 ? 1 : -1,
      });
      spaces.push(space);
    }
    const reports = Array.from({ length: 1_200 }, (_, i) => ({
      sensor_serial_number: `s${below(4)}`,
      timestamp: new Date(i % 2 === 0 ? instant() : fullHour()).toISOString(),
      trajectory: below(5) < 3 ? 1 : -1,
      event_id: `e${i}`,
    }));
    await ingestReports(context, reports, { duplicates: "auto" });
    for (let i = 0; i < 24; i++)
      await createReset(context, {
        spaceId: spaces[below(4)]?.id ?? 0n,
        instant: instant(),
        count: below(6),
      });
    const database = `quarters_${databases++}`;
    await mirrorOf(context, node().url(database), { folder }).catchUp();
    await update();
    return { local: await ask(served, LOCAL), ofMirror: await askMirror(node(), database, OF_MIRROR) };
  }

  it.each(SITES)("equal the local ones of %s (%s)", async (...site) => {
    const { local, ofMirror } = await rowsOf(site);
    expect(local.length).toBeGreaterThan(90);
    expect(ofMirror).toEqual(local);
  });

  it("are none if nothing is known of yesterday", async () => {
    const { local, ofMirror } = await rowsOf(["today", "UTC", "2024-05-15T12:20:00Z", 4 * QUARTER]);
    expect([local, ofMirror]).toEqual([[], []]);
  });
});
