import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openInstance } from "../../src/duckdb/connection.ts";
import { succeed, temporaryFolder } from "../support/headcount.ts";
import { readSources, withoutComments } from "../support/source-tree.ts";

it("an instance installs no extension and loads none, for a path of another kind of database neither", async () => {
  const { connection, close } = await openInstance();
  try {
    for (const setting of ["autoinstall_known_extensions", "autoload_known_extensions"]) {
      const answer = await connection.raw.runAndReadAll(`SELECT current_setting('${setting}')`);
      expect(answer.getRows()).toEqual([[false]]);
    }
    await expect(connection.raw.run("ATTACH 'md:x'")).rejects.toThrow(/^(?!.*download).*extension/is);
  } finally {
    close();
  }
});

it("all instances are made in one place", () => {
  const makers = readSources(["src"]).filter(({ text }) =>
    /DuckDBInstance\.create/.test(withoutComments(text)),
  );
  expect(makers.map(({ path }) => path)).toEqual(["src/duckdb/connection.ts"]);
});

it.each(["md:x", "https:x", "sqlite:x", "s3:x"])("the path %s is one of a folder", async (path) => {
  const cwd = temporaryFolder();
  await succeed(["token", "create", "--data-dir", path, "--name", "t"], { cwd });
  await succeed(["backup", `${path}-copy`, "--data-dir", path], { cwd });
  for (const name of [path, `${path}-copy`]) expect(existsSync(join(cwd, name))).toBe(true);
});
