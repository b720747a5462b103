import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { must } from "../../../src/domain/errors.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "../../../src/domain/instant.ts";
import type { PeriodFaults } from "../../../src/simulation/devices/faults.ts";
import { Fleet, linesFor } from "../../../src/simulation/devices/fleet.ts";
import { MessageReader, NO_FAULTS as NONE } from "../../support/played-devices.ts";
import { everyKind } from "../../support/played-site.ts";
import { check } from "../../support/random.ts";

/** An hour before midnight in one zone of the devices and in none of the others. */
const START = Date.UTC(2026, 2, 2, 21, 0);

const KINDS = everyKind();

const passage = fc.record({
  gap: fc.integer({ min: 0, max: 12 * SECOND_MS }),
  isIn: fc.boolean(),
  isSecond: fc.boolean(),
});
const often = (likely: number, unlikely: fc.Arbitrary<number>) =>
  fc.oneof({ weight: 5, arbitrary: fc.constant(likely) }, { weight: 1, arbitrary: unlikely });
const rarely = fc.oneof(
  { weight: 5, arbitrary: fc.constant(false) },
  { weight: 1, arbitrary: fc.constant(true) },
);
const faults: fc.Arbitrary<PeriodFaults> = fc.record({
  powerLoss: fc.constant(null),
  isOffline: rarely,
  isLost: rarely,
  isRetransmitted: rarely,
  copies: often(0, fc.integer({ min: 1, max: 3 })),
  delay: often(0, fc.integer({ min: 1, max: 4 })),
});
const schedule = fc.record({
  // Of the longest, an outage of some has days.
  period: fc.constantFrom(1, 15, 60, 300, 6 * 60 * 60).map((seconds) => seconds * SECOND_MS),
  passages: fc.array(passage, { maxLength: 80 }),
  faults: fc.array(faults, { minLength: 1, maxLength: 20 }),
  losses: fc.uniqueArray(
    fc.record({
      period: fc.nat(19),
      at: fc.double({ min: 0, max: 0.999, noNaN: true }),
      periods: fc.double({ min: 0, max: 2.5, noNaN: true }),
    }),
    { maxLength: 2, selector: ({ period }) => period },
  ),
  /** When the devices set their totals to 0, in minutes after the start; null for never. */
  resetAfter: fc.option(fc.nat(3 * 24 * 60)),
  logsCrossings: fc.boolean(),
  /** How far before the end of their range the counters begin; null at 0. */
  before: fc.option(fc.nat(40)),
});
type Schedule = typeof schedule extends fc.Arbitrary<infer T> ? T : never;

/** A schedule that devices of a kind can send: a report of Brickstream has intervals of one day. */
function asSentBy({ adapter }: (typeof KINDS)[number]["kind"]) {
  const longest = adapter === "brickstream" ? HOUR_MS : Infinity;
  return (given: Schedule): Schedule => ({ ...given, period: Math.min(given.period, longest) });
}

/** The time of day of UTC of the resets of a schedule, in ms; null without any. */
function resetOf({ resetAfter }: Schedule): number | null {
  return resetAfter === null ? null : (START + resetAfter * MINUTE_MS) % DAY_MS;
}

/** How much rarer people are where log periods are long. */
function scaleOf({ period }: Schedule): number {
  return Math.max(1, Math.floor(period / MINUTE_MS));
}

