import { expect, it } from "vitest";
import { BREAKING } from "../support/analysis-stand-in.ts";
import { isAlive, Served } from "../support/served-sql.ts";

const ONE = "one\n1\n";
const ended = {
  kind: "unavailable",
  message:
    "the query process has ended; DuckDB failed: INTERNAL Error: Attempted to access index 3 within vector of size 3",
};

it("a query on which DuckDB itself fails, and those beside it, are told so, and the process is replaced", async () => {
  const served = new Served();
  await served.text("SELECT 1");
  const pid = served.pid();
  const slow = served.text("SELECT sleep_ms(60000)").catch((error: unknown) => error);
  await served.hasTakenIn(2);
  await expect(served.text(BREAKING)).rejects.toMatchObject(ended);
  expect(await slow).toMatchObject(ended);
  expect(await served.text("SELECT 1 AS one")).toBe(ONE);
  expect(served.pid()).not.toBe(pid);
  expect(isAlive(pid)).toBe(false);
  expect(served.passing()).toEqual([]);
});

it("queries that come while it fails, again and again, are answered in the end", async () => {
  const served = new Served();
  const breaking = Array.from({ length: 4 }, () => served.text(BREAKING));
  const others = Array.from({ length: 4 }, () => served.textInTime("SELECT 1 AS one"));
  for (const each of await Promise.allSettled(breaking))
    expect(each).toMatchObject({ status: "rejected", reason: { kind: "unavailable" } });
  expect(await Promise.all(others)).toEqual([ONE, ONE, ONE, ONE]);
});
