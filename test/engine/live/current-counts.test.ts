import { describe, expect, it, vi } from "vitest";
import { spaceCountAt } from "../../../src/engine/counts/count-queries.ts";
import { reportsOf } from "../../../src/engine/ingest/reports.ts";
import { LiveCounts } from "../../../src/engine/live/live-counts.ts";
import { observeCommits } from "../../support/commits.ts";
import { at, send, site } from "../../support/notified-site.ts";

it("a count is as it was if the answer to an event fails", async () => {
  const { context, hall } = await site();
  await send(context, ["11:58:00 1"]);
  const report = { serialNumber: "a", timestamp: at("11:59:00"), trajectory: 1, eventId: null } as const;
  const key = { tokenHash: "t", key: "k", fingerprint: "f", instant: 0, since: 0 };
  const part = { change: context, reports: reportsOf([report]), duplicates: "create", isLive: true } as const;
  const answer = () => {
    throw new Error("no answer");
  };
  await expect(context.ingest.submit({ ...part, request: { key, answer } })).rejects.toThrow("no answer");
  expect(await spaceCountAt(context, hall.id, null)).toBe(1);
  await send(context, ["11:59:30 1"]);
  expect(await spaceCountAt(context, hall.id, null)).toBe(2);
});

it("counts that reach further back can be computed for any number of spaces", async () => {
  const { store, clock, context, hall } = await site();
  vi.spyOn(context.catalog, "find").mockReturnValue(hall);
  const counts = new LiveCounts(context.catalog, store.events);
  const range = { from: clock.now, to: clock.now };
  const ranges = new Map(Array.from({ length: 130_000 }, (_, id) => [BigInt(id), range]));
  expect([...(await counts.compute(ranges, clock.now)).keys()]).toEqual([hall.id]);
});

describe("a count that is read while events are stored", () => {
  /** A hall with one person, and another on the way into the log until `end` is called. */
  async function storing() {
    const { store, clock, context, hall } = await site();
    await send(context, ["11:58:00 1"]);
    let letGo = () => {};
    let sent: Promise<void> | undefined;
    await new Promise<void>((begun) => {
      observeCommits(store, () => {
        begun();
        return new Promise<void>((resolve) => {
          letGo = resolve;
        });
      });
      sent = send(context, ["11:59:00 1"]);
    });
    const end = async () => {
      letGo();
      await sent;
    };
    return { clock, end, read: () => spaceCountAt(context, hall.id, null) };
  }

  it.each([
    ["is answered at once, as it was before them", "12:00:00", 1, 2],
    ["is 0 at once where a reset has fallen due meanwhile (D8)", "13:00:00", 0, 0],
  ])("%s", async (_, now, before, after) => {
    const { clock, end, read } = await storing();
    clock.now = at(now);
    expect(await read()).toBe(before);
    await end();
    expect(await read()).toBe(after);
  });
});
