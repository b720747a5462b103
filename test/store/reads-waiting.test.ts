import { expect, it } from "vitest";
import { READS_WAITING_MAX } from "../../src/domain/limits.ts";
import { Database } from "../../src/store/duckdb/database.ts";
import { DuckDBInstance } from "../../src/store/duckdb/duckdb-api.ts";

it(`${READS_WAITING_MAX} reads wait for a connection, and one more is refused`, async () => {
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
  // As many as there are connections.
  const running: Promise<void>[] = [];
  for (let index = 0; readers.length === index; index++) {
    running.push(read(index));
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const first = running.length;
  const waiting = Array.from({ length: READS_WAITING_MAX - 1 }, (_, index) => read(first + index));
  await expect(read(-1)).rejects.toMatchObject({
    kind: "unavailable",
    message: "too many requests are waiting for the data; try again later",
  });
  letGo();
  await Promise.all([...running, ...waiting]);
  expect(readers).toEqual(Array.from({ length: first + waiting.length }, (_, index) => index));
  await database.close();
});
