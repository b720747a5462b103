import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { HOUR_MS, MINUTE_MS } from "../../src/domain/instant.ts";
import { LiveCount, REMEMBERED_CHANGES } from "../../src/series/live-count.ts";
import { checkProperty } from "../support/random.ts";

const DAY = Date.UTC(2024, 4, 6);
const SCHEDULES = [{ from: -Infinity, to: Infinity, timeZone: "UTC", dailyReset: "04:00" }] as const;
const NEVER = [{ from: -Infinity, to: Infinity, timeZone: "UTC", dailyReset: null }] as const;

/** A count that begins at 0. */
function emptyAtFirst(hasResets: boolean): LiveCount {
  const schedules = hasResets ? SCHEDULES : NEVER;
  return new LiveCount({ schedules, instant: DAY, count: 0, lastReset: -Infinity });
}

interface Event {
  readonly instant: number;
  readonly direction: 1 | -1;
}

/** The count at an instant, from all events in their order of arrival: as D6 and D7 say it, and no faster. */
function modelCount(events: readonly Event[], hasResets: boolean, instant: number): number {
  const resets = hasResets ? [-1, 0, 1, 2].map((day) => DAY + day * 24 * HOUR_MS + 4 * HOUR_MS) : [];
  const changes = [
    ...resets.map((at) => ({ instant: at, rank: 0, direction: 0 })),
    ...events.map((event) => ({ ...event, rank: 1 })),
  ]
    .filter((change) => change.instant <= instant)
    .sort((a, b) => a.instant - b.instant || a.rank - b.rank);
  return changes.reduce((count, { rank, direction }) => (rank === 0 ? 0 : Math.max(0, count + direction)), 0);
}

const event = fc.record({
  // Around a reset, in steps that make many events share an instant with each other or with it.
  instant: fc.integer({ min: 0, max: 50 }).map((step) => DAY + 3 * HOUR_MS + step * 5 * MINUTE_MS),
  direction: fc.constantFrom(1 as const, 1 as const, -1 as const),
});

