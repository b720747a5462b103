import { TEXT_LENGTH_MAX } from "../../domain/limits.ts";
import { REPORT_PROBLEMS, type ReportProblem } from "../../domain/sensor-report.ts";
import type { Connection, SqlTypes, SqlValues } from "../../duckdb/connection.ts";
import { statement, statementWith } from "../../duckdb/statements.ts";
import type { LoadOptions } from "../../engine/ports.ts";

/** A file whose rows are in the `report` table, and how they are read again in the same order. */
export interface ReadFile {
  /** The names of its columns, or of the members of its first row. */
  readonly names: readonly string[];
  /** A table or table function, and the condition for a row of it to be one of the file. */
  readonly source: string;
  readonly is_row: string;
  /** The expression of a row's text, or of its index in the lines. */
  readonly text: string;
  readonly values?: SqlValues;
  readonly types?: SqlTypes;
  readonly lines?: () => AsyncGenerator<string>;
}

export interface Rejection {
  readonly problem: ReportProblem;
  readonly reason: string;
  readonly rows: number;
  /** The text of the first of them that is not of the right form, or null. */
  readonly found: string | null;
}

/**
 * Passes each rejected row to `onReject`, in the order of the file, and counts them by reason. If there are any, the
 * file is read a second time, for their texts.
 */
export async function reportRejected(
  connection: Connection,
  { source, is_row, text, values, types, lines }: ReadFile,
  onReject: LoadOptions["onReject"],
): Promise<readonly Rejection[]> {
  await connection.run(statement("load/create-rejected"));
  const rejections = (await connection.rows(statement("load/rejections"))).map((row) => {
    const problem = row.problem as ReportProblem;
    return { problem, reason: REPORT_PROBLEMS[problem], rows: Number(row.rows), found: shortened(row.found) };
  });
  if (rejections.length === 0) return [];
  const rejected = statementWith("load/rejected", { source, is_row, text, length_max: TEXT_LENGTH_MAX });
  const texts = lines?.();
  let index = -1;
  let last: unknown = null;
  try {
    for await (const rows of connection.batches(rejected, values, types)) {
      for (const { row, problem, found, text: textOrIndex } of rows) {
        if (texts === undefined) last = textOrIndex;
        else for (; index < Number(textOrIndex); index++) last = (await texts.next()).value;
        const reason = REPORT_PROBLEMS[problem as ReportProblem];
        onReject({ row: Number(row) + 1, reason, found: shortened(found), text: shortened(last) });
      }
    }
  } finally {
    await texts?.return(null);
  }
  return rejections;
}

/** The share of rejected rows from which a file is refused. */
const REFUSED_SHARE = 0.9;

/** The number of rejected rows of a file, whether so many are that the file is refused, and why most of them are. */
export function summarize<R extends Omit<Rejection, "problem">>(rejections: readonly R[], rows: number) {
  const rejected = rejections.reduce((sum, rejection) => sum + rejection.rows, 0);
  const [most] = rejections.toSorted((a, b) => b.rows - a.rows);
  const found = most?.found == null ? "" : `: ${JSON.stringify(most.found)}`;
  const why = `${rejected} of ${rows} rows are rejected, most because ${most?.reason}${found}`;
  return { rejected, most, why, isRefused: rejected > 0 && rejected >= REFUSED_SHARE * rows };
}

export function shortened(text: unknown): string | null {
  if (typeof text !== "string") return null;
  return text.length > TEXT_LENGTH_MAX ? `${text.slice(0, TEXT_LENGTH_MAX)}…` : text;
}
