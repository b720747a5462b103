import { expect, it } from "vitest";
import { comparedTimes, silenceOf } from "../../console/src/queries/silence.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const NOW = Date.UTC(2026, 4, 6, 3);

it.each([
  ["no event ever", null, undefined, "no data"],
  ["ten minutes at night", HOUR_MS / 6, 500, undefined],
  ["an hour in which few passed a week before", HOUR_MS, 9, "quiet"],
  ["an hour in which many passed a week before", HOUR_MS, 10, "unusual"],
  ["an hour that has not been compared yet", HOUR_MS, undefined, "quiet"],
  ["a weekend without events", 2 * DAY_MS, 0, "quiet"],
  ["more than a week", 8 * DAY_MS, undefined, "unusual"],
])("a silence of %s", (_name, silence, usual, kind) => {
  const last = silence === null ? null : NOW - silence;
  expect(silenceOf(last, NOW, usual)?.kind).toBe(kind);
});

it.each([
  ["a short silence", HOUR_MS / 6, null],
  ["an hour", HOUR_MS, [7 * DAY_MS + HOUR_MS, 7 * DAY_MS]],
  ["three days", 3 * DAY_MS, [8 * DAY_MS, 7 * DAY_MS]],
  ["more than a week", 8 * DAY_MS, null],
])("%s is compared with the same times a week before, at most a day of them", (_name, silence, ago) => {
  const times = comparedTimes(NOW - silence, NOW);
  expect(times && [NOW - times.start, NOW - times.end]).toEqual(ago);
});
