import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { DuckDbBackups } from "../../src/store/duckdb/backups.ts";
import { Database } from "../../src/store/duckdb/database.ts";
import { DuckDBInstance } from "../../src/store/duckdb/duckdb-api.ts";
import { createTables } from "../../src/store/duckdb/schema.ts";
import type { RunFiles } from "../../src/store/runs/run-files.ts";
import { ORDER } from "../support/backups.ts";
import { temporaryFolder } from "../support/store-harness.ts";

const SETTING = "SELECT current_setting('enable_progress_bar') AS is_on";
const OFF = { is_on: false };

/** A row that the table of events in a backup does not take. */
const DIRECTORY_WITH_WRONG_EVENT = `
  INSERT INTO directory VALUES (1, 1);
  ALTER TABLE event ALTER COLUMN sensor DROP NOT NULL;
  INSERT INTO event (id, ts, sensor, trajectory) VALUES (1, 0, NULL, 1)`;

it("a backup that fails leaves its connection without a watch of the progress", async () => {
  const database = await Database.over(await DuckDBInstance.create(":memory:"));
  onTestFinished(() => database.close());
  await database.transaction((writer) => createTables(writer));
  await database.write((writer) => writer.run(DIRECTORY_WITH_WRONG_EVENT));
  const folder = temporaryFolder();
  const files = { files: [], keeping: <T>(work: () => T) => work() } as unknown as RunFiles;
  const backups = new DuckDbBackups(database, files, folder);
  await expect(backups.write(join(folder, "backup"), ORDER)).rejects.toThrow(/NOT NULL/);
  expect(await database.read((reader) => reader.row(SETTING))).toEqual(OFF);
});
