import { TEXT_LENGTH_MAX } from "../../../domain/limits.ts";
import { REPORT_PROBLEMS, type ReportProblem } from "../../../domain/sensor-report.ts";
import type { LoadOptions } from "../../../engine/ports.ts";
import type { Connection, SqlTypes, SqlValues } from "../connection.ts";
import { statement, statementWith } from "../statements.ts";

/** The rows of a file in SQL, in the order of the `report` table. */
export interface FileRows {
  /** A table or table function, and the condition for a row of it to be one of the file. */
  readonly source: string;
  readonly is_row: string;
  readonly values?: SqlValues;
  readonly types?: SqlTypes;
}

/** How the texts of a file's rows are read. */
export interface RowTexts extends FileRows {
  /** The expression of what is read of each row, and that of its text if the first is called `line`. */
  readonly line: string;
  readonly text: string;
  /** Reads all lines of a file that the program splits; the text of a row is then its index in them. */
  readonly lines?: () => AsyncGenerator<string>;
}

/** The expressions for a file that the program splits. */
export const LINE_INDEX = { line: "rowid", text: "line::VARCHAR" };

/** The rows that are rejected for one reason. */
export interface Rejection {
  readonly problem: ReportProblem;
  readonly reason: string;
  rows: number;
  /** The text of the first of them that is not of the right form, or null. */
  readonly found: string | null;
}

/**
 * Passes each rejected row to `onReject`, in the order of the file, and counts them by reason. If there are any, the
 * file is read a second time, for their texts.
 */
export async function reportRejected(
  connection: Connection,
  { values, types, lines: readLines, ...expressions }: RowTexts,
  onReject: LoadOptions["onReject"],
): Promise<readonly Rejection[]> {
  await connection.run(statement("load/create-rejected"));
  if ((await connection.row(statement("load/rejected-rows"))).rows === 0n) return [];
  const rejections = new Map<string, Rejection>();
  const rejected = statementWith("load/rejected", { ...expressions, length_max: TEXT_LENGTH_MAX });
  const lines = readLines?.();
  let index = -1;
  let line: unknown = null;
  try {
    for await (const chunk of connection.chunks(rejected, values, types)) {
      for (const [row, name, foundText, text] of chunk.getRows()) {
        const problem = name as ReportProblem;
        const reason = REPORT_PROBLEMS[problem];
        const found = shortened(foundText);
        const rejection = rejections.get(problem);
        if (rejection === undefined) rejections.set(problem, { problem, reason, rows: 1, found });
        else rejection.rows++;
        if (lines === undefined) line = text;
        else for (; index < Number(text); index++) line = (await lines.next()).value;
        onReject({ row: Number(row) + 1, reason, found, text: shortened(line) });
      }
    }
  } finally {
    await lines?.return(null);
  }
  return [...rejections.values()];
}

function shortened(text: unknown): string | null {
  if (typeof text !== "string") return null;
  return text.length > TEXT_LENGTH_MAX ? `${text.slice(0, TEXT_LENGTH_MAX)}…` : text;
}
