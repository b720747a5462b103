import { describe, expect, it, onTestFinished } from "vitest";
import { HeadcountError } from "../../src/domain/errors.ts";
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

/** Waits until the process exists, in any phase. */
async function appeared(served: Served): Promise<void> {
  await until(() => served.sql.processId() !== null);
}

/** How queries ended: each must have the right answer, or say in words for its author that it has none. */
async function outcomes(queries: readonly Promise<string>[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const each of await Promise.allSettled(queries)) {
    if (each.status === "fulfilled") expect(each.value).toBe(ONE);
    else {
      expect(each.reason).toBeInstanceOf(HeadcountError);
      expect(["unavailable", "invalid"]).toContain(each.reason.kind);
      expect(String(each.reason)).not.toMatch(/lock/i);
    }
    const outcome = each.status === "fulfilled" ? "answered" : String(each.reason.kind);
    counts[outcome] = (counts[outcome] ?? 0) + 1;
  }
  return counts;
}

const many = (served: Served, query = "SELECT 1 AS one") =>
  Array.from({ length: AT_ONCE }, () => served.text(query));

describe(`a death under ${AT_ONCE} queries at once is survived`, { timeout: 60_000 }, () => {
  it("while the process starts", async () => {
    const served = new Served({ entry: REAL, waitingMax: AT_ONCE });
    const queries = many(served);
    await appeared(served);
    const pid = kill(served);
    expect(await outcomes(queries)).toEqual({ answered: AT_ONCE });
    expect(isAlive(pid ?? 0)).toBe(false);
  });

  it("while it is given data", async () => {
    const served = new Served({ entry: REAL, waitingMax: AT_ONCE });
    await served.text("SELECT 1");
    served.duringExport = async () => {
      served.duringExport = async () => {};
      kill(served);
    };
    expect(await outcomes(many(served))).toEqual({ answered: AT_ONCE });
  });

  it("while queries run: they run once more", async () => {
    const served = new Served({ entry: REAL, waitingMax: AT_ONCE });
    await served.text("SELECT 1");
    const queries = many(served, "SELECT 1 AS one WHERE sleep_ms(100) IS NULL");
    await served.hasTakenIn(2);
    kill(served);
    expect(await outcomes(queries)).toEqual({ answered: AT_ONCE });
  });

  it("while it stops", async () => {
    const served = new Served({ entry: REAL, waitingMax: AT_ONCE, idleMsMax: 1 });
    await served.text("SELECT 1");
    const pid = served.pid();
    await moment(2);
    const queries = many(served);
    kill(served);
    expect(await outcomes(queries)).toEqual({ answered: AT_ONCE });
    expect(isAlive(pid)).toBe(false);
  });

  it(`at any moment (seeds ${SEEDS})`, { timeout: KILLS * 20_000 }, async () => {
    const served = new Served({ entry: REAL, waitingMax: AT_ONCE, idleMsMax: 5 });
    const below = numbersOfSeeds();
    let answered = 0;
    for (let killed = 0; killed < KILLS; ) {
      const queries = many(served, "SELECT 1 AS one WHERE sleep_ms(40) IS NULL");
      await moment(below(700));
      const pid = kill(served);
      if (pid !== null) killed++;
      answered += (await outcomes(queries)).answered ?? 0;
      expect(await served.text("SELECT 1 AS one")).toBe(ONE);
      if (pid !== null) expect(isAlive(pid)).toBe(false);
    }
    expect(answered).toBeGreaterThan(0);
  });
});

describe("a query that ends its process", { timeout: 60_000 }, () => {
  const memory = { kind: "invalid", message: expect.stringContaining("more than 64 MB of memory") };

  it("is rejected with the cause if it takes too much memory, and is not run again", async () => {
    const served = new Served();
    await expect(served.text(GREEDY)).rejects.toMatchObject(memory);
    expect(served.updates).toHaveLength(1);
    expect(await served.text("SELECT 1 AS one")).toBe(ONE);
    // The second process has been given all data, too.
    expect(served.updates.map(({ lastEventId }) => lastEventId)).toEqual([0, 0]);
    expect(served.passing()).toEqual([]);
  });

  it("takes others down once at most: they run once more, and it runs alone from then on", async () => {
    const served = new Served();
    await served.text("SELECT 1");
    const beside = "SELECT 1 AS one WHERE sleep_ms(700) IS NULL";
    const [greedy, other] = await Promise.allSettled([served.text(GREEDY), served.text(beside)]);
    expect(greedy).toMatchObject({ status: "rejected", reason: memory });
    expect(other).toMatchObject({ status: "fulfilled", value: ONE });
    const pid = await served.text("SELECT 1").then(() => served.pid());
    const before = served.text(beside).then((text) => ({ text, pid: served.pid() }));
    await expect(served.text(GREEDY)).rejects.toMatchObject(memory);
    expect(await before).toEqual({ text: ONE, pid });
  });

  it("is rejected with the cause if its process ends again while it runs alone", async () => {
    const served = new Served();
    await served.text("SELECT 1");
    const running = served.text(SLEEPING).catch((error: unknown) => error);
    for (const updates of [2, 3]) {
      await served.hasTakenIn(updates);
      kill(served);
    }
    expect(await running).toMatchObject({
      kind: "invalid",
      message: expect.stringContaining("it ended the process that ran it"),
    });
    expect(await served.text("SELECT 1 AS one")).toBe(ONE);
  });
});

it("close() ends a process that is starting", async () => {
  const served = new Served();
  const query = served.text("SELECT 1").catch((error: unknown) => error);
  await appeared(served);
  const pid = served.pid();
  await served.sql.close();
  expect(isAlive(pid)).toBe(false);
  expect(await query).toMatchObject({ kind: "unavailable" });
  onTestFinished(() => expect(served.sql.processId()).toBeNull());
});
