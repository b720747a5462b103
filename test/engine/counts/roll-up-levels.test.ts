import { describe, expect, it } from "vitest";
import { parseInstant } from "../../../src/domain/instant.ts";
import { intervalGrid, parseInterval } from "../../../src/domain/interval.ts";
import { levelFor } from "../../../src/engine/counts/count-series.ts";
import { HOURS, QUARTERS, type RollUpLevel } from "../../../src/series/roll-up.ts";
import type { Scenario } from "../../model/scenario.ts";
import { PLAIN, utc } from "../../support/examples.ts";
import { seenBy } from "../../support/kernel.ts";

const DAY_MS = 86_400_000;

/** The roll-ups that are used for a query, written as `start end interval timeZone`. */
function levelOf(query: string): RollUpLevel | null {
  const [start = "", end = "", interval = "", timeZone = ""] = query.split(" ");
  const [from, to] = [parseInstant(start, "start"), parseInstant(end, "end")];
  return levelFor(intervalGrid(from, to, parseInterval(interval, "interval", "any"), timeZone));
}

describe("a query uses roll-ups", () => {
  it.each<[string, RollUpLevel | null, string]>([
    ["hours: days of UTC", HOURS, "2026-03-01T00:00Z 2026-04-20T00:00Z 1d UTC"],
    [
      "quarters: days that cut hours",
      QUARTERS,
      "2026-03-01T00:00+05:30 2026-04-20T00:00+05:30 1d Asia/Kolkata",
    ],
    ["hours: days from another time on", HOURS, "2026-03-01T12:00Z 2026-04-20T12:00Z 1d Europe/Berlin"],
    [
      "hours: days of UTC to a space whose clocks change",
      HOURS,
      "2026-03-01T00:00Z 2026-04-20T00:00Z 1d Europe/Berlin",
    ],
    ["hours: hours", HOURS, "2026-03-01T00:00Z 2026-03-02T00:00Z 1h UTC"],
    ["quarters: quarters", QUARTERS, "2026-03-01T00:00Z 2026-03-02T00:00Z 15m UTC"],
    ["none: minutes", null, "2026-03-01T00:00Z 2026-03-02T00:00Z 1m UTC"],
  ])("by %s", (_, level, query) => {
    expect(levelOf(query)).toBe(level);
  });
});

describe("roll-ups of days", () => {
  it.each([2 ** 25 - 300, 2 ** 27 + 1, 2 ** 29 + 1])("are exact from a count of %i on", async (count) => {
    const start = utc("00:00");
    const resets = [{ instant: start, count }];
    const scenario: Scenario = {
      ...PLAIN,
      start,
      end: start + 10 * DAY_MS,
      interval: { unit: "day", amount: 1 },
      resets,
      events: Array.from({ length: 400 }, (_, i) => ({
        instant: start + 1 + i * 1_234_567,
        direction: i % 3 === 0 ? -1 : 1,
      })),
    };
    const rolledUp = { resets: { schedules: [], resets } };
    expect(await seenBy(scenario, HOURS, rolledUp)).toEqual(await seenBy(scenario, null));
  });
});
