import { describe, expect, it } from "vitest";
import { SQL_QUERIES_MAX } from "../../src/analysis/process/served-sql.ts";
import { HeadcountError } from "../../src/domain/errors.ts";
import { BREAKING } from "../support/analysis-stand-in.ts";
import { casesOf, numbersOfSeeds, SEEDS } from "../support/random.ts";
import { GREEDY, isAlive, REAL, Served, SLEEPING } from "../support/served-sql.ts";
import { moment, until } from "../support/waiting.ts";

/** How many times the process is killed at random moments. */
const KILLS = casesOf(3);
const AT_ONCE = 20;
const ONE = "one\n1\n";

/** Kills the process that there is, as the system does if memory runs out; gives back its id. */
function kill(served: Served): number | null {
  const pid = served.sql.processId();
  if (pid !== null) process.kill(pid, "SIGKILL");
  return pid;
}

/** How many of some queries were answered. Each must have the right answer, or an error after which it can be sent again. */
async function answered(queries: readonly Promise<string>[]): Promise<number> {
  const outcomes = await Promise.allSettled(queries);
  for (const each of outcomes) {
    if (each.status === "fulfilled") expect(each.value).toBe(ONE);
    else {
      expect(each.reason).toBeInstanceOf(HeadcountError);
      expect(each.reason.kind).toBe("unavailable");
      expect(String(each.reason)).not.toMatch(/lock/i);
    }
  }
  return outcomes.filter(({ status }) => status === "fulfilled").length;
}

const many = (served: Served, query = "SELECT 1 AS one") =>
  Array.from({ length: AT_ONCE }, () => served.text(query));

describe(`a death under ${AT_ONCE} queries at once is survived`, () => {
  it.each(["while the process starts", "while it is given data", "while queries run", "while it stops"])(
    "%s: only the queries that it ran are to be sent again",
    async (when) => {
      const isStopping = when === "while it stops";
      const served = new Served({ entry: REAL, waitingMax: AT_ONCE, ...(isStopping && { idleMsMax: 1 }) });
      if (when !== "while the process starts") await served.text("SELECT 1");
      if (isStopping) await moment(2);
      if (when === "while it is given data")
        served.duringExport = async () => {
          served.duringExport = async () => {};
          kill(served);
        };
      const queries = many(served, "SELECT 1 AS one WHERE (SELECT count(*) FROM range(30000000)) > 0");
      if (when === "while the process starts") await until(() => served.sql.processId() !== null);
      if (when === "while queries run") await served.hasTakenIn(2);
      const pid = when === "while it is given data" ? null : kill(served);
      expect(await answered(queries)).toBeGreaterThanOrEqual(AT_ONCE - SQL_QUERIES_MAX);
      if (pid !== null) expect(isAlive(pid)).toBe(false);
    },
  );

  it(`at any moment (seeds ${SEEDS})`, async () => {
    const served = new Served({ entry: REAL, waitingMax: AT_ONCE, idleMsMax: 5 });
    const below = numbersOfSeeds();
    let inAll = 0;
    for (let killed = 0; killed < KILLS; ) {
      const queries = many(served, "SELECT 1 AS one WHERE (SELECT count(*) FROM range(10000000)) > 0");
      await moment(below(700));
      const pid = kill(served);
      if (pid !== null) killed++;
      inAll += await answered(queries);
      expect(await served.textInTime("SELECT 1 AS one")).toBe(ONE);
      if (pid !== null) expect(isAlive(pid)).toBe(false);
    }
    expect(inAll).toBeGreaterThan(0);
  });
});

describe("queries whose process ends", () => {
  it.each<[string, (served: Served) => Promise<unknown> | number | null, RegExp]>([
    ["took too much memory", (served) => served.text(GREEDY), /; its queries needed more than \d+ bytes/],
    [
      "failed in DuckDB itself",
      (served) => served.text(BREAKING),
      /; DuckDB failed: INTERNAL Error: Attempted/,
    ],
    ["was killed", (served) => kill(served), /; try again$/],
  ])("are rejected with the reason that it %s, and can be sent again", async (_, end, message) => {
    const served = new Served();
    await served.text("SELECT 1");
    const pid = served.pid();
    const beside = served.text(SLEEPING).catch((error: unknown) => error);
    await served.hasTakenIn(2);
    const reason = { kind: "unavailable", message: expect.stringMatching(message) };
    const ended = end(served);
    if (ended instanceof Promise) await expect(ended).rejects.toMatchObject(reason);
    expect(await beside).toMatchObject(reason);
    expect(await served.text("SELECT 1 AS one")).toBe(ONE);
    expect(served.pid()).not.toBe(pid);
    expect(isAlive(pid)).toBe(false);
    expect(served.passing()).toEqual([]);
  });
});
