import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ends, startHeadcount, succeed, temporaryFolder } from "../support/headcount.ts";

const EVENTS = [
  "sensor_serial_number,timestamp,trajectory",
  "a,2024-05-06T08:00:00Z,1",
  "a,2024-05-06T09:00:00Z,-1",
];

function writeEvents(folder: string): string {
  const file = join(folder, "may.csv");
  writeFileSync(file, `${EVENTS.join("\n")}\n`);
  return file;
}

const exported = async (target: readonly string[]) =>
  (await succeed(["export", "events", "--format", "csv", ...target])).stdout.trim().split("\n").length - 1;

describe("headcount void (D5)", () => {
  it("takes back a file of a data directory, after saying what that would void", async () => {
    const folder = temporaryFolder();
    const target = ["--data-dir", join(folder, "data")];
    const file = writeEvents(folder);
    await succeed(["token", "create", ...target]);
    const loaded = await succeed(["backfill", file, ...target]);
    const { import_id: id } = JSON.parse(loaded.stdout);
    const asked = await succeed(["void", "--import", id, ...target]);
    expect(JSON.parse(asked.stdout)).toEqual({
      dry_run: true,
      events: 2,
      readings: 0,
      changed: 0,
      added: 0,
      others: [],
      spaces: [],
      sensors: ["a"],
    });
    expect(asked.stderr).toBe(
      "2 events of 1 sensor would be voided.\nNothing has been changed; add --apply to void them.\n",
    );
    expect(await exported(target)).toBe(2);
    const done = await succeed(["void", "--import", id, "--apply", ...target]);
    expect(done.stderr).toBe("Voided 2 events of 1 sensor.\n");
    expect(await exported(target)).toBe(0);
    await ends(1, `import ${id} has already been voided`, ["void", "--import", id, ...target]);
    const reloaded = await succeed(["backfill", file, ...target]);
    expect(JSON.parse(reloaded.stdout)).toMatchObject({ accepted: 2, duplicates: 0 });
  });

  it("says what the other of two loads of a file counts then, and what the totals of the spaces become", async () => {
    const folder = temporaryFolder();
    const target = ["--data-dir", join(folder, "data")];
    const site = join(folder, "site.json");
    const links = [{ space: "Hall", sensor_placement: 1 }];
    const doorways = [{ name: "Door", sensor_serial_number: "a", links }];
    writeFileSync(site, JSON.stringify({ spaces: [{ name: "Hall" }], doorways }));
    await succeed(["site", "apply", site, ...target]);
    const file = join(folder, "hours.csv");
    writeFileSync(file, "serial_number,from,to,in,out\na,2024-05-06T08:00:00Z,2024-05-06T09:00:00Z,30,4\n");
    const ids = [];
    for (let load = 0; load < 2; load++) {
      const { stdout } = await succeed(["backfill", file, "--kind", "intervals", ...target]);
      ids.push(JSON.parse(stdout).import_id);
    }
    const [first = "", second = ""] = ids;
    const voided = await succeed(["void", "--import", first, "--apply", ...target]);
    expect(voided.stderr).toBe(
      "Voided 34 events and 1 reading of 1 sensor.\n" +
        `1 other reading of ${second} (hours.csv): +30 in, +4 out.\n` +
        "Hall: entrances 30 → 30, exits 4 → 4.\n",
    );
    const rest = await succeed(["void", "--import", second, "--apply", ...target]);
    expect(rest.stderr).toMatch(/^Voided 34 events .*\nHall: entrances 30 → 0, exits 4 → 0\.\n$/);
  });

  it("voids what a sensor has sent in a range, through a server", async () => {
    const folder = temporaryFolder();
    const directory = join(folder, "data");
    const made = await succeed(["token", "create", "--scopes", "admin", "--data-dir", directory]);
    const token =
      made.stdout
        .trim()
        .split(/\s+/)
        .find((word) => word.startsWith("hct_")) ?? "";
    const { address, stop } = await startHeadcount(["serve", "--port", "0", "--data-dir", directory]);
    const target = ["--url", address, "--token", token];
    const loaded = await succeed(["backfill", writeEvents(folder), ...target]);
    expect(JSON.parse(loaded.stdout)).toMatchObject({ import_id: expect.stringMatching(/^imp_\d+$/) });
    const span = ["--sensor", "a", "--from", "2024-05-06T08:30:00Z", "--to", "2024-05-07T00:00:00Z"];
    const asked = await succeed(["void", ...span, ...target]);
    expect(JSON.parse(asked.stdout)).toMatchObject({ dry_run: true, events: 1 });
    await succeed(["void", ...span, "--apply", ...target]);
    expect(await exported(target)).toBe(1);
    const nothing = await succeed(["void", ...span, ...target]);
    expect(nothing.stderr).toBe("There is nothing to void.\n");
    await stop();
  });

  it.each([
    [[], /name what to void/],
    [["--import", "12"], /must be the id of an import/],
    [["--import", "imp_1", "--sensor", "a"], /not both/],
    [["--sensor", "a", "--from", "2024-05-06"], /name what to void/],
  ])("refuses %j", async (options, message) => {
    await ends(2, message, ["void", ...options, "--data-dir", join(temporaryFolder(), "data")]);
  });
});
