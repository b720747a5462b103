import { expect, it } from "vitest";
import { BREAKING, SPOILED_ONCE } from "../support/analysis-stand-in.ts";
import { isAlive, Served } from "../support/served-sql.ts";

const ONE = "one\n1\n";
const refused = {
  kind: "invalid",
  issues: [
    {
      path: "query",
      message: "DuckDB failed: INTERNAL Error: Attempted to access index 3 within vector of size 3",
    },
  ],
};
const again = { kind: "unavailable", message: "the query process has ended; try again" };

it.each([
  ["a query on which DuckDB itself fails gets an error that says so", BREAKING, refused],
  ["a query that finds DuckDB broken by something else is to be sent again", SPOILED_ONCE, again],
])("%s, and the process is replaced", async (_, query, error) => {
  const served = new Served();
  await served.text("SELECT 1");
  const pid = served.pid();
  await expect(served.text(query)).rejects.toMatchObject(error);
  expect(await served.text("SELECT 1 AS one")).toBe(ONE);
  expect(served.pid()).not.toBe(pid);
  expect(isAlive(pid)).toBe(false);
  expect(served.passing()).toEqual([]);
});

it("queries that run beside it are to be sent again", async () => {
  const served = new Served();
  await served.text("SELECT 1");
  const slow = served.text("SELECT sleep_ms(60000)").catch((error: unknown) => error);
  await served.hasTakenIn(2);
  await expect(served.text(BREAKING)).rejects.toMatchObject(refused);
  expect(await slow).toMatchObject(again);
  expect(await served.text("SELECT 1 AS one")).toBe(ONE);
});

it("queries that come while it fails, again and again, are answered in the end", async () => {
  const served = new Served();
  const breaking = Array.from({ length: 4 }, () => served.textInTime(BREAKING));
  const others = Array.from({ length: 4 }, () => served.textInTime("SELECT 1 AS one"));
  for (const each of await Promise.allSettled(breaking))
    expect(each).toMatchObject({ status: "rejected", reason: refused });
  expect(await Promise.all(others)).toEqual([ONE, ONE, ONE, ONE]);
});
