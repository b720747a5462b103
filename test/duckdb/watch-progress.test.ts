import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { expect, it, onTestFinished } from "vitest";
import { Database } from "../../src/duckdb/database.ts";
import { DuckDbBackups } from "../../src/store/duckdb/backups.ts";
import { createTables } from "../../src/store/duckdb/schema.ts";
import type { RunFiles } from "../../src/store/runs/run-files.ts";
import { ORDER } from "../support/backups.ts";
import { temporaryFolder } from "../support/store-harness.ts";

const SETTING = "SELECT current_setting('enable_progress_bar') AS is_on";
const OFF = { is_on: false };

/** A backup cannot clear the logs of changes that its copy does not have. */
const WITHOUT_LOGS = "INSERT INTO directory VALUES (1, 1); DROP TABLE change_log";

it("a backup that fails leaves its connection without a watch of the progress", async () => {
  const database = await Database.over(await DuckDBInstance.create(":memory:"));
  onTestFinished(() => database.close());
  await database.transaction((writer) => createTables(writer));
  await database.write((writer) => writer.run(WITHOUT_LOGS));
  const folder = temporaryFolder();
  const files = { files: [], bytes: 0, keeping: <T>(work: () => T) => work() } as unknown as RunFiles;
  const backups = new DuckDbBackups(database, files, folder);
  await expect(backups.write(join(folder, "backup"), ORDER)).rejects.toThrow(/change_log/);
  expect(await database.read((reader) => reader.row(SETTING))).toEqual(OFF);
});

it("an error of the progress callback interrupts the statement, and is thrown", async () => {
  const database = await Database.over(await DuckDBInstance.create(":memory:"));
  onTestFinished(() => database.close());
  const full = new Error("no space left on device");
  const told = () => {
    throw full;
  };
  const endless = "SELECT count(*) FROM range(1000000000000)";
  await database.read(async (reader) => {
    await expect(reader.watchProgress(told, () => reader.run(endless))).rejects.toBe(full);
    expect(await reader.row(SETTING)).toEqual(OFF);
  });
});
