import type { AdHocSql, SqlFormat } from "../../engine/ports/ad-hoc-sql.ts";
import type { TableFormat } from "../settings.ts";
import { usage } from "../target.ts";
import { runDotCommand } from "./dot-commands.ts";
import { countLine, presentTable, ROWS_SHOWN_MAX, type SqlTable } from "./present.ts";
import type { ShellOutput, ShellSession } from "./shell-session.ts";
import { isBlank, splitStatements } from "./split.ts";

/** Thrown where a statement of a script fails: what is wrong, and the line that it begins on. */
export class StatementError extends Error {
  readonly line: number;

  constructor(cause: unknown, line: number) {
    super(cause instanceof Error ? cause.message.replace(/^query: /, "") : String(cause), { cause });
    this.name = "StatementError";
    this.line = line;
  }
}

/** Takes lines, and runs the statements and commands in them. */
export class Shell implements ShellSession {
  readonly sql: AdHocSql;
  readonly output: ShellOutput;
  format: TableFormat;
  hasTiming = true;
  isDone = false;
  #text = "";
  #linesTaken = 0;
  #binaryResults = 0;

  constructor(sql: AdHocSql, output: ShellOutput, format: TableFormat) {
    this.sql = sql;
    this.output = output;
    this.format = format;
  }

  /** Whether a statement has begun that has not ended. */
  get isPending(): boolean {
    return !isBlank(this.#text);
  }

  /** Forgets a statement that has begun. */
  clear(): void {
    this.#linesTaken += this.#text.split("\n").length - 1;
    this.#text = "";
  }

  /**
   * Takes a line: runs the statements that it ends, or the command that it is.
   *
   * @throws StatementError where one fails; those after it are not run
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

  /** Takes what there is as ended: the last statement of a script needs no semicolon. */
  async end(signal: AbortSignal): Promise<void> {
    const { rest } = splitStatements(this.#text);
    const line = this.#linesTaken + rest.line;
    this.clear();
    if (!isBlank(rest.text)) await this.#atLine(line, () => this.run(rest.text, signal));
  }

  /** Runs one statement, and writes its result. */
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
    this.output.say(countLine(table.rows.length, this.hasTiming ? result.elapsedMs : null));
    if (rowsHidden > 0) this.output.say(`the first ${ROWS_SHOWN_MAX} are shown; --format csv has them all`);
    if (columnsHidden > 0) this.output.say(`${columnsHidden} columns more do not fit`);
    if (result.truncated) this.output.say(CUT_OFF);
  }

  async #runAsBytes(query: string, format: SqlFormat, signal: AbortSignal): Promise<void> {
    const isBinary = format === "arrow" || format === "parquet";
    if (isBinary && this.output.isTerminal)
      throw usage(`${format} is not for a terminal; give --out <file>, or redirect it into one`);
    if (isBinary && ++this.#binaryResults > 1) throw usage(`${format} takes the result of one statement`);
    const result = await this.sql.query({ query, format }, signal);
    for await (const piece of result.pieces) await this.output.write(piece);
    if (result.truncated) this.output.say(CUT_OFF);
  }

  async #atLine(line: number, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      throw error instanceof StatementError ? error : new StatementError(error, line);
    }
  }
}

const CUT_OFF = "the result was cut off: it has more rows or bytes than queries may answer";

/** Characters from where what has not ended begins, blanks before it included. */
function restLength(whole: string, rest: string): number {
  return whole.length - whole.lastIndexOf(rest, whole.length);
}
