import { execFile } from "node:child_process";
import { cpSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { RECORD_FORMAT } from "../../src/engine/journal/record-format.ts";
import { SCHEMA_VERSION } from "../../src/postgres/schema.ts";
import { inRepository } from "./repository.ts";

/** What the release is made from; the packages are those of this one. */
const COPIED = ["bin", "openapi", "package.json", "sql", "src", "vite.config.ts"];

/** What the next release knows that this one does not. */
export const NEXT_RELEASE = {
  version: "99.0.0",
  recordFormat: RECORD_FORMAT + 1,
  schema: SCHEMA_VERSION + 1,
};

/** The next version of the tables in PostgreSQL: a column of a table that this release writes, and another table. */
const ADDED = `
ALTER TABLE headcount.log_record ADD COLUMN note TEXT;
ALTER TABLE headcount.node ADD COLUMN note TEXT NOT NULL DEFAULT '';
CREATE TABLE headcount.note (id BIGINT PRIMARY KEY);
`;

/**
 * Builds a next release from the sources of this one, with a further format of records and a further version of the
 * tables in PostgreSQL, in an empty folder.
 *
 * @returns the path of its program
 */
export async function buildNextRelease(folder: string): Promise<string> {
  for (const name of COPIED) cpSync(inRepository(name), join(folder, name), { recursive: true });
  symlinkSync(inRepository("node_modules"), join(folder, "node_modules"));
  const { version, recordFormat, schema } = NEXT_RELEASE;
  edit(join(folder, "package.json"), /"version": "[^"]*"/, `"version": "${version}"`);
  edit(
    join(folder, "src/engine/journal/record-format.ts"),
    /^export const RECORD_FORMAT = \d+;$/m,
    `export const RECORD_FORMAT = ${recordFormat};`,
  );
  writeFileSync(join(folder, `sql/postgres/schema/${String(schema).padStart(3, "0")}-note.sql`), ADDED);
  const bundler = inRepository("node_modules/.bin/vite");
  await promisify(execFile)(bundler, ["build", "--logLevel", "warn"], { cwd: folder });
  return join(folder, "bin/headcount");
}

function edit(path: string, pattern: RegExp, replacement: string): void {
  const text = readFileSync(path, "utf8");
  const edited = text.replace(pattern, replacement);
  if (edited === text) throw new Error(`${path} has no ${pattern}`);
  writeFileSync(path, edited);
}
