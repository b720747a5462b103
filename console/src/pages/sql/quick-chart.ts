import { isNumeric, isTime, timeOf } from "./result-values.ts";
import type { SqlResult } from "./sql-api.ts";

/** Numbers of a column, null where there is none. */
export interface ChartSeries {
  readonly name: string;
  readonly values: readonly (number | null)[];
}

/** What a result looks like as a picture: lines over time, or bars beside names. */
export type QuickChart =
  | {
      readonly kind: "lines";
      /** In ms, ascending. */
      readonly times: readonly number[];
      readonly series: readonly ChartSeries[];
    }
  | { readonly kind: "bars"; readonly labels: readonly string[]; readonly series: readonly ChartSeries[] };

const LINES_MAX = 6;
export const BARS_MAX = 60;

/**
 * The chart of a result whose first column is a time, a text or a number to count by, and that has numbers
 * behind it, not nulls alone; null of any other, and of one row or none.
 */
export function quickChart({ columns, rows }: Pick<SqlResult, "columns" | "rows">): QuickChart | null {
  const [first] = columns;
  const numeric = columns.flatMap((column, index) =>
    index > 0 && isNumeric(column) && rows.some((row) => row[index] !== null) ? [index] : [],
  );
  if (first === undefined || numeric.length === 0 || rows.length < 2) return null;
  const seriesOf = (shown: readonly (readonly unknown[])[]) =>
    numeric.slice(0, LINES_MAX).map((index) => ({
      name: columns[index]?.name ?? "",
      values: shown.map((row) => numberOf(row[index])),
    }));
  if (isTime(first)) {
    const timed = rows.filter(([time]) => !Number.isNaN(timeOf(time)));
    const ordered = timed.toSorted(([a], [b]) => timeOf(a) - timeOf(b));
    return { kind: "lines", times: ordered.map(([time]) => timeOf(time)), series: seriesOf(ordered) };
  }
  const shown = rows.slice(0, BARS_MAX);
  return { kind: "bars", labels: shown.map(([label]) => String(label ?? "NULL")), series: seriesOf(shown) };
}

/** Numbers beyond 2^53 are texts. */
function numberOf(value: unknown): number | null {
  return value === null || value === undefined ? null : Number(value);
}
