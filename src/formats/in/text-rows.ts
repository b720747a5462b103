import type { ReportProblem } from "../../domain/sensor-report.ts";

/** A row of a file, with the texts of some columns. */
export interface TextRow {
  /** A value that is absent is null. */
  readonly values: readonly (string | null)[];
  /** Why the row cannot be read, or null. */
  readonly problem: ReportProblem | null;
  /** The row as it is in the file. */
  readonly text: string | null;
}

/** A file whose rows the program reads, in one of the formats. */
export interface TextRows {
  /** Of its columns, or of the members of its first row. */
  readonly names: readonly string[];
  /** Where they are, for messages. */
  readonly where: string;
  /** Whether names are exact. */
  readonly isExact: boolean;
  /** The rows in their order, in batches, with the values of some columns. */
  read(columns: readonly string[]): AsyncGenerator<readonly TextRow[]>;
  close(): void;
}
