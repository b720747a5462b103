import { describe, expect, it } from "vitest";
import { FollowedLog } from "../../../src/engine/journal/followed-log.ts";
import { NO_TELEMETRY } from "../../../src/engine/telemetry.ts";
import { MemoryLog } from "../../support/memory-shared-log.ts";
import { until } from "../../support/waiting.ts";

const OPTIONS = { telemetry: NO_TELEMETRY, elapsed: { now: () => 0 }, onFailure: () => {}, format: 1 };

/** Makes a change that is in conflict a number of times first. @returns how often it was decided, and its result */
async function changeAfter(conflicts: number) {
  const log = new MemoryLog(() => 0).connect();
  const followed = new FollowedLog(log, log.start, async () => {}, OPTIONS);
  let decided = 0;
  const result = await followed
    .transact(async () => (++decided > conflicts ? { decided: "made" } : null))
    .catch((error: unknown) => error);
  return { decided, result, counted: followed.conflicts };
}

describe("a change of a log that is followed", () => {
  it("is decided again after a conflict, also if the lock on the log was lost", async () => {
    for (const conflicts of [0, 1, 2, 3, 4])
      expect(await changeAfter(conflicts)).toEqual({
        decided: conflicts + 1,
        result: "made",
        counted: conflicts,
      });
  });

  it("keeps the lock for changes that follow at once, and no longer than 25 ms", async () => {
    let now = 0;
    const log = new MemoryLog(() => 0).connect();
    const held: string[] = [];
    const lock = async () => {
      const unlock = await log.lock();
      held.push("locked");
      return async () => {
        held.push("unlocked");
        await unlock();
      };
    };
    const options = { ...OPTIONS, elapsed: { now: () => now } };
    const followed = new FollowedLog({ ...log, lock }, log.start, async () => {}, options);
    let tries = 0;
    await followed.transact(async () => (++tries > 1 ? { decided: "after a conflict" } : null));
    const change = (ms: number) =>
      followed.transact(async () => {
        now += ms;
        return { decided: held.length };
      });
    expect([await change(10), await change(20), await change(1)]).toEqual([1, 1, 3]);
    await until(() => held.length > 3);
    expect(held).toEqual(["locked", "unlocked", "locked", "unlocked"]);
  });

  it("keeps the lock while it is decided, however long", async () => {
    const log = new MemoryLog(() => 0).connect();
    const kept: string[] = [];
    const keepLock = () => {
      kept.push("begun");
      return () => void kept.push("ended");
    };
    const followed = new FollowedLog({ ...log, keepLock }, log.start, async () => {}, OPTIONS);
    let tries = 0;
    await followed.transact(async () => {
      if (++tries === 1) return null;
      return { decided: [...kept] };
    });
    expect([tries, kept]).toEqual([2, ["begun", "ended"]]);
  });

  it("is refused in the end, and says that nothing has been changed", async () => {
    const { decided, result } = await changeAfter(5);
    expect(decided).toBe(5);
    expect(result).toMatchObject({
      kind: "unavailable",
      message: expect.stringContaining("nothing has been changed"),
    });
  });
});
