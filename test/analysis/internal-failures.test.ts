import { expect, it } from "vitest";
import { BREAKING, SPOILED_ONCE } from "../support/analysis-stand-in.ts";
import { isAlive, Served } from "../support/served-sql.ts";

const ONE = "one\n1\n";
const SLOW = "SELECT 1 AS one WHERE sleep_ms(700) IS NULL";
const refused = {
  kind: "invalid",
  issues: [
    {
      path: "query",
      message:
        "DuckDB itself fails on it: INTERNAL Error: Attempted to access index 3 within vector of size 3",
    },
  ],
};

it.each([
  ["a query on which DuckDB itself fails gets an error that says so", BREAKING],
  ["a query that finds DuckDB broken by something else runs once more", SPOILED_ONCE],
])("%s, and the process is replaced", async (_, query) => {
  const served = new Served();
  await served.text("SELECT 1");
  const pid = served.pid();
  const answer = served.text(query);
  if (query === BREAKING) await expect(answer).rejects.toMatchObject(refused);
  else expect(await answer).toBe(ONE);
  expect(await served.text("SELECT 1 AS one")).toBe(ONE);
  expect(served.pid()).not.toBe(pid);
  expect(isAlive(pid)).toBe(false);
  expect(served.passing()).toEqual([]);
});

it("queries that run beside it run once more", async () => {
  const served = new Served();
  await served.text("SELECT 1");
  const slow = served.text(SLOW);
  await served.hasTakenIn(2);
  await expect(served.text(BREAKING)).rejects.toMatchObject(refused);
  expect(await slow).toBe(ONE);
  // The second process had to be given data, for the query that ran once more.
  expect(served.updates.filter(({ lastEventId }) => lastEventId === 0)).toHaveLength(2);
});

it("queries that come while it fails, again and again, are answered", async () => {
  const served = new Served();
  const breaking = Array.from({ length: 4 }, () => served.text(BREAKING));
  const others = Array.from({ length: 4 }, () => served.text("SELECT 1 AS one"));
  for (const each of await Promise.allSettled(breaking))
    expect(each).toMatchObject({ status: "rejected", reason: refused });
  expect(await Promise.all(others)).toEqual([ONE, ONE, ONE, ONE]);
});
