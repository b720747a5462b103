import type { SpaceFilterValues } from "../../components/space-filter.tsx";
import { compareNames, durationMs } from "../../format.ts";
import type { SpaceCounts } from "../../queries/counts.ts";
import { pathOf, type Space } from "../../queries/spaces.ts";

/** The metrics of a space over a range; null if they are unknown. */
export type RankingRow = ReturnType<typeof rankingRow>;

export const METRICS = ["peak", "average", "full", "entrances", "utilization"] as const;
export type RankingMetric = (typeof METRICS)[number];

/** The columns by which rows can be sorted. */
export const COLUMNS = ["name", ...METRICS] as const;
export type RankingColumn = (typeof COLUMNS)[number];

export interface RankingOrder {
  readonly column: RankingColumn;
  readonly isAscending: boolean;
}

/** @param isMeasured whether a doorway was linked to the space */
export function rankingRow(space: Space, counts: SpaceCounts | undefined, isMeasured: boolean) {
  const metrics = isMeasured ? counts?.metrics : undefined;
  const target = metrics?.target_utilization ?? null;
  return {
    space,
    path: pathOf(space),
    /** In people. */
    peak: metrics?.count.max.value ?? null,
    /** When the peak was first reached, ISO 8601. */
    peakAt: metrics?.count.max.timestamp ?? null,
    average: metrics?.count.average ?? null,
    /** The measured time at 80 % of the target capacity or more, in ms. */
    full: target === null ? null : durationMs(target.durations["80"]) + durationMs(target.durations["100"]),
    entrances: metrics?.entrances.total ?? (isMeasured ? 0 : null),
    /** The average target utilization, as a share of 1. */
    utilization: target?.average ?? null,
    isMeasured,
  };
}

/** Sorts rows. Unknown values come last in both orders, and equal values are sorted by name. */
export function inOrder(rows: readonly RankingRow[], { column, isAscending }: RankingOrder): RankingRow[] {
  const byName = (a: RankingRow, b: RankingRow) => compareNames(a.space.name, b.space.name);
  const sign = isAscending ? 1 : -1;
  if (column === "name") return [...rows].sort((a, b) => sign * byName(a, b));
  return [...rows].sort((a, b) => {
    const [left, right] = [a[column], b[column]];
    if (left === null || right === null)
      return Number(left === null) - Number(right === null) || byName(a, b);
    return sign * (left - right) || byName(a, b);
  });
}

/** The filters of the ranking; an empty text does not filter. */
export interface RankingFilter extends SpaceFilterValues {
  readonly type: string;
}

export function isRanked(space: Space, { type, tag, inside }: RankingFilter): boolean {
  return (
    (type === "" || space.space_type === type) &&
    (tag === "" || space.tags.includes(tag)) &&
    (inside === "" || space.ancestry.some(({ id }) => id === inside))
  );
}

const HOUR_MS = 3_600_000;

/** The rows as CSV with a header, in full precision. */
export async function rankingCsv(rows: readonly RankingRow[]): Promise<string> {
  const { stringify } = await import("csv-stringify/browser/esm/sync");
  const records = rows.map(({ space, ...row }) => ({
    space_id: space.id,
    name: space.name,
    path: row.path,
    space_type: space.space_type,
    peak: row.peak,
    peak_timestamp: row.peakAt,
    average: row.average,
    hours_from_80_percent_of_target: row.full === null ? null : row.full / HOUR_MS,
    entrances: row.entrances,
    average_target_utilization: row.utilization,
  }));
  return stringify(records, { header: true });
}
