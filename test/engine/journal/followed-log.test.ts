import { describe, expect, it } from "vitest";
import { FollowedLog } from "../../../src/engine/journal/followed-log.ts";
import { NO_TELEMETRY } from "../../../src/engine/telemetry.ts";
import { MemoryLog } from "../../support/memory-shared-log.ts";

/** Makes a change that is in conflict a number of times first. @returns how often it was decided, and its result */
async function changeAfter(conflicts: number) {
  const log = new MemoryLog(() => 0).connect();
  const options = { telemetry: NO_TELEMETRY, elapsed: { now: () => 0 }, onFailure: () => {}, format: 1 };
  const followed = new FollowedLog(log, log.start, async () => {}, options);
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

  it("is refused in the end, and says that nothing has been changed", async () => {
    const { decided, result } = await changeAfter(5);
    expect(decided).toBe(5);
    expect(result).toMatchObject({
      kind: "unavailable",
      message: expect.stringContaining("nothing has been changed"),
    });
  });
});
