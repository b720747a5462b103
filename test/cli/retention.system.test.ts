import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { DATABASE_FILE } from "../../src/domain/data-directory.ts";
import { DAY_MS } from "../../src/domain/instant.ts";
import {
  ends,
  headcount,
  launchHeadcount,
  startHeadcount,
  succeed,
  temporaryFolder,
} from "../support/headcount.ts";

describe("headcount retention", () => {
  it("reports older events and how long the disk lasts, and removes nothing", async () => {
    const folder = temporaryFolder();
    const directory = join(folder, "data");
    const recent = new Date(Date.now() - 10 * DAY_MS).toISOString();
    const rows = ["s,2019-03-01T08:00:00Z,1", "s,2019-03-01T09:00:00Z,-1", "s,2020-01-01T09:00:00Z,1"];
    const file = join(folder, "events.csv");
    const header = "sensor_serial_number,timestamp,trajectory";
    writeFileSync(file, [header, ...rows, `s,${recent},1`, ""].join("\n"));
    await succeed(["token", "create", "--data-dir", directory]);
    await succeed(["backfill", file, "--data-dir", directory]);
    const asked = await succeed(["retention", "--keep", "2y", "--data-dir", directory]);
    const answer = JSON.parse(asked.stdout);
    const [oldest, newest] = ["2019-03-01T08:00:00.000Z", "2020-01-01T09:00:00.000Z"];
    expect(answer).toMatchObject({
      boundary: expect.stringMatching(/^\d{4}-\d\d-\d\dT00:00:00\.000Z$/),
      removable: { events: 3, days: 2, oldest, newest },
      disk: { free_bytes: expect.any(Number) },
      forecast: { events_per_day: 1 / 30 },
    });
    const bytes = statSync(join(directory, DATABASE_FILE)).size;
    expect(answer.disk.database_bytes).toBeGreaterThan(bytes / 2);
    expect(asked.stderr).toMatch(
      /3 events of 2 days, from 2019-03-01 to 2020-01-01, .*Nothing has been removed; add --apply to remove them/,
    );
    const all = await headcount(["retention", "--keep", "1d", "--data-dir", directory]);
    expect(all.stderr).toMatch(/4 events .*these are all events, and --apply never removes all/);
    await ends(0, /^No event is older than/, ["retention", "--keep", "9999y", "--data-dir", directory]);
    const counted = await headcount(["export", "events", "--format", "csv", "--data-dir", directory]);
    expect(counted.stdout.trim().split("\n")).toHaveLength(5);
  });

  it.each([
    [["--keep", "2"], /is not a retention period/],
    [["--keep", "0d", "--apply"], /is not a retention period/],
    [[], /required option '--keep/],
  ])("is wrongly used as %j", async (args, message) => {
    await ends(2, message, ["retention", ...args]);
  });
});

const SITE = `
spaces:
  - name: Hall
    daily_reset: null
  - name: Yard
doorways:
  - name: Door
    sensor_serial_number: s
    links: [{ space: Hall, sensor_placement: 1 }, { space: Yard, sensor_placement: -1 }]
`;

const YEAR_MS = 365 * DAY_MS;

/** A directory with some events of the last five years, as a file has them. */
async function siteOf(events: number) {
  const folder = temporaryFolder();
  const directory = join(folder, "data");
  const [site, file] = [join(folder, "site.yaml"), join(folder, "events.csv")];
  writeFileSync(site, SITE);
  const now = Date.now();
  const rows = Array.from({ length: events }, (_, i) => {
    const instant = now - 5 * YEAR_MS + Math.floor(((5 * YEAR_MS) / events) * i);
    // Ids that do not pack well: most of what the log takes.
    const id = createHash("sha256").update(String(i)).digest("base64");
    return `s,${new Date(instant).toISOString()},${i % 5 < 3 ? 1 : -1},${id}`;
  });
  writeFileSync(file, ["sensor_serial_number,timestamp,trajectory,event_id", ...rows, ""].join("\n"));
  const run = async (...args: readonly string[]) => {
    const ran = await headcount([...args, "--data-dir", directory]);
    return { ...ran, answer: ran.stdout.startsWith("{") ? JSON.parse(ran.stdout) : null };
  };
  expect((await run("site", "apply", site)).code).toBe(0);
  expect((await run("backfill", file)).code).toBe(0);
  const day = (instant: number) => new Date(instant).toISOString().slice(0, 10);
  const range = ["--start", day(now - 5 * YEAR_MS - DAY_MS), "--end", day(now), "--interval", "1d"];
  const counts = async () => {
    const exported = await run("export", "counts", ...range, "--format", "csv");
    expect(exported.code, exported.stderr).toBe(0);
    return exported.stdout;
  };
  return { directory, file, run, counts };
}

describe("headcount retention --apply", () => {
  it("removes older events, for good, and no count changes", async () => {
    const { directory, file, run, counts } = await siteOf(3_000);
    const before = await counts();
    // A copy for SQL has all events, too.
    const copy = join(directory, "analysis");
    mkdirSync(copy);
    const applied = await run("retention", "--keep", "2y", "--apply");
    expect(applied.code, applied.stderr).toBe(0);
    const { answer } = applied;
    const boundary = Date.parse(answer.boundary);
    expect(answer).toMatchObject({ kept_from: answer.boundary, disk: { compacted: true } });
    expect(answer.removed.events).toBeGreaterThan(1_700);
    expect(answer.removed.events).toBeLessThan(1_900);
    expect(Date.parse(answer.removed.newest)).toBeLessThan(boundary);
    expect(applied.stderr).toMatch(
      /^Removed .* events of .*\. Counts stay the same\.\nThe data took .* and now takes /,
    );
    expect(existsSync(copy)).toBe(false);
    expect(await counts()).toBe(before);

    const again = await run("retention", "--keep", "2y", "--apply");
    expect(again).toMatchObject({ code: 0, answer: { removed: { events: 0 }, kept_from: answer.boundary } });
    const longer = await run("retention", "--keep", "4y", "--apply");
    expect(longer).toMatchObject({ code: 0, answer: { removed: { events: 0 }, boundary: answer.boundary } });
    expect(longer.stderr).toMatch(/^No event is older than .* Events before .* have been removed\.$/m);
    const shorter = await run("retention", "--keep", "1y", "--apply");
    expect(shorter.answer.removed.events).toBeGreaterThan(500);
    expect(Date.parse(shorter.answer.boundary)).toBeGreaterThan(boundary);
    expect(await counts()).toBe(before);

    const rejects = join(directory, "..", "rejects.csv");
    const loaded = await run("backfill", file, "--rejects", rejects);
    const reason = "timestamp is before the log start: its events have been removed by retention";
    expect(loaded.answer).toMatchObject({
      accepted: 0,
      rejected: answer.removed.events + shorter.answer.removed.events,
      reasons: { [reason]: answer.removed.events + shorter.answer.removed.events },
    });
    expect(readFileSync(rejects, "utf8")).toContain(reason);
    expect(await run("rebuild")).toMatchObject({ code: 0 });
    expect(await run("rebuild", "--verify")).toMatchObject({ code: 0, answer: { differences: [] } });
    expect(await counts()).toBe(before);
    const sql = await run("sql", "-c", "SELECT count(*) AS n FROM events", "--format", "csv");
    const kept = 3_000 - answer.removed.events - shorter.answer.removed.events;
    expect(sql.stdout).toBe(`n\n${kept}\n`);
  });

  it("always leaves some, and works through the server while the directory is served", async () => {
    const { directory, run, counts } = await siteOf(20);
    const before = await counts();
    const file = join(directory, "..", "old.csv");
    writeFileSync(file, "sensor_serial_number,timestamp,trajectory\nx,2001-01-01T00:00:00Z,1\n");
    const elsewhere = join(directory, "..", "elsewhere");
    await succeed(["token", "create", "--data-dir", elsewhere]);
    await succeed(["backfill", file, "--data-dir", elsewhere]);
    expect(await headcount(["retention", "--keep", "1y", "--apply", "--data-dir", elsewhere])).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringMatching(/retention cannot remove all events/),
    });
    const server = await startHeadcount(["serve", "--data-dir", directory, "--port", "0"]);
    const instead = `${server.address}; use --url ${server.address} --token`;
    for (const args of [
      ["retention", "--keep", "2y", "--apply"],
      ["retention", "--keep", "2y"],
      ["export", "events", "--format", "csv"],
    ])
      expect(await run(...args)).toMatchObject({ code: 1, stderr: expect.stringContaining(instead) });
    const token = await succeed(["token", "create", "--data-dir", directory, "--scopes", "admin"]);
    const through = ["--url", server.address, "--token", token.stdout.trim()];
    const asked = await succeed(["retention", "--keep", "2y", ...through]);
    expect(asked.stderr).toMatch(/^\d+ events of .*Nothing has been removed; add --apply to remove them/);
    const { removable } = JSON.parse(asked.stdout);
    const applied = await succeed(["retention", "--keep", "2y", "--apply", ...through]);
    expect(applied.stderr).toMatch(
      /^Removed .* events of .*Counts stay the same\.\nThe server uses the freed space/,
    );
    expect(JSON.parse(applied.stdout).removed.events).toBe(removable.events);
    await server.stop();
    expect(await counts()).toBe(before);
    expect((await run("retention", "--keep", "9999y")).answer).toMatchObject({
      kept_from: JSON.parse(applied.stdout).boundary,
    });
  });

  it("changes nothing if the disk is too full for it, and can be done when it is not", async () => {
    const { directory, run, counts } = await siteOf(50_000);
    const before = await counts();
    const args = ["retention", "--keep", "1y", "--apply", "--data-dir", directory];
    // The list of removed events would take 8 bytes for each.
    const full = launchHeadcount(args, {}, { fileKib: 192 });
    expect(await full.ended).toBe(1);
    expect(full.stderr()).toMatch(
      /^headcount: the data can(?:not| no longer) be written \(.*File too large/m,
    );
    expect((await run("rebuild", "--verify")).answer).toMatchObject({ differences: [] });
    expect(await counts()).toBe(before);
    const { answer } = await run("retention", "--keep", "1y", "--apply");
    expect(answer.kept_from).not.toBeNull();
    expect(answer.disk.bytes_after).toBeLessThan(answer.disk.bytes_before);
    expect(await counts()).toBe(before);
  });
});
