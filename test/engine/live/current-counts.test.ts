import { describe, expect, it, vi } from "vitest";
import { spaceCountAt } from "../../../src/engine/counts/count-queries.ts";
import { reportsOf } from "../../../src/engine/ingest/admission.ts";
import { ingestReports } from "../../../src/engine/ingest/ingest-queue.ts";
import { LIVE_CHANGES_MAX, LiveCounts } from "../../../src/engine/live/live-counts.ts";
import { LiveCount } from "../../../src/series/live-count.ts";
import { observeCommits } from "../../support/commits.ts";
import { at, send, site } from "../../support/notified-site.ts";
import { numbersFrom } from "../../support/random.ts";

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

it("events in any order within an hour change counts without a look into the runs", async () => {
  const { store, context, hall } = await site();
  const runs = vi.spyOn(store.events, "runs");
  const random = numbersFrom(7);
  let sum = 0;
  for (let batch = 0; batch < 20; batch++) {
    const rows = Array.from({ length: 200 }, () => {
      const timestamp = new Date(at("11:00:00") + random(3_600_000)).toISOString();
      return { sensor_serial_number: "a", timestamp, trajectory: 1 };
    });
    sum += (await ingestReports(context, rows)).accepted;
  }
  expect(runs).not.toHaveBeenCalled();
  expect(await spaceCountAt(context, hall.id, null)).toBe(sum);
});

it("all counts together keep a limited number of changes", async () => {
  const { store, context } = await site();
  const counts = new LiveCounts(context.catalog, store.events);
  counts.follow(at("12:00:00"));
  const schedules = [{ from: -Infinity, to: Infinity, timeZone: "UTC", dailyReset: null }];
  const put = (id: bigint, changes: number) => {
    const count = new LiveCount({ schedules, instant: at("11:00:00"), count: 0, lastReset: -Infinity });
    for (let i = 0; i < changes; i++) count.add(at("11:00:00") + Math.floor(i / 2), 1);
    count.advance(at("12:00:00"));
    counts.replace(id, count);
  };
  const kept = () => [...counts.all()].map(([, { length }]) => length);
  put(1n, LIVE_CHANGES_MAX - 1_000);
  put(2n, 1_000);
  expect(kept()).toEqual([LIVE_CHANGES_MAX - 1_000, 1_000]);
  put(3n, 1_001);
  put(1n, LIVE_CHANGES_MAX - 1_000);
  const [first = 0, ...others] = kept();
  expect(others).toEqual([1_000, 1_001]);
  expect(first).toBeLessThan(LIVE_CHANGES_MAX / 3 + 100);
  expect(counts.of(1n)?.at(at("12:00:00"))).toBe(LIVE_CHANGES_MAX - 1_000);
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
