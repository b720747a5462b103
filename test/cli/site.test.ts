import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { headcount, startHeadcount, succeed, temporaryFolder } from "../support/headcount.ts";

const SITE = `# A house by the sea.
spaces:
  - name: House
    space_type: building
    spaces:
      - name: Hall
doorways:
  - name: Front door
    sensor_serial_number: "1001"
    links:
      - {space: Hall, sensor_placement: 1}
`;

/** The same as it is exported. */
const EXPORTED = SITE.replace("# A house by the sea.\n", "").replace("doorways", "\ndoorways");

describe("headcount site", () => {
  it("applies, exports, shows what would change, changes it, and then has nothing to do", async () => {
    const cwd = temporaryFolder();
    const site = (...args: readonly string[]) => headcount(["site", ...args, "--data-dir", "data"], { cwd });
    const first = await succeed(["site", "apply", "-", "--data-dir", "data"], { cwd, input: SITE });
    expect(first.stderr).toContain("  + space House / Hall\n");
    expect(first.stderr).toContain("Applied: 5 created, 0 changed, 0 ended, 0 deleted.\n");
    expect(JSON.parse(first.stdout)).toMatchObject({ dry_run: false, created: 5, updated: 0 });
    const exported = await site("export", "site.yaml");
    expect(exported).toMatchObject({ code: 0, stdout: "", stderr: "The site is in site.yaml.\n" });
    const file = readFileSync(join(cwd, "site.yaml"), "utf8");
    expect(file).toBe(EXPORTED);
    const changed = file
      .replace("Hall\n", "Lobby\n")
      .replace("Hall,", "Lobby,")
      .replace("building", "building\n    capacity: 80")
      .replace("1001", "2002");
    writeFileSync(join(cwd, "site.yaml"), changed);
    const dry = await site("apply", "site.yaml", "--prune", "--dry-run");
    expect(dry.stderr.split("\n")).toEqual([
      "  - space House / Hall: with its history",
      "  ~ space House: capacity null → 80",
      "  + space House / Lobby",
      "  x sensor attachment 1001 at Front door: ends now",
      "  + sensor attachment 2002 at Front door: for all time",
      "  - link Front door into House / Hall",
      "  + link Front door into House / Lobby: sensor_placement 1, for all time",
      "Dry run, nothing has changed. Changes: 3 created, 1 changed, 1 ended, 2 deleted.",
      "A deleted space loses its history. To rename or move a space, give its id in the file (headcount site " +
        "export --ids shows them).",
      "",
    ]);
    const done = await site("apply", "site.yaml", "--prune");
    expect(done.stderr).toContain("Applied: 3 created, 1 changed, 1 ended, 2 deleted.");
    const { dry_run: _, changes: foreseen, ...counts } = JSON.parse(dry.stdout);
    expect(JSON.parse(done.stdout)).toMatchObject(counts);
    expect(JSON.parse(done.stdout).changes).toHaveLength(foreseen.length);
    const again = await site("apply", "site.yaml", "--prune");
    expect(again.stderr).toBe("No changes: the site already matches site.yaml.\n");
    expect(JSON.parse(again.stdout)).toMatchObject({ created: 0, changes: [] });
  });

  it("rehearses for a data directory that is still to be made, and makes none", async () => {
    const cwd = temporaryFolder();
    const apply = (...args: readonly string[]) =>
      succeed(["site", "apply", "-", "--data-dir", "data", ...args], { cwd, input: SITE });
    const dry = await apply("--dry-run");
    expect(dry.stderr).toContain("Changes: 5 created, 0 changed, 0 ended, 0 deleted.");
    expect(readdirSync(cwd)).toEqual([]);
    expect((await apply()).stderr).toContain("Applied: 5 created");
    expect((await apply("--dry-run")).stderr).toContain("No changes");
  });

  it("says what changed settings of a sensor count instead, and counts it", async () => {
    const cwd = temporaryFolder();
    const run = async (...args: readonly string[]) =>
      (await succeed([...args, "--data-dir", "data"], { cwd })).stderr.split("\n");
    // Mounted the other way round, it counts down: its line is suspended from the second totals on.
    const totals = [0, 1, 2, 3].map(
      (step) => `1001,2024-05-06T0${6 + step}:00:00Z,${90 - step},${50 - 2 * step}`,
    );
    writeFileSync(join(cwd, "totals.csv"), ["serial_number,at,in_total,out_total", ...totals, ""].join("\n"));
    writeFileSync(join(cwd, "site.yaml"), SITE);
    await run("site", "apply", "site.yaml");
    await run("backfill", "--kind", "totals", "totals.csv");
    const sensors = `
sensors:
  - serial_number: "1001"
    counting: {reverse: true}
  - serial_number: "1001:2"
    counting: {line: door}
`;
    writeFileSync(join(cwd, "site.yaml"), SITE + sensors);
    const changes = [
      "  ~ sensor 1001: reverse false → true, from 2024-05-06T07:00:00.000Z, 3 of 3 readings change: " +
        "0 in and 0 out → 3 in and 6 out",
      "  + sensor 1001:2: for all time",
    ];
    expect(await run("site", "apply", "site.yaml", "--dry-run")).toEqual([
      ...changes,
      "Dry run, nothing has changed. Changes: 1 created, 1 changed, 0 ended, 0 deleted.",
      "",
    ]);
    expect(await run("site", "apply", "site.yaml")).toEqual([
      ...changes,
      "Applied: 1 created, 1 changed, 0 ended, 0 deleted.",
      "",
    ]);
    const { stdout } = await succeed(["site", "export", "-", "--data-dir", "data"], { cwd });
    expect(stdout).toBe(EXPORTED + sensors);
    const query = [
      "sql",
      "--data-dir",
      "data",
      "--format",
      "csv",
      "-c",
      "SELECT count(*) AS events FROM events",
    ];
    expect((await succeed(query, { cwd })).stdout).toBe("events\n9\n");
  });

  it("works through a server, with the same messages", async () => {
    const cwd = temporaryFolder();
    const server = await startHeadcount(["serve", "--data-dir", join(cwd, "data"), "--port", "0"], {
      HEADCOUNT_TOKEN: "secret",
    });
    const through = (...args: readonly string[]) =>
      headcount(["site", ...args, "--url", server.address, "--token", "secret"], { cwd });
    writeFileSync(join(cwd, "site.yaml"), SITE);
    writeFileSync(join(cwd, "wrong.yaml"), SITE.replace("building", "floor\n    annual_rent: 5"));
    const refused = await through("apply", "wrong.yaml");
    expect(refused.code).toBe(2);
    expect(refused.stderr).toBe(
      "headcount: wrong.yaml:5: spaces[0].annual_rent: only a building has an annual rent\n",
    );
    const dry = await through("apply", "site.yaml", "--dry-run");
    const foreseen = JSON.parse(dry.stdout);
    expect(foreseen).toMatchObject({ dry_run: true, created: 5 });
    // It foretells no ids.
    expect(foreseen.changes.map((change: { resource_id: unknown }) => change.resource_id)).toEqual(
      Array(5).fill(null),
    );
    const applied = await through("apply", "site.yaml", "--prune");
    expect(applied.stderr).toContain("Applied: 5 created");
    const exported = await through("export", "-");
    expect(exported.stdout).toBe(EXPORTED);
  });

  it("answers a wrong file with 2 and one that cannot be read or written with 1", async () => {
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, "wrong.yaml"), SITE.replace("space_type", "space_tpye"));
    const site = (...args: readonly string[]) => headcount(["site", ...args, "--data-dir", "data"], { cwd });
    expect(await site("apply", "wrong.yaml")).toMatchObject({
      code: 2,
      stdout: "",
      stderr: expect.stringMatching(
        /^headcount: wrong.yaml:4: spaces\[0\].space_tpye: is not a field; the fields/,
      ),
    });
    expect(await site("apply", "missing.yaml")).toMatchObject({
      code: 1,
      stdout: "",
      stderr: "headcount: cannot read missing.yaml: no such file or directory\n",
    });
    expect(existsSync(join(cwd, "data"))).toBe(false);
    writeFileSync(join(cwd, "site.yaml"), SITE);
    expect((await site("apply", "site.yaml")).code).toBe(0);
    expect(await site("export", ".")).toMatchObject({
      code: 1,
      stdout: "",
      stderr: "headcount: cannot write .: it is a directory\n",
    });
  });
});
