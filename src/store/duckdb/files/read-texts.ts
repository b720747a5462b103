import type { FileLayout } from "../../../domain/file-layout.ts";
import type { Connection, SqlTypes, SqlValues } from "../connection.ts";
import { statementWith } from "../statements.ts";
import type { FieldExpressions } from "./field-expressions.ts";
import type { FileRows } from "./rejected-rows.ts";

/** The rows that are read: a table or table function, its values, and the differences from texts. */
interface TextSource {
  readonly source: string;
  readonly values?: SqlValues;
  readonly types?: SqlTypes;
  /** The expression of a row's problem, if it cannot be read. */
  readonly problem?: string;
  /** The expression of the timestamp in ms, if it is not read from its text. */
  readonly instant?: string;
  /** Whether a row without any value of the fields can be the end of a shorter list beside, which is no row. */
  readonly hasBlankRows?: boolean;
}

/** Whether times have other forms than those of D1, in UTC: then the program reads them. */
export function hasOtherTimes({ timeFormat, timeZone }: FileLayout): boolean {
  return timeFormat !== null || timeZone !== "UTC";
}

/**
 * Reads the texts of some rows into the `report` table: CSV and Parquet have one meaning.
 *
 * @returns the rows, to be read again
 */
export async function readTexts(
  connection: Connection,
  layout: FileLayout,
  { texts, values, types }: FieldExpressions,
  { source, problem = "NULL", instant, hasBlankRows = true, ...more }: TextSource,
): Promise<FileRows> {
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
  const all = { values: { ...values, ...more.values }, types: { ...types, ...more.types } };
  await connection.run(statementWith("load/read-texts", words), all.values, all.types);
  // The constant values of fields are not in the condition; DuckDB accepts no value without a use.
  const used = Object.entries(all.values).filter(([name]) => !(name in texts));
  return { source, is_row, values: Object.fromEntries(used), types: all.types };
}

function columnsOf(texts: FieldExpressions["texts"], { fields }: FileLayout): string {
  const given = new Map(Object.entries(fields));
  const columns = Object.entries(texts).filter(([field]) => {
    const source = given.get(field);
    return source === undefined || !("value" in source);
  });
  return columns.map(([, text]) => `nullif(${text}, '')`).join(", ");
}
