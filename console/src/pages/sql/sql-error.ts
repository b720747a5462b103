import { Problem } from "../../../../src/client/index.ts";
import { errorText } from "../../components/states.tsx";

/** The error of a query: the message of the database if there is one. */
export function sqlErrorText(error: unknown): string {
  if (!(error instanceof Problem)) return errorText(error);
  return error.issues.find(({ path }) => path === "query")?.message ?? error.message;
}

/** The part of an error message that shows a line with a caret below it. */
const POINTER = /LINE (\d+): (.*)\n( *)\^/;
const CUT = "...";

/**
 * The offset in a query that an error message points to; null if there is none. The message shortens a long line with
 * dots.
 */
export function errorOffset(message: string, query: string): number | null {
  const [, lineNumber, shown = "", blanks = ""] = POINTER.exec(message) ?? [];
  if (lineNumber === undefined) return null;
  const lines = query.split("\n");
  const index = Number(lineNumber) - 1;
  const line = lines[index];
  if (line === undefined) return null;
  const lineStart = lines.slice(0, index).reduce((sum, { length }) => sum + length + 1, 0);
  const caret = blanks.length - `LINE ${lineNumber}: `.length;
  if (line.startsWith(shown)) return lineStart + clamp(caret, line.length);
  const isCutBefore = shown.startsWith(CUT);
  const part = shown.slice(isCutBefore ? CUT.length : 0, shown.endsWith(CUT) ? -CUT.length : undefined);
  const partStart = line.indexOf(part);
  if (partStart === -1) return lineStart;
  return lineStart + clamp(partStart + caret - (isCutBefore ? CUT.length : 0), line.length);
}

function clamp(value: number, highest: number): number {
  return Math.max(0, Math.min(value, highest));
}
