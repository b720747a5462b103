import type { SqlResult } from "./sql-api.ts";

export type ResultColumn = SqlResult["columns"][number];

const NUMERIC = /^(?:U?(?:TINY|SMALL|BIG|HUGE)?INT(?:EGER)?|UINTEGER|FLOAT|DOUBLE|REAL|BIGNUM|DECIMAL.*)$/;
const TIME = /^(?:TIMESTAMP.*|DATE)$/;
const DECIMALS_SHOWN = 4;

export function isNumeric({ type }: ResultColumn): boolean {
  return NUMERIC.test(type);
}

function isTime({ type }: ResultColumn): boolean {
  return TIME.test(type);
}

/** The text of a value that is not null. */
export function valueText(value: unknown, column: ResultColumn): string {
  if (typeof value === "number") return String(Number(value.toFixed(DECIMALS_SHOWN)));
  if (typeof value === "string") return isTime(column) ? timeText(value) : value;
  return JSON.stringify(value);
}

/** Formats `2026-11-10T12:00:00.000Z` as `2026-11-10 12:00:00Z`, without fractions that are 0. */
function timeText(text: string): string {
  return text.replace("T", " ").replace(/\.0+(?=Z|$)/, "");
}

/** A time of the API in ms. Local times are treated as UTC. */
export function timeOf(value: unknown): number {
  if (typeof value !== "string") return Number.NaN;
  return Date.parse(/Z$|^\d{4}-\d{2}-\d{2}$/.test(value) ? value : `${value}Z`);
}

/** The numbers of a column. */
interface ChartSeries {
  readonly name: string;
  readonly values: readonly (number | null)[];
}

/** A chart of a result: lines over time, or bars with labels. */
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
 * The chart of a result with at least two rows. The first column has times or labels, the others are drawn if they have
 * numbers. Null if there are no numbers.
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

/** The API writes numbers beyond 2^53 as texts. */
function numberOf(value: unknown): number | null {
  return value === null || value === undefined ? null : Number(value);
}
