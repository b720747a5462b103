import { json } from "node:stream/consumers";
import type {
  AdHocSql,
  SqlFormat,
  SqlRelation,
  SqlRequest,
  SqlResult,
} from "../../engine/ports/ad-hoc-sql.ts";
import { counted, usage } from "../process.ts";
import { RESULT_FORMATS, type ResultFormat } from "../settings/settings.ts";
import { presentTable, ROWS_SHOWN_MAX, type SqlTable, table } from "../text-table.ts";

export interface ShellOutput {
  /** Writes a part of a result; resolves when more can be written. */
  write(piece: string | Uint8Array): Promise<void>;
  info(line: string): void;
  /** Characters in a line of a table; Infinity without a terminal. */
  readonly width: number;
  /** Whether it is a terminal, which binary formats must not be written to. */
  readonly isTerminal: boolean;
}

export interface ShellSql extends Pick<AdHocSql, "relations" | "examples"> {
  query(
    request: SqlRequest,
    signal: AbortSignal,
  ): Promise<Pick<SqlResult, "pieces" | "truncated" | "elapsedMs">>;
}

/** The error of a statement of a script, with the line that the statement begins on. */
export class StatementError extends Error {
  readonly line: number;

  constructor(cause: unknown, line: number) {
    super(cause instanceof Error ? cause.message.replace(/^query: /, "") : String(cause), { cause });
    this.name = "StatementError";
    this.line = line;
  }
}

export class Shell {
  readonly sql: ShellSql;
  readonly output: ShellOutput;
  format: ResultFormat;
  hasTiming = true;
  isDone = false;
  #text = "";
  #linesTaken = 0;
  #binaryResults = 0;

  constructor(sql: ShellSql, output: ShellOutput, format: ResultFormat) {
    this.sql = sql;
    this.output = output;
    this.format = format;
  }

  get isPending(): boolean {
    return !isBlank(this.#text);
  }

  clear(): void {
    this.#keepFrom(this.#text.length);
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
    this.#keepFrom(rest.start);
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
    const truncated =
      this.format === "table"
        ? await this.#runAsTable(query, signal)
        : await this.#runAsBytes(query, this.format, signal);
    if (truncated) this.output.info("the result is truncated: it exceeds the limit on rows or bytes");
  }

  async writeTable(head: readonly string[], rows: readonly (readonly string[])[]): Promise<void> {
    await this.output.write(`${table(head, rows)}\n`);
  }

  async #runAsTable(query: string, signal: AbortSignal): Promise<boolean> {
    const { pieces, truncated, elapsedMs } = await this.sql.query({ query, format: "json" }, signal);
    const result = (await json(pieces)) as SqlTable;
    const { text, columnsHidden, rowsHidden } = presentTable(result, this.output.width);
    await this.output.write(`${text}\n`);
    this.output.info(countLine(result.rows.length, this.hasTiming ? elapsedMs : null));
    if (rowsHidden > 0) this.output.info(`showing the first ${ROWS_SHOWN_MAX} rows; --format csv writes all`);
    if (columnsHidden > 0) this.output.info(`${columnsHidden} more columns do not fit the terminal`);
    return truncated;
  }

  async #runAsBytes(query: string, format: SqlFormat, signal: AbortSignal): Promise<boolean> {
    const isBinary = format === "arrow" || format === "parquet";
    if (isBinary && this.output.isTerminal)
      throw usage(`${format} is a binary format; use --out <file>, or redirect stdout to a file`);
    if (isBinary && ++this.#binaryResults > 1)
      throw usage(`${format} can hold the result of one statement only`);
    const { pieces, truncated } = await this.sql.query({ query, format }, signal);
    for await (const piece of pieces) await this.output.write(piece);
    return truncated;
  }

  /** Drops the text before a position, which has been run or discarded. */
  #keepFrom(start: number): void {
    this.#linesTaken += this.#text.slice(0, start).split("\n").length - 1;
    this.#text = this.#text.slice(start);
  }

  async #atLine(line: number, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      throw error instanceof StatementError ? error : new StatementError(error, line);
    }
  }
}

/** `1,234 rows (5.6 ms)`. */
export function countLine(rows: number, elapsedMs: number | null): string {
  const noun = counted(rows, "row");
  if (elapsedMs === null) return noun;
  return `${noun} (${elapsedMs < 1_000 ? `${elapsedMs.toFixed(1)} ms` : `${(elapsedMs / 1_000).toFixed(2)} s`})`;
}

interface DotCommand {
  readonly takes: string;
  readonly does: string;
  readonly run: (shell: Shell, argument: string, signal: AbortSignal) => Promise<void> | void;
}

