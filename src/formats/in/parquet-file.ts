import type { FileLayout } from "../../domain/file-layout.ts";
import type { ReportField } from "../../domain/sensor-report.ts";
import { type Connection, openInstance } from "../../duckdb/connection.ts";
import { quoteIdentifier, quoteText, statement, statementWith } from "../../duckdb/statements.ts";
import { script } from "../../sql-scripts.ts";
import { type ChosenFields, chooseFields, fieldExpressions } from "./field-expressions.ts";
import { exactPath, type InputFile, type TextRows, unreadable } from "./input-file.ts";
import { hasOtherTimes, readTexts } from "./read-texts.ts";
import type { ReadFile } from "./rejected-rows.ts";

const NUMBER = /^(FLOAT|DOUBLE|DECIMAL.*)$/;
const WHOLE_NUMBER = /^U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?$/;
/** The type of texts that some writers do not mark as texts. */
const BYTES = "BLOB";
/** Types whose values are neither texts nor numbers; of some, the text would depend on the machine's time zone. */
const NO_TEXT = /^(BOOLEAN|BIT|INTERVAL|DATE)$|^(TIME|STRUCT|MAP|UNION)|\]$/;
const INSTANT = "TIMESTAMP WITH TIME ZONE";

/**
 * Reads a Parquet file into the `report` table. Its values are read as texts, as those of a CSV file, but times and
 * numbers of milliseconds are instants.
 *
 * @returns the file; the texts of its rows are JSON
 */
export async function readParquet(
  connection: Connection,
  file: InputFile,
  layout: FileLayout,
): Promise<ReadFile> {
  const { path, types, names, text } = await describeFile(connection, file);
  const chosen = chooseFields(file.name, names, layout);
  for (const field of ["sensor_serial_number", "event_id"] as const) checkTexts(file, chosen, field, types);
  file.meter.rowsExpected = Number((await connection.row(statement("load/parquet-rows"), { path })).rows);
  const instant = instantOf(file, chosen, layout, types);
  const rows = await readTexts(
    connection,
    layout,
    fieldExpressions(chosen, (column) => textOf(column, String(types.get(column)))),
    { source: "read_parquet($path)", values: { path }, instant: instant?.expression },
  );
  const read = { ...rows, names, text };
  if (instant?.isNumber !== true) return read;
  const { found } = await connection.row(statement("load/only-seconds"));
  if (!found) return read;
  throw unreadable(
    file.name,
    "its timestamps are numbers that can only be seconds since 1970; as milliseconds they are in January 1970",
    { remedy: "state-time-format" },
  );
}

/** A Parquet file whose rows the program reads, through a database of its own; the texts of its rows are JSON. */
export async function openParquetRows(file: InputFile): Promise<TextRows> {
  const { connection, close } = await openInstance();
  try {
    await connection.run(script("views/report-files"));
    const { path, types, names, text } = await describeFile(connection, file);
    return {
      names,
      where: "its columns are",
      isExact: false,
      async *read(chosen) {
        const texts = chosen.map((column) => timeText(column, String(types.get(column))));
        const words = { texts: texts.join(", "), text };
        for await (const rows of connection.batches(statementWith("load/parquet-texts", words), { path }))
          yield rows.map(({ texts: { items }, text: row }) => ({
            values: items as (string | null)[],
            problem: null,
            text: row,
          }));
      },
      close,
    };
  } catch (error) {
    close();
    throw error;
  }
}

/** The path and the columns of a file, and the expression of a row's text. */
async function describeFile(connection: Connection, file: InputFile) {
  const path = exactPath(file);
  const columns = await connection.rows(statement("load/parquet-columns"), { path });
  const types = new Map(columns.map((row) => [row.column_name, row.column_type]));
  const names = [...types.keys()];
  const members = names.map((column) => `${quoteText(column)}: ${quoteIdentifier(column)}`);
  return { path, types, names, text: `to_json({${members.join(", ")}})` };
}

/** The text of a column of any field, without the time zone of the machine. */
function timeText(column: string, type: string): string {
  const name = quoteIdentifier(column);
  return type === INSTANT
    ? `strftime(make_timestamp_ms(epoch_ms(${name})), '%Y-%m-%dT%H:%M:%S.%gZ')`
    : textOf(column, type);
}

function textOf(column: string, type: string): string {
  const name = quoteIdentifier(column);
  if (type === BYTES) return `try(decode(${name}))`;
  return NUMBER.test(type) ? `number_text(${name})` : `${name}::VARCHAR`;
}

/** @throws HeadcountError `unreadable-input` if a column of ids has neither texts nor numbers */
function checkTexts(
  { name }: InputFile,
  chosen: ChosenFields,
  field: ReportField,
  types: ReadonlyMap<string, string>,
): void {
  const source = chosen[field];
  if (source === null || "value" in source || source.words !== undefined) return;
  const other = source.columns.find((column) => NO_TEXT.test(String(types.get(column))));
  if (other !== undefined) throw unreadable(name, `its column ${other} holds neither texts nor numbers`);
}

/**
 * The expression of the timestamp in ms if a column holds instants or milliseconds, and whether it is a number in the
 * file; null if it holds texts of times.
 *
 * @throws HeadcountError `unreadable-input` if it holds neither
 */
function instantOf(
  file: InputFile,
  { timestamp }: ChosenFields,
  layout: FileLayout,
  types: ReadonlyMap<string, string>,
): { readonly expression: string; readonly isNumber: boolean } | null {
  if (timestamp === null || "value" in timestamp || timestamp.columns.length > 1) return null;
  const name = String(timestamp.columns[0]);
  const type = String(types.get(name));
  const column = quoteIdentifier(name);
  if (type === INSTANT) return { expression: `epoch_ms(${column})`, isNumber: false };
  if (type === "VARCHAR" || type === BYTES) return null;
  const isTime = /^(TIMESTAMP|DATE$)/.test(type);
  if (!isTime && !NUMBER.test(type) && !WHOLE_NUMBER.test(type))
    throw unreadable(file.name, `its column ${name} does not hold times`);
  if (hasOtherTimes(layout)) return null;
  // A cast to TIMESTAMP WITH TIME ZONE would take the time zone of the machine.
  const expression = isTime
    ? `epoch_ms(try_cast(${column} AS TIMESTAMP))`
    : `try_cast(floor(${column}) AS BIGINT)`;
  return { expression, isNumber: !isTime };
}
