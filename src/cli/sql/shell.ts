import type { SqlFormat } from "../../engine/ports/ad-hoc-sql.ts";
import type { TableFormat } from "../settings.ts";
import { usage } from "../target.ts";
import { runDotCommand, type ShellOutput, type ShellSession, type ShellSql } from "./dot-commands.ts";
import { countLine, presentTable, ROWS_SHOWN_MAX, type SqlTable } from "./present.ts";

/** The error of a statement of a script, with the line that the statement begins on. */
export class StatementError extends Error {
  readonly line: number;

  constructor(cause: unknown, line: number) {
    super(cause instanceof Error ? cause.message.replace(/^query: /, "") : String(cause), { cause });
    this.name = "StatementError";
    this.line = line;
  }
}

/** Runs the statements and commands in lines. */
export class Shell implements ShellSession {
  readonly sql: ShellSql;
  readonly output: ShellOutput;
  format: TableFormat;
  hasTiming = true;
  isDone = false;
  #text = "";
  #linesTaken = 0;
  #binaryResults = 0;

  constructor(sql: ShellSql, output: ShellOutput, format: TableFormat) {
    this.sql = sql;
    this.output = output;
    this.format = format;
  }

  /** Whether a statement has begun and not ended. */
  get isPending(): boolean {
    return !isBlank(this.#text);
  }

  /** Discards a statement that has begun. */
  clear(): void {
    this.#linesTaken += this.#text.split("\n").length - 1;
    this.#text = "";
  }

  /**
   * Processes a line: runs the statements that it ends, or its command.
   *
   * @throws StatementError if one fails; the statements after it are not run
   */
  async takeLine(line: string, signal: AbortSignal): Promise<void> {
    if (!this.isPending && /^\s*\./.test(line)) {
      this.clear();
      this.#linesTaken++;
      await this.#atLine(this.#linesTaken, () => runDotCommand(this, line.trim(), signal));
      return;
    }
    this.#text += `${line}\n`;
    const { statements, rest } = splitStatements(this.#text);
    if (statements.length === 0) return;
    const before = this.#linesTaken;
    const whole = this.#text;
    this.#text = whole.slice(whole.length - restLength(whole, rest.text));
    this.#linesTaken += whole.split("\n").length - this.#text.split("\n").length;
    for (const statement of statements)
      await this.#atLine(before + statement.line, () => this.run(statement.text, signal));
  }

  /** Runs the last statement of a script, which needs no semicolon. */
  async end(signal: AbortSignal): Promise<void> {
    const { rest } = splitStatements(this.#text);
    const line = this.#linesTaken + rest.line;
    this.clear();
    if (!isBlank(rest.text)) await this.#atLine(line, () => this.run(rest.text, signal));
  }

  async run(query: string, signal: AbortSignal): Promise<void> {
    if (this.format === "table") await this.#runAsTable(query, signal);
    else await this.#runAsBytes(query, this.format, signal);
  }

  async #runAsTable(query: string, signal: AbortSignal): Promise<void> {
    const result = await this.sql.query({ query, format: "json" }, signal);
    const pieces: Uint8Array[] = [];
    for await (const piece of result.pieces) pieces.push(piece);
    const table = JSON.parse(Buffer.concat(pieces).toString()) as SqlTable;
    const { text, columnsHidden, rowsHidden } = presentTable(table, this.output.width);
    await this.output.write(`${text}\n`);
    this.output.info(countLine(table.rows.length, this.hasTiming ? result.elapsedMs : null));
    if (rowsHidden > 0) this.output.info(`showing the first ${ROWS_SHOWN_MAX} rows; --format csv writes all`);
    if (columnsHidden > 0) this.output.info(`${columnsHidden} more columns do not fit the terminal`);
    if (result.truncated) this.output.info(CUT_OFF);
  }

  async #runAsBytes(query: string, format: SqlFormat, signal: AbortSignal): Promise<void> {
    const isBinary = format === "arrow" || format === "parquet";
    if (isBinary && this.output.isTerminal)
      throw usage(`${format} is a binary format; use --out <file>, or redirect stdout to a file`);
    if (isBinary && ++this.#binaryResults > 1)
      throw usage(`${format} can hold the result of one statement only`);
    const result = await this.sql.query({ query, format }, signal);
    for await (const piece of result.pieces) await this.output.write(piece);
    if (result.truncated) this.output.info(CUT_OFF);
  }

  async #atLine(line: number, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      throw error instanceof StatementError ? error : new StatementError(error, line);
    }
  }
}

const CUT_OFF = "the result is truncated: it exceeds the limit on rows or bytes";

/** The length of the statement that has not ended, with the whitespace before it. */
function restLength(whole: string, rest: string): number {
  return whole.length - whole.lastIndexOf(rest, whole.length);
}

/** A statement of a text, and the line that it begins on, from 1. */
interface Statement {
  readonly text: string;
  readonly line: number;
}

/** The complete statements of a text, and the rest after the last semicolon. */
interface Split {
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
