/** The version of the tz database that local times of this process follow, such as `2025c`. */
export const TIME_ZONE_DATA: string = process.versions.tz ?? "unknown";

/** The age from which on the time zone data is reported as old, in months. */
const MONTHS_MAX = 14;

const MONTHS_PER_QUARTER = 3;
const QUARTERS = 4;

/**
 * A warning if the time zone data is old. The year and letter of a version give its date: `a` counts as the end of the
 * year's first quarter, `b` of the second, `c` of the third, later letters as the end of the year.
 *
 * @param now in ms
 * @returns null if it is not old, or its version is unknown
 */
export function oldTimeZoneData(now: number, version = TIME_ZONE_DATA): string | null {
  const [, year, letter] = /^(\d{4})([a-z])/.exec(version) ?? [];
  if (year === undefined || letter === undefined) return null;
  const quarter = Math.min(letter.charCodeAt(0) - "a".charCodeAt(0) + 1, QUARTERS);
  if (now < Date.UTC(Number(year), quarter * MONTHS_PER_QUARTER + MONTHS_MAX, 1)) return null;
  return (
    `the time zone data ${version} of Node ${process.versions.node} is older than ${MONTHS_MAX} months; local times ` +
    "of zones whose rules have changed are wrong until Node is updated"
  );
}
