import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { DOT_COMMANDS, type Shell, type ShellSql, StatementError } from "./shell.ts";

const PROMPT = "headcount> ";
const CONTINUED = "      ...> ";

const HISTORY_LINES_MAX = 1_000;

/**
 * Reads lines from a terminal and runs them until the input ends. After the error of a statement, the shell
 * continues.
 */
export async function runRepl(
  shell: Shell,
  input: Readable,
  output: Writable,
  historyPath: string,
): Promise<void> {
  const completer = await openCompleter(shell.sql);
  const lines = createInterface({
    input,
    output,
    completer,
    history: readHistory(historyPath),
    historySize: HISTORY_LINES_MAX,
    removeHistoryDuplicates: true,
  });
  lines.on("history", (history) => writeHistory(historyPath, history));
  let isOpen = true;
  lines.once("close", () => {
    isOpen = false;
  });
  const prompt = () => {
    lines.setPrompt(shell.isPending ? CONTINUED : PROMPT);
    lines.prompt();
  };
  /** Stops the line that runs. More can be entered meanwhile. */
  let running: AbortController | null = null;
  // Ctrl-C stops the current query; without one, it clears the input.
  lines.on("SIGINT", () => {
    running?.abort(new Error("stopped"));
    if (running !== null) return;
    shell.clear();
    lines.write(null, { ctrl: true, name: "u" });
    shell.output.info("");
    prompt();
  });
  prompt();
  for await (const line of lines) {
    running = new AbortController();
    await shell.takeLine(line, running.signal).catch((error: unknown) => {
      if (!(error instanceof StatementError)) throw error;
      shell.output.info(error.message);
    });
    running = null;
    if (shell.isDone) break;
    if (isOpen) prompt();
  }
}

/** The path of the history, in the folder of the user: a data directory can be shared with other users. */
export function historyPath(env: NodeJS.ProcessEnv = process.env): string {
  const folder = env.XDG_STATE_HOME || join(homedir(), ".local", "state");
  return join(folder, "headcount", "sql-history");
}

/** The lines of earlier sessions, newest first, as readline expects them. */
export function readHistory(path: string): string[] {
  try {
    return readFileSync(path, "utf8").split("\n").filter(Boolean).reverse();
  } catch {
    return [];
  }
}

/** Stores the last lines, given newest first. A history that cannot be written is skipped. */
export function writeHistory(path: string, lines: readonly string[]): void {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    const kept = lines.slice(0, HISTORY_LINES_MAX).reverse();
    writeFileSync(path, kept.map((line) => `${line}\n`).join(""), { mode: 0o600 });
  } catch {
    // No query depends on the history.
  }
}

/** A completer of the word at the end of a line: for views, their columns, macros and examples. */
export async function openCompleter(sql: ShellSql) {
  const relations = await sql.relations();
  const names = relations.map(({ name, kind }) => (kind === "view" ? name : `${name}(`));
  const columns = relations.flatMap((relation) => relation.columns.map(({ name }) => name));
  const words = [...new Set([...names, ...columns].sort())];
  const examples = sql.examples().map(({ name }) => name);
  const viewNames = relations.map(({ name }) => name);
  return (line: string): [matches: string[], word: string] => {
    const [word = ""] = /[\w.-]*$/.exec(line) ?? [];
    if (/^\.\w*$/.test(line)) return [beginningWith(DOT_COMMANDS, line), line];
    if (/^\.example\s/.test(line)) return [beginningWith(examples, word), word];
    if (/^\.schema\s/.test(line)) return [beginningWith(viewNames, word), word];
    return word === "" ? [[], word] : [beginningWith(words, word), word];
  };
}

function beginningWith(words: readonly string[], word: string): string[] {
  return words.filter((each) => each.toLowerCase().startsWith(word.toLowerCase()));
}
