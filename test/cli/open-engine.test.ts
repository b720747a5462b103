import { cpSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import {
  COMPACTING_FOLDER,
  DATABASE_FILE,
  DATABASE_LOG_FILE,
  LAST_COMMIT_FILE,
  RESTORING_FOLDER,
  RUNS_FOLDER,
} from "../../src/domain/data-directory.ts";
import { COMMANDS_ON_DATA, expectRejectedByAll } from "../support/data-commands.ts";
import { ends, headcount, succeed, temporaryFolder } from "../support/headcount.ts";

describe("a data directory that is not there", () => {
  const missing = (name: string) =>
    `headcount: there is no data directory at ${name}; check --data-dir. \`headcount serve\`, \`demo\`, \`site apply\`, ` +
    "`restore` and `token create` create a new one\n";

  it.each([...COMMANDS_ON_DATA, ["backfill", fileURLToPath(import.meta.url)]].map((args) => [args]))(
    "is rejected, and nothing is made: %s",
    async (args) => {
      const cwd = temporaryFolder();
      const refused = await headcount([...args, "--data-dir", "typo"], { cwd });
      expect(refused).toMatchObject({ code: 1, stdout: "", stderr: missing("typo") });
      expect(readdirSync(cwd)).toEqual([]);
    },
  );

  it("is rejected if it is an empty folder, too, and if it was being restored with how to go on", async () => {
    const cwd = temporaryFolder();
    mkdirSync(join(cwd, "data"));
    const refused = await headcount(["rebuild", "--data-dir", "data"], { cwd });
    expect(refused).toMatchObject({ code: 1, stderr: missing("data") });
    expect(readdirSync(join(cwd, "data"))).toEqual([]);
    mkdirSync(join(cwd, "data", RESTORING_FOLDER));
    await ends(1, /was interrupted; restore the backup again/, ["rebuild", "--data-dir", "data"], { cwd });
  });

  it("is made by what puts something into it, which says so once", async () => {
    const cwd = temporaryFolder();
    const create = ["token", "create", "--data-dir", "new"];
    expect((await succeed(create, { cwd })).stderr).toMatch(/^Created a new data directory: new\nToken tkn_/);
    expect((await succeed(create, { cwd })).stderr).toMatch(/^Token tkn_/);
    await succeed(["backup", "backup", "--data-dir", "new"], { cwd });
    const restored = await succeed(["restore", "backup", "--data-dir", "restored"], { cwd });
    expect(restored.stderr).toMatch(/^Created a new data directory: restored$/m);
  });
});

describe("a data directory without its database", () => {
  it("is rejected by every command with what is there and what to do, and left as it is", async () => {
    const cwd = temporaryFolder();
    const directory = join(cwd, "data");
    mkdirSync(join(directory, RUNS_FOLDER), { recursive: true });
    writeFileSync(join(directory, RUNS_FOLDER, "0000000001.runs"), "runs");
    writeFileSync(join(directory, DATABASE_LOG_FILE), "changes");
    await expectRejectedByAll(
      cwd,
      /^headcount: data has no headcount\.duckdb, but files that belong to one: .*put headcount\.duckdb back, or restore a backup/m,
    );
  });

  it.each([LAST_COMMIT_FILE, COMPACTING_FOLDER])("is rejected if it has %s", async (name) => {
    const cwd = temporaryFolder();
    mkdirSync(join(cwd, "data", name), { recursive: true });
    await ends(1, "has no headcount.duckdb", ["token", "create", "--data-dir", "data"], { cwd });
  });

  it("is not what a directory is that has the address of a server alone", async () => {
    const cwd = temporaryFolder();
    mkdirSync(join(cwd, "data"));
    writeFileSync(join(cwd, "data", "server.json"), "{}");
    expect((await headcount(["token", "create", "--data-dir", "data"], { cwd })).code).toBe(0);
  });
});

describe("a data directory that lacks acknowledged commits", () => {
  it("is rejected by every command until the loss is accepted, by flag or environment", async () => {
    const cwd = temporaryFolder();
    const data = ["--data-dir", "data"];
    expect((await headcount(["token", "create", ...data], { cwd })).code).toBe(0);
    const database = join(cwd, "data", DATABASE_FILE);
    cpSync(database, join(cwd, "older"));
    expect((await headcount(["token", "create", ...data], { cwd })).code).toBe(0);
    cpSync(join(cwd, "older"), database);
    for (const args of [
      ["token", "list"],
      ["rebuild"],
      ["sql", "-c", "SELECT 1"],
      ["serve", "--port", "0"],
    ]) {
      const refused = await headcount([...args, ...data], { cwd });
      expect(refused, args.join(" ")).toMatchObject({ code: 1, stdout: "" });
      expect(refused.stderr, args.join(" ")).toMatch(/^headcount: .*older copy.*--accept-loss/m);
    }
    const env = { HEADCOUNT_ACCEPT_LOSS: "1" };
    const accepted = await succeed(["rebuild", ...data], { cwd, env });
    expect(accepted.stderr).toMatch(/missing: .*the loss is accepted and recorded in the database/);
    const listed = await headcount(["token", "list", ...data], { cwd });
    expect(listed).toMatchObject({ code: 0, stderr: "" });
    expect(listed.stdout.match(/tkn_\d+/g)).toHaveLength(1);
  });
});
