/** A statement of a text, and the line that it begins on, from 1. */
export interface Statement {
  readonly text: string;
  readonly line: number;
}

/** The whole statements of a text, and what follows the last of their semicolons. */
export interface Split {
  readonly statements: readonly Statement[];
  readonly rest: Statement;
}

/**
 * What a text consists of, as far as semicolons go: quoted texts and identifiers, dollar-quoted texts and
 * comments, of which those to the end of a line end with either kind of line end. Anything else is a
 * character by itself. What is not closed lasts to the end, and so does what a semicolon may be in.
 */
const TOKEN =
  /'(?:[^']|'')*(?:'|$)|"(?:[^"]|"")*(?:"|$)|(\$\w*\$)[\s\S]*?(?:\1|$)|--[^\n\r]*|\/\*[\s\S]*?(?:\*\/|$)|[\s\S]/g;

/** Splits a text where its statements end. */
export function splitStatements(text: string): Split {
  const statements: Statement[] = [];
  let start = 0;
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    if (token !== ";") continue;
    const statement = statementAt(text, start, index);
    if (!isBlank(statement.text)) statements.push(statement);
    start = index + 1;
  }
  return { statements, rest: statementAt(text, start, text.length) };
}

/** Whether there is nothing in a text but blanks and comments. */
export function isBlank(text: string): boolean {
  for (const { 0: token } of text.matchAll(TOKEN)) {
    if (!/^(?:\s|--|\/\*)/.test(token)) return false;
  }
  return true;
}

function statementAt(text: string, start: number, end: number): Statement {
  const piece = text.slice(start, end);
  const lead = piece.length - piece.trimStart().length;
  const line = text.slice(0, start + lead).split("\n").length;
  return { text: piece.trim(), line };
}
