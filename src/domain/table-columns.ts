export const EXPORT_TABLES = ["events", "counts", "rollups"] as const;
export type TableName = (typeof EXPORT_TABLES)[number];

/** The value of a cell: text, number, instant in ms, or null. */
export type Cell = string | number | null;

/** How a column is formatted: instants as timestamps, integers and reals as numbers. */
export type ColumnKind = "text" | "instant" | "integer" | "real";

export interface Column<Row> {
  readonly name: string;
  readonly kind: ColumnKind;
  readonly read: (row: Row) => Cell;
}

/** A real number as text with a decimal point, so that readers infer the column's type from any of its rows (D29). */
export function formatReal(value: number): string {
  const text = String(value);
  return /^-?\d+(e|$)/.test(text) ? text.replace(/(e|$)/, ".0$1") : text;
}
