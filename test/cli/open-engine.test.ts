import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { RESTORING_FOLDER } from "../../src/domain/data-directory.ts";
import { headcount, temporaryFolder } from "../support/headcount.ts";
import { ROOM_HOURS } from "../support/room-directory.ts";

describe("a data directory that is not there", () => {
  it.each([
    [["backup", "backup"]],
    [["export", "events", "--out", "events.csv"]],
    [["rebuild"]],
    [["rebuild", "--verify"]],
    [["retention", "--keep", "2y"]],
    [["retention", "--keep", "2y", "--apply"]],
    [["counts", "Room", ...ROOM_HOURS]],
    [["site", "export", "site.yaml"]],
    [["token", "list"]],
    [["token", "revoke", "tkn_1"]],
    [["sql", "-c", "SELECT 1"]],
  ])("is refused, and nothing is made: %s", async (args) => {
    const cwd = temporaryFolder();
    const refused = await headcount([...args, "--data-dir", "typo"], { cwd });
    expect(refused).toMatchObject({
      code: 1,
      stdout: "",
      stderr: "headcount: typo is not a data directory\n",
    });
    expect(readdirSync(cwd)).toEqual([]);
  });

  it("is refused where it is an empty folder, too, and where it was being restored with how to go on", async () => {
    const cwd = temporaryFolder();
    mkdirSync(join(cwd, "data"));
    const refused = await headcount(["rebuild", "--data-dir", "data"], { cwd });
    expect(refused).toMatchObject({ code: 1, stderr: "headcount: data is not a data directory\n" });
    expect(readdirSync(join(cwd, "data"))).toEqual([]);
    mkdirSync(join(cwd, "data", RESTORING_FOLDER));
    const unfinished = await headcount(["rebuild", "--data-dir", "data"], { cwd });
    expect(unfinished).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/cut short; restore it again/),
    });
  });

  it("is made by what puts something into it", async () => {
    const cwd = temporaryFolder();
    const made = await headcount(["token", "create", "--data-dir", "new"], { cwd });
    expect(made.code, made.stderr).toBe(0);
    expect(existsSync(join(cwd, "new"))).toBe(true);
  });
});
