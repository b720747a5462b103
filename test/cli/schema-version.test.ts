import { join } from "node:path";
import { it } from "vitest";
import { SCHEMA_VERSION } from "../../src/store/duckdb/schema.ts";
import { expectRejectedByAll } from "../support/data-commands.ts";
import { temporaryFolder } from "../support/headcount.ts";
import { openDirectory, runSql } from "../support/store-directory.ts";

it.each([
  [SCHEMA_VERSION + 1, "newer", "upgrade Headcount to open it"],
  [SCHEMA_VERSION - 1, "older", "open it once with a release that upgrades version 0"],
])("a data directory of schema %i is rejected by every command, in one line", async (version, age, way) => {
  const folder = temporaryFolder();
  const directory = join(folder, "data");
  await (await openDirectory(directory)).close();
  await runSql(directory, `UPDATE schema_version SET version = ${version}`);
  const written = new RegExp(
    `^headcount: data was written by an? ${age} release of Headcount \\(its schema is version ${version}, ` +
      `this release knows ${SCHEMA_VERSION}\\); ${way}\\n$`,
  );
  await expectRejectedByAll(folder, written);
});
