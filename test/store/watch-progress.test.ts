import { expect, it } from "vitest";
import { Connection } from "../../src/store/duckdb/database.ts";
import { DuckDBInstance } from "../../src/store/duckdb/duckdb-api.ts";
import { watchProgress } from "../../src/store/duckdb/watch-progress.ts";

it("an error of the watched statement is thrown as it is, within a transaction, too", async () => {
  const instance = await DuckDBInstance.create(":memory:");
  const connection = new Connection(await instance.connect());
  const failing = () => connection.run("SELECT error('the file is damaged')");
  await expect(watchProgress(connection, () => {}, failing)).rejects.toThrow("the file is damaged");
  await expect(connection.transaction(() => watchProgress(connection, () => {}, failing))).rejects.toThrow(
    "the file is damaged",
  );
  expect(await connection.run("SELECT 1")).toBe(0);
  connection.close();
  instance.closeSync();
});
