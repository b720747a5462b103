import type { RollUpHints } from "../../src/series/roller.ts";

const DAY_MS = 86_400_000;
const FIRST_DAY = 19_000;
const DAYS = 70;
const CHANGES = 500;

/** A space's days with so many changes that each has rows of all kinds, a week of them different. */
export const BUSY_RUNS = Array.from({ length: DAYS }, (_, i) => ({
  spaceId: 1n,
  day: FIRST_DAY + i,
  changes: Uint32Array.from(
    { length: CHANGES },
    (_, change) => 2 * (60_000 * change + (i % 7)) + (change % 3 === 0 ? 0 : 1),
  ),
}));

/** With resets within an hour, which is in an excerpt for it, where a stretch can begin. */
export const BUSY_WATCH: RollUpHints = {
  history: {
    schedules: [],
    resets: BUSY_RUNS.map(({ day }) => ({ instant: day * DAY_MS + 16_200_000, count: 9 })),
  },
  bandFloors: [],
  limit: Infinity,
  midnights: (start) => Array.from({ length: 20 }, (_, i) => start + i * DAY_MS + 7_200_000),
};
