import type { AdHocSql, SqlRelation, SqlRequest, SqlResult } from "../../engine/ports/ad-hoc-sql.ts";
import { TABLE_FORMATS, type TableFormat } from "../settings.ts";
import { table } from "../table.ts";
import { usage } from "../target.ts";

interface DotCommand {
  readonly takes: string;
  readonly does: string;
  readonly run: (shell: ShellSession, argument: string, signal: AbortSignal) => Promise<void> | void;
}

const COMMANDS: Readonly<Record<string, DotCommand>> = {
  ".help": { takes: "", does: "lists these commands", run: help },
  ".tables": {
    takes: "",
    does: "lists the views and macros",
    run: listRelations,
  },
  ".schema": {
    takes: "[name]",
    does: "shows the columns of a view or macro; without a name, the same as .tables",
    run: describeRelations,
  },
  ".examples": { takes: "", does: "lists example queries", run: listExamples },
  ".example": { takes: "name", does: "shows and runs an example", run: runExample },
  ".format": { takes: TABLE_FORMATS.join("|"), does: "sets the format of results", run: setFormat },
  ".timing": { takes: "on|off", does: "shows or hides the duration of queries", run: setTiming },
  ".quit": {
    takes: "",
    does: "ends the shell, like Ctrl-D",
    run: (shell) => {
      shell.isDone = true;
    },
  },
};

/** The names of the commands, for completion. */
export const DOT_COMMANDS: readonly string[] = Object.keys(COMMANDS);

/**
 * Runs a line that begins with a dot.
 *
 * @throws HeadcountError `invalid` if there is no such command, or its argument is wrong
 */
export async function runDotCommand(shell: ShellSession, line: string, signal: AbortSignal): Promise<void> {
  const [name = "", ...rest] = line.replace(/;\s*$/, "").split(/\s+/);
  const command = COMMANDS[name];
  if (command === undefined) throw usage(`unknown command ${name}; .help lists the commands`);
  await command.run(shell, rest.join(" "), signal);
}

async function help(shell: ShellSession): Promise<void> {
  const rows = Object.entries(COMMANDS).map(([name, { takes, does }]) => [`${name} ${takes}`.trim(), does]);
  const keys = [
    ["Ctrl-C", "stops the current query, or clears the line"],
    ["Tab", "completes names"],
  ];
  await shell.output.write(`${table(["command", "description"], [...rows, ...keys])}\n`);
  shell.output.info("Other input is SQL; a semicolon ends a statement and runs it.");
}

async function listRelations(shell: ShellSession): Promise<void> {
  const relations = await shell.sql.relations();
  const rows = relations.map((relation) => [signatureOf(relation), relation.kind, relation.comment ?? ""]);
  await shell.output.write(`${table(["name", "kind", "description"], rows)}\n`);
}

async function describeRelations(shell: ShellSession, name: string): Promise<void> {
  if (name === "") return listRelations(shell);
  const relations = await shell.sql.relations();
  const relation = relations.find((each) => each.name === name.toLowerCase());
  if (relation === undefined) throw usage(`unknown view or macro ${name}; .schema lists them`);
  await shell.output.write(`${signatureOf(relation)}: ${relation.comment ?? relation.kind}\n`);
  if (relation.columns.length === 0) return;
  const columns = relation.columns.map((column) => [column.name, column.type, column.comment ?? ""]);
  await shell.output.write(`${table(["column", "type", "description"], columns)}\n`);
}

/** `events`, or `count_at(space, t)`. */
function signatureOf({ name, kind, parameters }: SqlRelation): string {
  return kind === "view" ? name : `${name}(${parameters.join(", ")})`;
}

async function listExamples(shell: ShellSession): Promise<void> {
  const rows = shell.sql.examples().map(({ name, question }) => [name, question]);
  await shell.output.write(`${table(["name", "question"], rows)}\n`);
  shell.output.info(".example NAME shows and runs one.");
}

async function runExample(shell: ShellSession, name: string, signal: AbortSignal): Promise<void> {
  const example = shell.sql.examples().find((each) => each.name === name);
  if (example === undefined) throw usage(`unknown example ${name}; .examples lists the examples`);
  shell.output.info(example.query);
  await shell.run(example.query, signal);
}

function setFormat(shell: ShellSession, name: string): void {
  const format = TABLE_FORMATS.find((each) => each === name) satisfies TableFormat | undefined;
  if (format === undefined) throw usage(`.format needs one of ${TABLE_FORMATS.join(", ")}`);
  shell.format = format;
}

function setTiming(shell: ShellSession, state: string): void {
  if (state !== "on" && state !== "off") throw usage(".timing needs on or off");
  shell.hasTiming = state === "on";
}

/** The output of a shell. */
export interface ShellOutput {
  /** Writes a part of a result; resolves when more can be written. */
  write(piece: string | Uint8Array): Promise<void>;
  /** Writes a message. */
  info(line: string): void;
  /** Characters in a line of a table; Infinity without a terminal. */
  readonly width: number;
  /** Whether it is a terminal, which binary formats must not be written to. */
  readonly isTerminal: boolean;
}

/** The source of a shell's queries: a data directory, or a server. */
export interface ShellSql extends Pick<AdHocSql, "relations" | "examples"> {
  query(
    request: SqlRequest,
    signal: AbortSignal,
  ): Promise<Pick<SqlResult, "pieces" | "truncated" | "elapsedMs">>;
}

/** The state of a shell that its commands use. */
export interface ShellSession {
  readonly sql: ShellSql;
  readonly output: ShellOutput;
  format: TableFormat;
  /** Whether the duration of a query is shown. */
  hasTiming: boolean;
  /** Set by `.quit`. */
  isDone: boolean;
  /** Runs one statement and writes its result. */
  run(query: string, signal: AbortSignal): Promise<void>;
}
