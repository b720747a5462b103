import { DuckDBInstance } from "@duckdb/node-api";
import { describe, expect, it, vi } from "vitest";
import { READS_WAITING_MAX } from "../../src/domain/limits.ts";
import { Database } from "../../src/duckdb/database.ts";

it(`${READS_WAITING_MAX} reads wait for a connection, and one more is rejected`, async () => {
  const database = await Database.over(await DuckDBInstance.create(":memory:"));
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const readers: number[] = [];
  const read = (index: number) =>
    database.read(async () => {
      readers.push(index);
      await held;
    });
  const accepted: Promise<void>[] = [];
  let refusal: unknown = null;
  while (refusal === null) {
    const one = read(accepted.length);
    const refused = one.then(() => null).catch((error: unknown) => error);
    refusal = await Promise.race([refused, new Promise((resolve) => setImmediate(resolve, null))]);
    if (refusal === null) accepted.push(one);
  }
  expect(refusal).toMatchObject({
    kind: "unavailable",
    message: "too many requests are waiting for the data; try again later",
  });
  // The others run, on as many connections as there are.
  await expect.poll(() => accepted.length - readers.length).toBe(READS_WAITING_MAX);
  const first = readers.length;
  letGo();
  await Promise.all(accepted);
  // Connections that open at the same time may do so in any order; reads that wait go in order.
  const inOrder = [...readers.slice(0, first).sort((a, b) => a - b), ...readers.slice(first)];
  expect(inOrder).toEqual([...accepted.keys()]);
  await database.close();
});

describe("a connection that cannot be opened", () => {
  /** A database whose further connections wait for `fail`, and then cannot be opened. */
  async function failingDatabase() {
    const instance = await DuckDBInstance.create(":memory:");
    const database = await Database.over(instance);
    let fail = () => {};
    const failing = new Promise<never>((_, reject) => {
      fail = () => reject(new Error("no connection"));
    });
    vi.spyOn(instance, "connect").mockImplementation(() => failing);
    return { database, fail };
  }

  it("while the database is being closed does not keep it open", async () => {
    const { database, fail } = await failingDatabase();
    const read = expect(database.read(async () => {})).rejects.toThrow("no connection");
    const closing = database.close();
    fail();
    await read;
    await closing;
  });

  it("is the error of the reads that wait for one, too", async () => {
    const { database, fail } = await failingDatabase();
    const reads = Array.from({ length: 20 }, () =>
      expect(database.read(async () => {})).rejects.toThrow("no connection"),
    );
    fail();
    await Promise.all(reads);
    await database.close();
  });
});
