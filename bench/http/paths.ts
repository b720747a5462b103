import { formatId } from "../../src/domain/ids.ts";
import { DAY_MS, formatInstant, HOUR_MS } from "../../src/domain/instant.ts";
import { type Random, seeded } from "../random.ts";
import type { MeasuredRange } from "../site.ts";

const SEED = 11;

/** The number of hourly samples in one response of random counts. */
export const COUNTS_SAMPLES = 200;

/** The number of spaces in one dashboard request. */
export const DASHBOARD_SPACES = 200;

/** Paths of hourly counts with a random space and start each. */
export function randomCountsPaths(
  spaceIds: readonly bigint[],
  { start, days }: MeasuredRange,
  count: number,
): string[] {
  const random = seeded(SEED);
  const startsMax = days * 24 - COUNTS_SAMPLES;
  return Array.from({ length: count }, () => {
    const from = start + Math.floor(random() * (startsMax + 1)) * HOUR_MS;
    const spaceId = pick(random, spaceIds);
    return spaceCountsPath(spaceId, from, from + COUNTS_SAMPLES * HOUR_MS, "1h");
  });
}

/** The path of a space's counts. The page holds up to `COUNTS_SAMPLES` samples. */
export function spaceCountsPath(spaceId: bigint, start: number, end: number, interval: string): string {
  const query = new URLSearchParams({ ...timesOf(start, end), interval, page_size: `${COUNTS_SAMPLES}` });
  return `/v2/spaces/${formatId("space", spaceId)}/counts/?${query}`;
}

/** Paths of dashboards: the last day of the range by the hour, with different random spaces in each path. */
export function dashboardPaths(spaceIds: readonly bigint[], { end }: MeasuredRange, count: number): string[] {
  const random = seeded(SEED);
  return Array.from({ length: count }, () => {
    const left = [...spaceIds];
    const shown = Array.from({ length: Math.min(DASHBOARD_SPACES, left.length) }, () => {
      const [spaceId] = left.splice(Math.floor(random() * left.length), 1);
      return formatId("space", spaceId as bigint);
    });
    const query = new URLSearchParams({ ...timesOf(end - DAY_MS, end), interval: "1h" });
    return `/v2/counts/?space_id=${shown.join(",")}&${query}`;
  });
}

function timesOf(start: number, end: number): { readonly start_time: string; readonly end_time: string } {
  return { start_time: formatInstant(start), end_time: formatInstant(end) };
}

function pick<Value>(random: Random, values: readonly Value[]): Value {
  return values[Math.floor(random() * values.length)] as Value;
}
