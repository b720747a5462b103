import { VARCHAR } from "@duckdb/node-api";
import type { FileLayout } from "../../domain/file-layout.ts";
import { column } from "../../duckdb/columns.ts";
import type { Connection } from "../../duckdb/connection.ts";
import { statementWith } from "../../duckdb/statements.ts";
import type { FieldExpressions } from "./field-expressions.ts";
import type { TextRow } from "./input-file.ts";
import type { ReadFile } from "./rejected-rows.ts";

/** The rows that are read, and their differences from texts. */
interface TextSource extends Pick<ReadFile, "source" | "values" | "types"> {
  readonly problem?: string;
  /** The expression of the timestamp in ms, if it is not read from its text. */
  readonly instant?: string | undefined;
  /** Whether a row without any value of the fields can be the end of a shorter list beside, which is no row. */
  readonly hasBlankRows?: boolean;
}

/** Whether times have other forms than those of D1, in UTC: then the program reads them. */
export function hasOtherTimes({ timeFormat, timeZone }: FileLayout): boolean {
  return timeFormat !== null || (timeZone ?? "UTC") !== "UTC";
}

/** Reads the texts of some rows into the `report` table: CSV and Parquet have one meaning. */
export async function readTexts(
  connection: Connection,
  layout: FileLayout,
  { texts, ...fields }: FieldExpressions,
  { source, problem = "NULL", instant, hasBlankRows = true, ...more }: TextSource,
): Promise<Omit<ReadFile, "names" | "text">> {
  const is_row =
    hasBlankRows && Object.keys(layout.fields).length > 0
      ? `coalesce(${columnsOf(texts, layout)}, ${problem}) IS NOT NULL`
      : "true";
  const words = {
    ...texts,
    source,
    problem,
    instant: instant ?? (hasOtherTimes(layout) ? "NULL::BIGINT" : `common_time(${texts.timestamp})`),
    is_row,
  };
  const values = { ...fields.values, ...more.values };
  const types = { ...fields.types, ...more.types };
  await connection.run(statementWith("load/read-texts", words), values, types);
  // The constant values of fields are not in the condition; DuckDB accepts no value without a use.
  const used = Object.entries(values).filter(([name]) => !(name in texts));
  return { source, is_row, values: Object.fromEntries(used), types };
}

function columnsOf(texts: FieldExpressions["texts"], { fields }: FileLayout): string {
  const sources: Readonly<Record<string, object>> = fields;
  const columns = Object.entries(texts).filter(([field]) => !("value" in (sources[field] ?? {})));
  return columns.map(([, text]) => `nullif(${text}, '')`).join(", ");
}

export type CellRow = Omit<TextRow, "text">;

export function cellOf(index: number): string {
  return `c${index}`;
}

/**
 * Reads rows that the program has split into the `report` table.
 *
 * @param indexes those of the cells that each row has
 */
export async function readCells(
  connection: Connection,
  layout: FileLayout,
  expressions: FieldExpressions,
  indexes: readonly number[],
  batches: AsyncIterable<readonly CellRow[]>,
  differences: Pick<TextSource, "hasBlankRows"> = {},
): ReturnType<typeof readTexts> {
  const names = [...indexes.map(cellOf), "problem"];
  const definitions = names.map((name) => `${name} VARCHAR`).join(", ");
  await connection.run(statementWith("load/create-cells", { definitions }));
  for await (const rows of batches) {
    const cells = indexes.map((_, index) => column(VARCHAR, rows, ({ values }) => values[index] ?? null));
    await connection.append("cell", [...cells, column(VARCHAR, rows, ({ problem }) => problem)], "temp");
  }
  return readTexts(connection, layout, expressions, { source: "cell", problem: "problem", ...differences });
}
