import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { SCHEMA } from "../../src/store/duckdb/schema.ts";
import { changeManifest } from "../support/backups.ts";
import { ALL_COMMANDS } from "../support/data-commands.ts";
import { headcount, temporaryFolder } from "../support/headcount.ts";
import { openDirectory, runSql } from "../support/store-directory.ts";
import { treeOf } from "../support/store-harness.ts";

const AGES = [
  [SCHEMA.version + 1, "newer", "upgrade Headcount to open it"],
  [SCHEMA.version - 1, "older", "open it once with a release that upgrades version 0"],
] as const;

describe("a data directory whose schema has another version", () => {
  it.each(AGES)(
    "%i is rejected by every command, in one line, and left as it is",
    async (version, age, way) => {
      const folder = temporaryFolder();
      const directory = join(folder, "data");
      await (await openDirectory(directory)).close();
      await runSql(directory, `UPDATE schema_version SET version = ${version}`);
      writeFileSync(join(folder, "site.yaml"), "spaces: [{name: Room}]\n");
      writeFileSync(
        join(folder, "events.csv"),
        "sensor_serial_number,timestamp,trajectory\ns,2024-05-06,1\n",
      );
      const before = treeOf(directory);
      const written = new RegExp(
        `^headcount: [^\\n]* was written by an? ${age} release of Headcount \\(its schema is version ${version}, ` +
          `this release knows ${SCHEMA.version}\\); ${way}\\n$`,
      );
      for (const command of ALL_COMMANDS) {
        const rejected = await headcount([...command, "--data-dir", directory], { cwd: folder });
        expect(rejected, command.join(" ")).toMatchObject({ code: 1, stdout: "" });
        expect(rejected.stderr).toMatch(written);
        expect(rejected.stderr).toContain(directory);
      }
      expect(treeOf(directory)).toEqual(before);
    },
  );
});

it("a backup whose schema has another version is rejected", async () => {
  const folder = temporaryFolder();
  const [directory, backup] = [join(folder, "data"), join(folder, "backup")];
  await (await openDirectory(directory)).close();
  expect((await headcount(["backup", backup, "--data-dir", directory])).code).toBe(0);
  changeManifest(backup, { schema_version: SCHEMA.version + 1, release: "9.9.9" });
  const refused = await headcount(["restore", backup, "--data-dir", join(folder, "restored")]);
  expect(refused).toMatchObject({ code: 1, stdout: "" });
  expect(refused.stderr).toBe(
    `headcount: ${backup} was written by a newer release of Headcount (9.9.9; its schema is version 2, this release knows \
1); upgrade Headcount to open it\n`,
  );
});
