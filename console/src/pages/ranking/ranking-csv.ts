import type { RankingRow } from "./ranking-rows.ts";

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