describe("a live count", () => {
  it("D8: resets at the first daily reset of a later schedule, however long it begins after the count", () => {
    const begins = DAY + 10 * 24 * HOUR_MS;
    const schedules = [
      { from: -Infinity, to: begins, timeZone: "UTC", dailyReset: null },
      { from: begins, to: Infinity, timeZone: "UTC", dailyReset: "04:00" },
    ];
    const count = new LiveCount({ schedules, instant: DAY, count: 3, lastReset: -Infinity });
    expect(count.at(begins + 4 * HOUR_MS - 1)).toBe(3);
    expect(count.at(begins + 4 * HOUR_MS)).toBe(0);
  });

  it("and its copies do not change each other", async () => {
    const step = fc.record({
      target: fc.nat(20),
      event,
      minutes: fc.nat(90),
      isCopied: fc.boolean(),
      isRead: fc.boolean(),
    });
    await checkProperty(
      fc.property(fc.array(step, { maxLength: 80 }), fc.boolean(), (steps, hasResets) => {
        const first = emptyAtFirst(hasResets);
        const all = [{ live: first, events: [] as readonly Event[], now: DAY }];
        for (const { target, event: added, minutes, isCopied, isRead } of steps) {
          const chosen = all[target % all.length] as (typeof all)[number];
          if (isCopied) all.push({ ...chosen, live: chosen.live.copy() });
          chosen.now += minutes * MINUTE_MS;
          chosen.live.add(added.instant, added.direction);
          chosen.events = [...chosen.events, added];
          // What is not read in between gets its place together with what follows.
          if (!isRead) continue;
          for (const { live, events, now } of all)
            expect(live.at(now)).toBe(modelCount(events, hasResets, now));
        }
        const end = DAY + 24 * HOUR_MS;
        for (const { live, events } of all) expect(live.at(end)).toBe(modelCount(events, hasResets, end));
      }),
    );
  });

  it("equals the count of the whole history, in any order of arrival (D3, D6, D7)", async () => {
    await checkProperty(
      fc.property(
        fc.array(fc.tuple(event, fc.nat(3), fc.nat(9)), { maxLength: 120, size: "max" }),
        fc.boolean(),
        (arrivals, hasResets) => {
          const live = emptyAtFirst(hasResets);
          const events: Event[] = [];
          let now = DAY;
          let readAt = -Infinity;
          for (const [arrived, steps, unread] of arrivals) {
            now += (steps * 4 * MINUTE_MS) / (unread + 1);
            const isLater = ({ instant }: Pick<Event, "instant">) =>
              instant > arrived.instant && instant <= readAt;
            const isLate = events.some(isLater) || (hasResets && isLater({ instant: DAY + 4 * HOUR_MS }));
            expect(live.add(arrived.instant, arrived.direction)).toBe(isLate ? "late" : "head");
            events.push(arrived);
            // Several events get their places together.
            if (unread > 0) continue;
            readAt = now;
            expect(live.at(now)).toBe(modelCount(events, hasResets, now));
            expect(live.countAt(arrived.instant, now)).toBe(modelCount(events, hasResets, arrived.instant));
            const earlier = Math.min(now, arrived.instant);
            expect(live.countAt(earlier, now)).toBe(modelCount(events, hasResets, earlier));
          }
          expect(live.at(DAY + 48 * HOUR_MS)).toBe(modelCount(events, hasResets, DAY + 48 * HOUR_MS));
        },
      ),
      { numRuns: 500 },
    );
  });

  it("changes when a future event or daily reset is due (D3, D8)", () => {
    const live = new LiveCount({ schedules: SCHEDULES, instant: DAY, count: 3, lastReset: -Infinity });
    live.add(DAY + HOUR_MS, 1);
    expect(live.at(DAY)).toBe(3);
    expect(live.at(DAY + HOUR_MS)).toBe(4);
    expect(live.endsInReset).toBeNull();
    expect(live.at(DAY + 4 * HOUR_MS)).toBe(0);
    expect(live.endsInReset).toBe(DAY + 4 * HOUR_MS);
  });

  it("distinguishes events at the head of history from late and lost ones", () => {
    const live = emptyAtFirst(false);
    expect(live.add(DAY + 2, 1)).toBe("head");
    expect(live.add(DAY + 9, 1)).toBe("head");
    expect(live.at(DAY + 5)).toBe(1);
    expect(live.add(DAY + 4, 1)).toBe("head");
    expect(live.add(DAY + 1, 1)).toBe("late");
    expect(live.add(DAY - 1, 1)).toBe("lost");
    expect(live.countAt(DAY - 1, DAY + 5)).toBeNull();
    const reset = new LiveCount({ schedules: NEVER, instant: DAY, count: 5, lastReset: DAY });
    expect(reset.add(DAY - 1, 1)).toBe("late");
    expect(reset.at(DAY)).toBe(5);
    expect(reset.endsInReset).toBe(DAY);
  });

  it("drops old changes, and keeps the count and the last ones", () => {
    const live = emptyAtFirst(false);
    const total = 4 * REMEMBERED_CHANGES;
    for (let i = 1; i <= total; i++) {
      live.add(DAY + i, 1);
      expect(live.at(DAY + i)).toBe(i);
      live.dropOld(live.start, REMEMBERED_CHANGES);
    }
    expect(live.countAt(DAY + 1, DAY + total)).toBeNull();
    expect(live.add(DAY + 1, 1)).toBe("lost");
    const known = total - REMEMBERED_CHANGES + 1;
    expect(live.countAt(DAY + known, DAY + total)).toBe(known);
    expect(live.add(DAY + known, -1)).toBe("late");
    expect(live.at(DAY + total)).toBe(total - 1);
  });

  it("drops old changes that came the latest first, also if no count is asked for", () => {
    const live = emptyAtFirst(false);
    const total = 8 * REMEMBERED_CHANGES;
    live.advance(DAY + total);
    for (let i = total; i >= 1; i--) live.add(DAY + i, 1);
    expect(live.length).toBe(total);
    live.dropOld(live.start, REMEMBERED_CHANGES);
    expect(live.length).toBeLessThan(2 * REMEMBERED_CHANGES);
    expect(live.at(DAY + total)).toBe(total);
  });

  it("is exact after changes were dropped, for all instants that it still knows", async () => {
    const arrival = fc.record({ late: fc.nat(2 * HOUR_MS), direction: event.map((each) => each.direction) });
    await checkProperty(
      fc.property(
        fc.array(arrival, { minLength: 600, maxLength: 900 }),
        fc.boolean(),
        fc.constantFrom(REMEMBERED_CHANGES, 400, Infinity),
        (arrivals, hasResets, most) => {
          let live = emptyAtFirst(hasResets);
          const events: Event[] = [];
          let now = DAY;
          for (const { late, direction } of arrivals) {
            now += MINUTE_MS;
            live = live.copy();
            const position = live.add(now - late, direction);
            // A caller would compute such a count again.
            if (position === "lost") continue;
            events.push({ instant: now - late, direction });
            live.at(now);
            live.dropOld(now - HOUR_MS, most);
          }
          expect(live.start).toBeGreaterThan(DAY);
          const due = events.filter(({ instant }) => instant >= live.start);
          expect(due.length).toBeGreaterThanOrEqual(Math.min(REMEMBERED_CHANGES, events.length) - 4);
          for (const { instant } of [...due, { instant: now }])
            expect(live.countAt(instant, now)).toBe(modelCount(events, hasResets, instant));
        },
      ),
      { numRuns: 20 },
    );
  });

  it("takes as long for changes in any order as in order", () => {
    let live = emptyAtFirst(false);
    const events = Array.from({ length: 300_000 }, (_, i): Event => {
      return { instant: DAY + ((i * 7_919) % (2 * HOUR_MS)), direction: i % 3 === 0 ? -1 : 1 };
    });
    for (const [i, { instant, direction }] of events.entries()) {
      if (i % 100 === 0) live = live.copy();
      live.add(instant, direction);
      if (i % 1_000 === 0) live.at(DAY + 3 * HOUR_MS);
    }
    expect(live.at(DAY + 3 * HOUR_MS)).toBe(modelCount(events, false, DAY + 3 * HOUR_MS));
  });

  it("keeps the changes of one instant together, however many", () => {
    const live = emptyAtFirst(false);
    const total = 100_000;
    for (let i = 1; i <= total; i++) {
      live.add(DAY + 5, 1);
      if (i % 2 === 0) expect(live.at(DAY + 5)).toBe(i);
      live.dropOld(live.start, REMEMBERED_CHANGES);
    }
    expect(live.add(DAY + 5, -1)).toBe("head");
    expect(live.countAt(DAY + 5, DAY + 9)).toBe(total - 1);
    expect(live.countAt(DAY + 4, DAY + 9)).toBe(0);
  });
});
