import { copyFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { expect, it, onTestFinished } from "vitest";
import { Checkpoints } from "../../src/store/duckdb/checkpoints.ts";
import { Connection } from "../../src/store/duckdb/database.ts";
import { temporaryFolder } from "../support/store-harness.ts";

const LOG_BYTES = 100_000;

/** A database with a table, a connection that writes into it, and what has its log written into its file. */
async function opened() {
  const file = join(temporaryFolder(), "a.duckdb");
  const instance = await DuckDBInstance.create(file, { checkpoint_threshold: "1GiB" });
  const writer = new Connection(await instance.connect());
  await writer.run("CREATE TABLE number (value BIGINT)");
  await writer.run("CHECKPOINT");
  const failures: unknown[] = [];
  const connection = new Connection(await instance.connect());
  const checkpoints = new Checkpoints(connection, { path: file, logBytes: LOG_BYTES }, (error) =>
    failures.push(error),
  );
  onTestFinished(async () => {
    await checkpoints.settled();
    checkpoints.close();
    writer.close();
    instance.closeSync();
  });
  const add = (count: number) => writer.run(`INSERT INTO number FROM range(${count})`);
  const logBytes = () => statSync(`${file}.wal`, { throwIfNoEntry: false })?.size ?? 0;
  return { file, writer, connection, checkpoints, failures, add, logBytes };
}

/** How many numbers the file itself has, without its log. */
async function numbersIn(file: string): Promise<number> {
  const copy = join(temporaryFolder(), "copy.duckdb");
  copyFileSync(file, copy);
  const instance = await DuckDBInstance.create(copy, { access_mode: "READ_ONLY" });
  const connection = new Connection(await instance.connect());
  const { numbers } = await connection.row("SELECT count(*) AS numbers FROM number");
  connection.close();
  instance.closeSync();
  return Number(numbers);
}

it("the log of changes is written into the file once it has grown enough, and no sooner", async () => {
  const { file, checkpoints, failures, add, logBytes } = await opened();
  await add(1_000);
  expect(logBytes()).toBeLessThan(LOG_BYTES);
  checkpoints.beginIfDue();
  await checkpoints.settled();
  expect(await numbersIn(file)).toBe(0);
  await add(20_000);
  expect(logBytes()).toBeGreaterThan(LOG_BYTES);
  checkpoints.beginIfDue();
  await checkpoints.settled();
  expect(await numbersIn(file)).toBe(21_000);
  expect(logBytes()).toBeLessThan(LOG_BYTES);
  expect(failures).toEqual([]);
});

it("commits go on while it is written, and what they bring is not lost with it", async () => {
  const { file, writer, checkpoints, failures, add } = await opened();
  await add(2_000_000);
  checkpoints.beginIfDue();
  for (let more = 0; more < 20; more++) await add(10);
  await checkpoints.settled();
  expect(failures).toEqual([]);
  const { numbers } = await writer.row("SELECT count(*) AS numbers FROM number");
  expect(numbers).toBe(2_000_200n);
  await writer.run("CHECKPOINT");
  expect(await numbersIn(file)).toBe(2_000_200);
});

it("a transaction in its way puts it off until after the next commit", async () => {
  const { file, writer, checkpoints, failures, add } = await opened();
  await add(20_000);
  await writer.run("BEGIN");
  await writer.run("UPDATE number SET value = 1 WHERE value = 0");
  checkpoints.beginIfDue();
  await checkpoints.settled();
  expect(await numbersIn(file)).toBe(0);
  await writer.run("COMMIT");
  checkpoints.beginIfDue();
  await checkpoints.settled();
  expect(await numbersIn(file)).toBe(20_000);
  expect(failures).toEqual([]);
});

it("why it could not be written is told, and does not keep the next one from it", async () => {
  const { connection, checkpoints, failures, add } = await opened();
  await add(20_000);
  connection.close();
  checkpoints.beginIfDue();
  await checkpoints.settled();
  checkpoints.beginIfDue();
  await checkpoints.settled();
  expect(failures).toHaveLength(2);
});