const COMMANDS: Readonly<Record<string, DotCommand>> = {
  ".help": { takes: "", does: "lists these commands", run: help },
  ".tables": { takes: "", does: "lists the views and macros", run: listRelations },
  ".schema": {
    takes: "[name]",
    does: "shows the columns of a view or macro; without a name, the same as .tables",
    run: describeRelations,
  },
  ".examples": { takes: "", does: "lists example queries", run: listExamples },
  ".example": { takes: "name", does: "shows and runs an example", run: runExample },
  ".format": { takes: RESULT_FORMATS.join("|"), does: "sets the format of results", run: setFormat },
  ".timing": { takes: "on|off", does: "shows or hides the duration of queries", run: setTiming },
  ".quit": {
    takes: "",
    does: "ends the shell, like Ctrl-D",
    run: (shell) => {
      shell.isDone = true;
    },
  },
};

export const DOT_COMMANDS: readonly string[] = Object.keys(COMMANDS);

async function runDotCommand(shell: Shell, line: string, signal: AbortSignal): Promise<void> {
  const [name = "", ...rest] = line.replace(/;\s*$/, "").split(/\s+/);
  const command = COMMANDS[name];
  if (command === undefined) throw usage(`unknown command ${name}; .help lists the commands`);
  await command.run(shell, rest.join(" "), signal);
}

async function help(shell: Shell): Promise<void> {
  const rows = Object.entries(COMMANDS).map(([name, { takes, does }]) => [`${name} ${takes}`.trim(), does]);
  rows.push(["Ctrl-C", "stops the current query, or clears the line"], ["Tab", "completes names"]);
  await shell.writeTable(["command", "description"], rows);
  shell.output.info("Other input is SQL; a semicolon ends a statement and runs it.");
}

async function listRelations(shell: Shell): Promise<void> {
  const relations = await shell.sql.relations();
  const rows = relations.map((relation) => [signatureOf(relation), relation.kind, relation.comment ?? ""]);
  await shell.writeTable(["name", "kind", "description"], rows);
}

async function describeRelations(shell: Shell, name: string): Promise<void> {
  if (name === "") return listRelations(shell);
  const relations = await shell.sql.relations();
  const relation = relations.find((each) => each.name === name.toLowerCase());
  if (relation === undefined) throw usage(`unknown view or macro ${name}; .schema lists them`);
  await shell.output.write(`${signatureOf(relation)}: ${relation.comment ?? relation.kind}\n`);
  if (relation.columns.length === 0) return;
  const columns = relation.columns.map((column) => [column.name, column.type, column.comment ?? ""]);
  await shell.writeTable(["column", "type", "description"], columns);
}

/** `events`, or `count_at(space, t)`. */
function signatureOf({ name, kind, parameters }: SqlRelation): string {
  return kind === "view" ? name : `${name}(${parameters.join(", ")})`;
}

async function listExamples(shell: Shell): Promise<void> {
  const rows = shell.sql.examples().map(({ name, question }) => [name, question]);
  await shell.writeTable(["name", "question"], rows);
  shell.output.info(".example NAME shows and runs one.");
}

async function runExample(shell: Shell, name: string, signal: AbortSignal): Promise<void> {
  const example = shell.sql.examples().find((each) => each.name === name);
  if (example === undefined) throw usage(`unknown example ${name}; .examples lists the examples`);
  shell.output.info(example.query);
  await shell.run(example.query, signal);
}

function setFormat(shell: Shell, name: string): void {
  const format = RESULT_FORMATS.find((each) => each === name);
  if (format === undefined) throw usage(`.format needs one of ${RESULT_FORMATS.join(", ")}`);
  shell.format = format;
}

function setTiming(shell: Shell, state: string): void {
  if (state !== "on" && state !== "off") throw usage(".timing needs on or off");
  shell.hasTiming = state === "on";
}

/** A statement of a text, the line that it begins on, from 1, and where the text of the one before it ends. */
interface Statement {
  readonly text: string;
  readonly line: number;
  readonly start: number;
}

/**
 * The tokens that can contain semicolons: quoted strings and identifiers, dollar-quoted strings, and comments, which
 * end with either kind of line end. Any other character is its own token. A token that is not closed lasts to the end
 * of the text.
 */
const TOKEN =
  /'(?:[^']|'')*(?:'|$)|"(?:[^"]|"")*(?:"|$)|(\$\w*\$)[\s\S]*?(?:\1|$)|--[^\n\r]*|\/\*[\s\S]*?(?:\*\/|$)|[\s\S]/g;

/** Splits a text into its complete statements and the rest after the last semicolon. */
export function splitStatements(text: string): { statements: Statement[]; rest: Statement } {
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
  return { text: piece.trim(), line: text.slice(0, start + lead).split("\n").length, start };
}
