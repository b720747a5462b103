/** A statement of a text, and the line that it begins on, from 1. */
export interface Statement {
  readonly text: string;
  readonly line: number;
}

/** The complete statements of a text, and the rest after the last semicolon. */
export interface Split {
  readonly statements: readonly Statement[];
  readonly rest: Statement;
}

/**
 * The tokens that can contain semicolons: quoted strings and identifiers, dollar-quoted strings, and comments, which
 * end with either kind of line end. Any other character is its own token. A token that is not closed lasts to the end
 * of the text.
 */
const TOKEN =
  /'(?:[^']|'')*(?:'|$)|"(?:[^"]|"")*(?:"|$)|(\$\w*\$)[\s\S]*?(?:\1|$)|--[^\n\r]*|\/\*[\s\S]*?(?:\*\/|$)|[\s\S]/g;

/** Splits a text into statements. */
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

/** Whether a text has only whitespace and comments. */
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
