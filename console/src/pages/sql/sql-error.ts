import { Problem } from "../../../../src/client/index.ts";
import { errorText } from "../../components/states.tsx";

/** What is wrong with a query, in the words of the database where it says so. */
export function sqlErrorText(error: unknown): string {
  if (!(error instanceof Problem)) return errorText(error);
  return error.issues.find(({ path }) => path === "query")?.message ?? error.message;
}

/** Where a message has its finger: a line with what is there, and a caret below. */
const POINTER = /LINE (\d+): (.*)\n( *)\^/;
const CUT = "...";

/**
 * The offset in a query that an error message points at; null where it points nowhere. Of a long line the
 * message shows a stretch only, between dots.
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
  const stretch = shown.slice(isCutBefore ? CUT.length : 0, shown.endsWith(CUT) ? -CUT.length : undefined);
  const stretchStart = line.indexOf(stretch);
  if (stretchStart === -1) return lineStart;
  return lineStart + clamp(stretchStart + caret - (isCutBefore ? CUT.length : 0), line.length);
}

function clamp(value: number, highest: number): number {
  return Math.max(0, Math.min(value, highest));
}
