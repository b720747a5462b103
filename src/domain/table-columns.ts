/** What a cell can hold: a text, a number, an instant in ms, or nothing. */
export type Cell = string | number | null;

/** How a column's values are written: instants as times, integers and reals as numbers. */
export type ColumnKind = "text" | "instant" | "integer" | "real";

/** A column of a table of rows. */
export interface Column<Row> {
  readonly name: string;
  readonly kind: ColumnKind;
  readonly read: (row: Row) => Cell;
}
