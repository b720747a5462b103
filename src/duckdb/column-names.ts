/** Columns whose field has a reserved word of SQL as its name. */
const RENAMED: Readonly<Record<string, string>> = {
  from: "valid_from",
  to: "valid_to",
  instant: "ts",
  start: "start_time",
  end: "end_time",
};

/** The name of a table or column in the database: that of `timeSegment` is `time_segment`. */
export function inSnakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** The name of the column of a field: that of `createdAt` is `created_at`, and that of `from` is `valid_from`. */
export function columnNameOf(field: string): string {
  return RENAMED[field] ?? inSnakeCase(field);
}
