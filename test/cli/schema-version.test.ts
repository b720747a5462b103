import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { SCHEMA_VERSION } from "../../src/store/duckdb/schema.ts";
import { changeManifest } from "../support/backups.ts";
import { expectRejectedByAll } from "../support/data-commands.ts";
import { headcount, succeed, temporaryFolder } from "../support/headcount.ts";
import { openDirectory, runSql } from "../support/store-directory.ts";

const AGES = [
  [SCHEMA_VERSION + 1, "newer", "upgrade Headcount to open it"],
  [SCHEMA_VERSION - 1, "older", "open it once with a release that upgrades version 0"],
] as const;

describe("a data directory whose schema has another version", () => {
  it.each(AGES)(
    "%i is rejected by every command, in one line, and left as it is",
    async (version, age, way) => {
      const folder = temporaryFolder();
      const directory = join(folder, "data");
      await (await openDirectory(directory)).close();
      await runSql(directory, `UPDATE schema_version SET version = ${version}`);
      const written = new RegExp(
        `^headcount: data was written by an? ${age} release of Headcount \\(its schema is version ${version}, ` +
          `this release knows ${SCHEMA_VERSION}\\); ${way}\\n$`,
      );
      await expectRejectedByAll(folder, written);
    },
  );
});

it("a backup whose schema has another version is rejected", async () => {
  const folder = temporaryFolder();
  const [directory, backup] = [join(folder, "data"), join(folder, "backup")];
  await (await openDirectory(directory)).close();
  await succeed(["backup", backup, "--data-dir", directory]);
  changeManifest(backup, { schema_version: SCHEMA_VERSION + 1, release: "9.9.9" });
  const refused = await headcount(["restore", backup, "--data-dir", join(folder, "restored")]);
  expect(refused).toMatchObject({ code: 1, stdout: "" });
  expect(refused.stderr).toBe(
    `headcount: ${backup} was written by a newer release of Headcount (9.9.9; its schema is version 2, this release knows \
1); upgrade Headcount to open it\n`,
  );
});
