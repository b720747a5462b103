import { describe, expect, it } from "vitest";
import { eventsOf, folderWith } from "../support/backfill.ts";
import { headcount, sharedHeadcount, succeed, suiteFolder } from "../support/headcount.ts";

const TOKEN = "test-token";
const TABLE = "Date,Hour,Door,In,Out\n2024-05-06,8,North,1,0\n";
const SITE = `
spaces:
  - { name: Office, time_zone: UTC }
  - { name: Lobby, time_zone: Europe/Berlin }
doorways:
  - { name: North, sensor_serial_number: North, links: [{ space: Lobby, sensor_placement: 1 }] }
  - { name: Office, sensor_serial_number: Office, links: [{ space: Office, sensor_placement: 1 }] }
`;

/** Loads a table of hours without stating a zone. */
async function load(table: string, target: readonly string[], ...options: readonly string[]) {
  const cwd = folderWith({ "t.csv": table });
  return headcount(["backfill", "t.csv", "--format", "hourly", ...target, ...options], { cwd });
}

describe("D34: a file of readings whose times have no offset, and whose zone is not stated", () => {
  const folder = suiteFolder();
  const server = sharedHeadcount(() => ["serve", "--data-dir", folder, "--port", "0"], {
    HEADCOUNT_TOKEN: TOKEN,
    HEADCOUNT_RATE_LIMIT: "none",
  });

  it("is refused if its sensors are in another zone than UTC, on a data directory and through a server", async () => {
    const cwd = folderWith({});
    await succeed(["site", "apply", "-", "--data-dir", "data"], { cwd, input: SITE });
    const served = ["--url", server().address, "--token", TOKEN];
    await succeed(["site", "apply", "-", ...served], { input: SITE });
    for (const target of [["--data-dir", `${cwd}/data`], served]) {
      const placed = await load(TABLE, target);
      expect(placed).toMatchObject({ code: 1, stdout: "" });
      expect(placed.stderr).toMatch(
        /t\.csv: its times have no offset, and the space of its sensors Lobby is in Europe\/Berlin: .*--time-zone Europe\/Berlin/,
      );
      const unplaced = await load(TABLE.replace("North", "Gate"), target);
      expect(unplaced).toMatchObject({ code: 1, stdout: "" });
      expect(unplaced.stderr).toContain(
        "its sensors are in no space, and the space Lobby is in Europe/Berlin",
      );
      const both = await load(`${TABLE}2024-05-06,8,Office,1,0\n`, target);
      expect(both.stderr).toContain("Others are elsewhere: load the rows of each zone");
      // In UTC, with offsets, and with the zone stated.
      expect((await load(TABLE.replace("North", "Office"), target)).code).toBe(0);
      expect((await load(TABLE.replace(",8,", ",08:00:00+02:00,"), target)).code).toBe(0);
      expect((await load(TABLE, target, "--time-zone", "Asia/Tokyo")).code).toBe(0);
    }
    expect((await eventsOf(cwd)).map((row) => row.split(",").slice(0, 2).join(" "))).toEqual([
      "2024-05-05T23:30:00.000Z North",
      "2024-05-06T06:30:00.000Z North",
      "2024-05-06T08:30:00.000Z Office",
    ]);
  });

  it("is read as UTC, with a warning, where there are no spaces", async () => {
    const cwd = folderWith({});
    await succeed(["token", "create", "--data-dir", "data"], { cwd });
    const loaded = await load(TABLE, ["--data-dir", `${cwd}/data`]);
    expect(loaded.code).toBe(0);
    expect(loaded.stderr).toContain("warning: the times of t.csv have no offset, and are read as UTC");
  });
});
