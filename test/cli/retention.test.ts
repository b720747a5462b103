import { statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { DATABASE_FILE } from "../../src/domain/data-directory.ts";
import { DAY_MS } from "../../src/domain/instant.ts";
import { headcount, temporaryFolder } from "../support/headcount.ts";

describe("headcount retention", () => {
  it("says what is older and how long the disk lasts, and removes nothing", async () => {
    const folder = temporaryFolder();
    const directory = join(folder, "data");
    const recent = new Date(Date.now() - 10 * DAY_MS).toISOString();
    const rows = ["s,2019-03-01T08:00:00Z,1", "s,2019-03-01T09:00:00Z,-1", "s,2020-01-01T09:00:00Z,1"];
    const file = join(folder, "events.csv");
    writeFileSync(
      file,
      ["sensor_serial_number,timestamp,trajectory", ...rows, `s,${recent},1`, ""].join("\n"),
    );
    expect((await headcount(["backfill", file, "--data-dir", directory])).code).toBe(0);
    const asked = await headcount(["retention", "--keep", "2y", "--data-dir", directory]);
    expect(asked.code, asked.stderr).toBe(0);
    const answer = JSON.parse(asked.stdout);
    const bytes = statSync(join(directory, DATABASE_FILE)).size;
    expect(answer).toMatchObject({
      boundary: expect.stringMatching(/^\d{4}-\d\d-\d\dT00:00:00\.000Z$/),
      removable: {
        events: 3,
        days: 2,
        oldest: "2019-03-01T08:00:00.000Z",
        newest: "2020-01-01T09:00:00.000Z",
      },
      disk: { free_bytes: expect.any(Number) },
      forecast: { events_per_day: 1 / 30 },
    });
    expect(answer.disk.database_bytes).toBeGreaterThan(bytes / 2);
    expect(asked.stderr).toMatch(
      /3 events of 2 days, from 2019-03-01 to 2020-01-01, .*Nothing has been removed/,
    );
    const again = await headcount(["retention", "--keep", "9999y", "--data-dir", directory]);
    expect(again).toMatchObject({ code: 0, stderr: expect.stringMatching(/^No event is from before/) });
    const counted = await headcount(["export", "events", "--format", "csv", "--data-dir", directory]);
    expect(counted.stdout.trim().split("\n")).toHaveLength(5);
  });

  it.each([
    [["--keep", "2"], /is no length of time/],
    [[], /required option '--keep/],
    [["--keep", "2y", "--url", "http://127.0.0.1:1", "--token", "x"], /headcount_disk_free_bytes/],
  ])("is wrongly used as %j", async (args, message) => {
    const refused = await headcount(["retention", ...args]);
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringMatching(message) });
  });
});
