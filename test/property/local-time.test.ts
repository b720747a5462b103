import fc from "fast-check";
import { expect, it } from "vitest";
import { localDateExists, localDayOf, toInstant, toLocal } from "../../src/domain/local-time.ts";
import { DAY, dateAt, dateExists, instantOf, localAt, offsetAt } from "../model/zone.ts";
import { check } from "../support/random.ts";
import { CaseCounts } from "./case-counts.ts";
import { CHANGES } from "./clock-changes.ts";

const CASES = 100;
const FIRST_YEAR = 1970;
const LAST_YEAR = 2037;
const MONTH = 30 * DAY;
const MINUTE = 60_000;

const ZONES = Intl.supportedValuesOf("timeZone");
const changesOf = new Map<string, readonly number[]>();

/** The instants, in ms, at which a zone's offset changes, except where it changes and changes back within a month. */
function changes(timeZone: string): readonly number[] {
  const known = changesOf.get(timeZone);
  if (known !== undefined) return known;
  const found: number[] = [];
  for (let at = Date.UTC(FIRST_YEAR, 0); at < Date.UTC(LAST_YEAR, 0); at += MONTH) {
    if (offsetAt(timeZone, at) !== offsetAt(timeZone, at + MONTH))
      found.push(firstChange(timeZone, at, at + MONTH));
  }
  changesOf.set(timeZone, found);
  return found;
}

function firstChange(timeZone: string, from: number, to: number): number {
  let before = from;
  let after = to;
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (offsetAt(timeZone, middle) === offsetAt(timeZone, from)) before = middle;
    else after = middle;
  }
  return after;
}

/** An instant in any zone of the tz database, mostly within a day of a change of the zone's offset. */
const nearChanges = fc
  .record({
    timeZone: fc.constantFrom(...ZONES),
    pick: fc.nat(9_999),
    day: fc.integer({ min: 0, max: (LAST_YEAR - FIRST_YEAR) * 365 }),
    quarters: fc.oneof(fc.integer({ min: -6, max: 6 }), fc.integer({ min: -120, max: 120 })),
    nudge: fc.constantFrom(0, 0, 1, -1, MINUTE),
  })
  .map(({ timeZone, pick, day, quarters, nudge }) => {
    const near = changes(timeZone);
    const base = near[pick % near.length] ?? day * DAY;
    return { timeZone, instant: base + quarters * 15 * MINUTE + nudge };
  });

it("D2: local times become instants, and back, in every zone as Intl's offsets say", async () => {
  const census = new CaseCounts<keyof typeof LEAST>();
  await check(CASES, nearChanges, async ({ timeZone, instant }) => {
    for (const kinds of expectLocal(timeZone, instant)) census.add(kinds);
  });
  census.expectShares(LEAST);
});

it.each(CHANGES)("D2: so they do around the change of $zone at $instant", ({ zone, instant }) => {
  for (const nudge of [-MINUTE, -1, 1]) expectLocal(zone, instant + nudge);
  for (let quarter = -12; quarter <= 12; quarter++) expectLocal(zone, instant + quarter * 15 * MINUTE);
});

/** Expects what the model says of an instant and of the times that clocks show a day around it; returns their kinds. */
function expectLocal(timeZone: string, instant: number): Record<keyof typeof LEAST, boolean>[] {
  expect(toLocal(instant, timeZone)).toBe(localAt(timeZone, instant));
  const date = dateAt(timeZone, instant);
  expect(localDayOf(instant, timeZone)).toBe(date);
  for (const each of [date - 1, date, date + 1])
    expect(localDateExists(each, timeZone), `${timeZone} ${each}`).toBe(dateExists(timeZone, each));
  // Of what clocks show on either side of a change, some was never shown and some was shown twice.
  return [offsetAt(timeZone, instant - DAY), offsetAt(timeZone, instant + DAY)].map((offset) => {
    const shown = instant + offset;
    const expected = instantOf(timeZone, shown);
    expect(toInstant(shown, timeZone), `${timeZone} ${new Date(shown).toISOString()}`).toBe(expected);
    return {
      "a time that does not exist": localAt(timeZone, expected) !== shown,
      "a time that occurs twice": localAt(timeZone, expected) === shown && expected !== instant,
    };
  });
}

const LEAST = { "a time that does not exist": 0.02, "a time that occurs twice": 0.02 };
