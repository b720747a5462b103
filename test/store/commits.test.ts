import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { expect, it, onTestFinished, vi } from "vitest";
import { DATABASE_FILE } from "../../src/domain/data-directory.ts";
import { Database } from "../../src/duckdb/database.ts";
import { statement } from "../../src/duckdb/statements.ts";
import { CommitRecorder, readChangeLog } from "../../src/store/duckdb/commits.ts";
import { createTables } from "../../src/store/duckdb/schema.ts";
import { temporaryFolder } from "../support/store-harness.ts";

it("a log of changes that has begun goes on, even if the commits of the one before could not be removed", async () => {
  const folder = temporaryFolder();
  const database = await Database.over(await DuckDBInstance.create(join(folder, DATABASE_FILE)));
  onTestFinished(() => database.close());
  await database.transaction((writer) => createTables(writer));
  const recorder = new CommitRecorder(folder, Infinity, () => {});
  onTestFinished(() => recorder.close());
  await database.write(async (writer) => {
    await recorder.begin(await readChangeLog(writer));
    const commit = () => recorder.commit(writer, async () => {}, false);
    await commit();
    await recorder.checkpoint(writer);
    const run = vi.spyOn(writer, "run");
    const { run: runs } = Object.getPrototypeOf(writer);
    run.mockImplementation((sql, ...values) =>
      sql === statement("database/remove-counted-commits")
        ? Promise.reject(new Error("disk full"))
        : runs.call(writer, sql, ...values),
    );
    await expect(commit()).rejects.toThrow("disk full");
    run.mockRestore();
    await commit();
    await commit();
    expect(await readChangeLog(writer)).toMatchObject({ log: 2n, commits: 2n, is_continuous: true });
  });
});
