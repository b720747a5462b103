import { LIST, listValue, VARCHAR } from "@duckdb/node-api";
import type { FieldSource, FileLayout } from "../../domain/file-layout.ts";
import { REPORT_FIELDS, type ReportField } from "../../domain/sensor-report.ts";
import type { SqlTypes, SqlValues } from "../../duckdb/connection.ts";
import { unreadable } from "./input-file.ts";

/** The source of each field with the columns that a file has; null if it has none. */
export type ChosenFields<Field extends string = ReportField> = Readonly<Record<Field, ChosenField | null>>;
export type ChosenField =
  | { readonly columns: readonly string[]; readonly words?: ReadonlyMap<string, string> }
  | { readonly value: string };

/** The fields that are read from a file, and their sources. */
export interface WantedFields<Field extends string> extends Pick<FileLayout<Field>, "fields"> {
  readonly names: readonly Field[];
  /** The fields that a file may lack, if they are not in `fields`. */
  readonly optional: readonly Field[];
  /** Possible sources of fields that are not in `fields`: the first of which the file has all columns. */
  readonly candidates?: Readonly<Partial<Record<Field, readonly FieldSource[]>>>;
}

interface ColumnNaming {
  /** Where they are, for the message. */
  readonly where?: string;
  readonly isExact?: boolean;
  /** Whether rows may have others than the known ones: then none is missing. */
  readonly hasOthers?: boolean;
}

/**
 * Chooses the file's columns for each field: those of the layout, or the one that has the field's name. A column is
 * named in any case and with blanks around, unless another has exactly the name.
 *
 * @throws HeadcountError `unreadable-input` if a column is missing, or a name is that of two
 */
export function chooseColumns<Field extends string>(
  file: string,
  names: readonly string[],
  { names: wanted, optional, fields, candidates }: WantedFields<Field>,
  { where = "its columns are", isExact = false, hasOthers = false }: ColumnNaming = {},
): ChosenFields<Field> {
  const missing: string[] = [];
  const chosen = wanted.map((field): [Field, ChosenField | null] => {
    const named = { columns: [field] };
    const known = [named, ...(candidates?.[field] ?? [])];
    const source = fields[field] ?? known.find((each) => hasColumns(each, names, isExact)) ?? named;
    if ("value" in source || hasOthers) return [field, source];
    const found = source.columns.map((column) => columnsNamed(column, names, isExact));
    const absent = source.columns.filter((_, index) => found[index]?.length === 0);
    if (absent.length > 0 && optional.includes(field) && fields[field] === undefined) return [field, null];
    missing.push(...absent);
    const twice = source.columns.find((_, index) => (found[index] ?? []).length > 1);
    if (twice === undefined) return [field, { ...source, columns: found.flat() }];
    throw unreadable(
      file,
      `it has two columns ${twice}; --skip-lines and --no-header name columns by their numbers instead`,
    );
  });
  if (missing.length === 0) return Object.fromEntries(chosen) as ChosenFields<Field>;
  throw unreadable(
    file,
    `it has no column ${missing.join(" and no column ")}; ${where} ${names.join(", ")}`,
    {
      remedy: "map-columns",
    },
  );
}

export function chooseFields(
  file: string,
  names: readonly string[],
  { fields }: Pick<FileLayout, "fields">,
  naming?: ColumnNaming,
): ChosenFields {
  return chooseColumns(file, names, { names: REPORT_FIELDS, optional: ["event_id"], fields }, naming);
}

export function hasColumns(source: FieldSource, names: readonly string[], isExact: boolean): boolean {
  return (
    "value" in source || source.columns.every((column) => columnsNamed(column, names, isExact).length > 0)
  );
}

/** The columns of a name: exactly of it or, if none is, in any case and without blanks around. */
function columnsNamed(wanted: string, names: readonly string[], isExact: boolean): readonly string[] {
  const exact = names.filter((name) => name === wanted);
  const plain = (name: string) => name.trim().toLowerCase();
  return isExact || exact.length > 0 ? exact : names.filter((name) => plain(name) === plain(wanted));
}

/** SQL expressions of the fields' texts, and the values that they contain. */
export interface FieldExpressions {
  readonly texts: Readonly<Record<ReportField, string>>;
  readonly values: SqlValues;
  readonly types: SqlTypes;
}

/**
 * The expressions of the chosen fields, each a text without outer white space, or null.
 *
 * @param textOf the expression of a column's text as a field
 */
export function fieldExpressions(
  chosen: ChosenFields,
  textOf: (column: string, field: ReportField) => string,
): FieldExpressions {
  const values: Record<string, SqlValues[string]> = {};
  const types: Record<string, SqlTypes[string]> = {};
  const textOfField = (field: ReportField): string => {
    const source = chosen[field];
    if (source === null) return "NULL::VARCHAR";
    if ("value" in source) {
      values[field] = source.value;
      types[field] = VARCHAR;
      return `$${field}`;
    }
    const cells = source.columns.map((column) => `trimmed(${textOf(column, field)})`);
    const text = cells.length === 1 ? String(cells[0]) : `nullif(concat_ws(' ', ${cells.join(", ")}), '')`;
    if (source.words === undefined) return text;
    values[`${field}_words`] = listValue([...source.words.keys()]);
    values[`${field}_meanings`] = listValue([...source.words.values()]);
    types[`${field}_words`] = types[`${field}_meanings`] = LIST(VARCHAR);
    return `meaning(${text}, $${field}_words, $${field}_meanings)`;
  };
  const texts = Object.fromEntries(REPORT_FIELDS.map((field) => [field, textOfField(field)]));
  return { texts: texts as Record<ReportField, string>, values, types };
}
