import type { ReportField } from "./sensor-report.ts";
import type { TimeForm } from "./time-form.ts";

export type FieldSource =
  | {
      /** Columns, or members of an object; the values of several are joined with a blank. */
      readonly columns: readonly string[];
      /** The values that stand for others, in lower case; other values are invalid. */
      readonly words?: ReadonlyMap<string, string>;
    }
  /** The same value in each row. */
  | { readonly value: string };

export interface FileLayout<Field extends string = ReportField> extends TimeForm {
  readonly fields: Readonly<Partial<Record<Field, FieldSource>>>;
  /** A label of the Encoding Standard; null for UTF-8 and UTF-16. */
  readonly encoding: string | null;
  /** Lines before the header, or before the first row. */
  readonly skippedLines: number;
  /** Without a header, the names of the columns are their numbers, from 1. */
  readonly hasHeader: boolean;
}

/** The layout of a file whose columns have the names of the fields, as exported files have. */
export const PLAIN_LAYOUT: FileLayout = {
  fields: {},
  timeFormat: null,
  timeZone: null,
  encoding: null,
  skippedLines: 0,
  hasHeader: true,
};