/** Plays a schedule with devices of a kind for two sensors, to the end. */
function play(kind: (typeof KINDS)[number]["kind"], given: Schedule) {
  const { period, passages, faults, losses, before, logsCrossings } = given;
  const range = kind.width === null ? 2 ** 32 : 2 ** kind.width;
  const total = before === null ? 0 : range - before;
  const fleet = new Fleet({
    kind,
    lines: linesFor(kind, ["north", "south"]),
    start: START,
    period,
    faultsOf: () => (number) => {
      const loss = losses.find((each) => each.period === number);
      const powerLoss = loss === undefined ? null : { at: loss.at, periods: loss.periods };
      return { ...(faults[number] ?? NONE), powerLoss };
    },
    known: new Map(),
    begin: { in: total, out: total },
    resetsAt: resetOf(given),
    logsCrossings: logsCrossings && kind.hasCrossings === true,
  });
  let at = START;
  for (const { gap, isIn, isSecond } of passages) {
    at += gap * scaleOf(given);
    const serialNumber = isSecond ? "south" : "north";
    fleet.pass({ serialNumber, timestamp: at, trajectory: isIn ? 1 : -1, eventId: null });
  }
  const end = START + (faults.length + 6) * period;
  const messages = [...fleet.advance(end), ...fleet.finish(end)].flat();
  return { fleet, messages };
}

describe.each(KINDS)("$name, read by its adapter", ({ kind }) => {
  it("any schedule with loss, repetition, reordering, delay and restarts gives what D31 can count, once", async () => {
    await check(60, schedule.map(asSentBy(kind)), async (given) => {
      const { fleet, messages } = play(kind, given);
      const reader = new MessageReader(kind, resetOf(given));
      for (const message of messages) {
        reader.read(message);
        fleet.stored(message);
      }
      expect(reader.refused).toEqual([]);
      const truth = fleet.truth();
      const counted = truth.map(({ serialNumber }) => ({
        ...(reader.line(serialNumber)?.counted ?? { in: 0, out: 0 }),
      }));
      expect(truth.map(({ serialNumber }) => serialNumber)).toEqual(
        expect.arrayContaining(reader.serialNumbers),
      );
      for (const [index, { serialNumber, countable }] of truth.entries()) {
        const line = reader.line(serialNumber);
        // Totals that fall again and again look like those of two devices, which D31 does not count.
        // Of one second, lower totals that come after higher ones are a conflict.
        if (!given.logsCrossings) expect(line?.results ?? []).not.toContain("conflict");
        if (line?.totals.suspended != null) {
          const falls = [given.before, given.resetAfter].filter((each) => each !== null).length;
          expect(given.losses.length + falls).toBeGreaterThan(1);
          continue;
        }
        for (const direction of ["in", "out"] as const) {
          const count = must(counted[index], "line")[direction];
          expect(count).toBeGreaterThanOrEqual(countable.least[direction]);
          expect(count).toBeLessThanOrEqual(countable.most[direction]);
        }
      }
      // All of it once more adds nothing.
      for (const message of messages) reader.read(message);
      for (const [index, { serialNumber }] of truth.entries())
        expect(reader.line(serialNumber)?.counted ?? { in: 0, out: 0 }).toEqual(counted[index]);
    });
  });

  it("counts all who pass between the first and the last message if nothing fails", async () => {
    await check(20, schedule.map(asSentBy(kind)), async (given) => {
      const { fleet, messages } = play(kind, {
        ...given,
        losses: [],
        resetAfter: null,
        logsCrossings: false,
        faults: given.faults.map(() => NONE),
      });
      const reader = new MessageReader(kind);
      for (const message of messages) reader.read(message);
      for (const message of messages) fleet.stored(message);
      let at = START;
      const passed = given.passages.map(({ gap, isIn, isSecond }) => {
        at += gap * scaleOf(given);
        return { at, isIn, sensor: isSecond ? "south" : "north" };
      });
      // The first totals are the baseline.
      const from = kind.counts === "totals" ? START + given.period : START;
      const to = START + (given.faults.length + 6) * given.period;
      for (const { sensor, serialNumber, countable } of fleet.truth()) {
        const within = passed.filter((each) => each.sensor === sensor && each.at >= from && each.at < to);
        const entered = within.filter(({ isIn }) => isIn).length;
        const isPossible = kind.counts === "totals" ? given.passages.length <= 60 : true;
        if (!isPossible) continue;
        expect(countable.least).toEqual({ in: entered, out: within.length - entered });
        expect(countable.most).toEqual(countable.least);
        expect(reader.line(serialNumber)?.counted).toEqual(countable.least);
      }
    });
  });
});
