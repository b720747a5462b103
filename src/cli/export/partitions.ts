import { join } from "node:path";
import { formatInstant } from "../../domain/instant.ts";

/** The number of rows above which an export has one file a month by default. */
export const PARTITIONED_ROWS_MIN = 10_000_000;

/** The path of a UTC month, with the folders that Hive, DuckDB and Spark read: `year=2026/month=03/`. */
export function monthPath(folder: string, timestamp: number, file: string): string {
  const [year, month] = formatInstant(timestamp).split("-");
  return join(folder, `year=${year}`, `month=${month}`, file);
}

/** Splits rows at the boundaries of UTC months. */
export function* byMonth<Row extends { readonly timestamp: number }>(
  rows: readonly Row[],
): Generator<readonly Row[]> {
  let from = 0;
  for (let i = 1; i <= rows.length; i++) {
    const row = rows[i];
    if (row !== undefined && monthOf(row.timestamp) === monthOf((rows[from] as Row).timestamp)) continue;
    yield rows.slice(from, i);
    from = i;
  }
}

function monthOf(timestamp: number): string {
  return formatInstant(timestamp).slice(0, 7);
}
