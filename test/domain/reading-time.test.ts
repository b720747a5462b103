import { expect, it } from "vitest";
import { readingTime } from "../../src/domain/reading-time.ts";

const AT = Date.UTC(2026, 1, 2, 8, 13);

it.each([
  [AT, AT],
  [AT / 1_000, AT],
  [AT / 1_000 + 0.25, AT + 250],
  [99_999_999_999, 99_999_999_999_000],
  [100_000_000_000, 100_000_000_000],
  [-1, -1_000],
  ["2026-02-02T08:13:00Z", AT],
  [" 2026-02-02 09:13:00.000+01:00 ", AT],
  ["2026-02-02T03:13-05", AT],
])("%j is an instant (D32)", (given, instant) => {
  expect(readingTime(given)).toBe(instant);
});

it.each([
  ["2026-02-02T08:13:05", "2026-02-02T08:13:05"],
  ["2026-02-02 08:13:05.999", "2026-02-02T08:13:05"],
  ["2026-02-02T08:13", "2026-02-02T08:13:00"],
  ["2026-02-02", "2026-02-02T00:00:00"],
])("%j is a wall time, since it has no offset (D32)", (given, local) => {
  expect(readingTime(given)).toEqual({ local });
});

it.each([undefined, null, "", "now", "2026-02-30T08:13:00", "2026-02-02T25:00:00Z", true, {}, [AT]])(
  "%j is no time (D32)",
  (given) => {
    expect(readingTime(given)).toBeNull();
  },
);
