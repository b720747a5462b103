/** What results can be written as. */
export const SHELL_FORMATS = ["table", "json", "csv", "arrow", "parquet"] as const;
export type ShellFormat = (typeof SHELL_FORMATS)[number];
