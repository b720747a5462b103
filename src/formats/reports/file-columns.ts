import { REPORT_FIELDS, type ReportField } from "../../domain/sensor-report.ts";
import type { ColumnMap } from "../../engine/ports.ts";
import type { ColumnNames } from "../arrow/report-batches.ts";
import { unreadable } from "./inspect-file.ts";

/**
 * Chooses the file's column for each field: the mapped one, or the one that has the field's name.
 *
 * @throws HeadcountError `unreadable-input` where a column is missing; the message lists the file's columns
 */
export function chooseColumns(file: string, names: readonly string[], map: ColumnMap): ColumnNames {
  const chosen: Partial<Record<ReportField, string>> = {};
  const missing: string[] = [];
  for (const field of REPORT_FIELDS) {
    const name = map[field] ?? field;
    if (names.includes(name)) chosen[field] = name;
    else if (field !== "event_id" || map[field] !== undefined) missing.push(name);
  }
  if (missing.length > 0) {
    throw unreadable(
      file,
      `it has no column ${missing.join(" and no column ")}; its columns are ${names.join(", ")} (--map field=column says which is which)`,
    );
  }
  return chosen;
}
