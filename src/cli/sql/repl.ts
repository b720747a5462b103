import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface, type Interface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { DOT_COMMANDS, type ShellSql } from "./dot-commands.ts";
import { type Shell, StatementError } from "./shell.ts";

const PROMPT = "headcount> ";
const CONTINUED = "      ...> ";

export interface ReplStreams {
  readonly input: Readable;
  readonly output: Writable;
  /** The file of the history; null for none. */
  readonly historyPath: string | null;
}

/**
 * Reads lines from a terminal and runs them until the input ends. After the error of a statement, the shell
 * continues.
 */
export async function runRepl(shell: Shell, { input, output, historyPath }: ReplStreams): Promise<void> {
  const completer = await openCompleter(shell.sql);
  const lines = createInterface({
    input,
    output,
    prompt: PROMPT,
    completer,
    history: historyPath === null ? [] : readHistory(historyPath),
    historySize: 1_000,
    removeHistoryDuplicates: true,
  });
  if (historyPath !== null) lines.on("history", (history) => writeHistory(historyPath, history));
  const repl = new Repl(shell, lines);
  await repl.run();
}

class Repl {
  readonly #shell: Shell;
  readonly #lines: Interface;
  readonly #waiting: string[] = [];
  #isEnded = false;
  #isRunning = false;
  #controller = new AbortController();
  #finish: () => void = () => {};

  constructor(shell: Shell, lines: Interface) {
    this.#shell = shell;
    this.#lines = lines;
  }

  run(): Promise<void> {
    return new Promise((resolve) => {
      this.#finish = resolve;
      this.#lines.on("SIGINT", () => this.#interrupt());
      this.#lines.on("line", (line) => {
        this.#waiting.push(line);
        void this.#takeWaiting();
      });
      this.#lines.on("close", () => {
        this.#isEnded = true;
        if (!this.#isRunning) resolve();
      });
      this.#prompt();
    });
  }

  /** Runs the entered lines in order; more can be entered meanwhile. */
  async #takeWaiting(): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    for (let line = this.#waiting.shift(); line !== undefined; line = this.#waiting.shift()) {
      this.#controller = new AbortController();
      await this.#take(line);
      if (this.#shell.isDone) break;
    }
    this.#isRunning = false;
    if (this.#shell.isDone) this.#lines.close();
    if (this.#isEnded || this.#shell.isDone) this.#finish();
    else this.#prompt();
  }

  async #take(line: string): Promise<void> {
    try {
      await this.#shell.takeLine(line, this.#controller.signal);
    } catch (error) {
      if (!(error instanceof StatementError)) throw error;
      this.#shell.output.info(error.message);
    }
  }

  /** Stops the current query; without one, clears the input. */
  #interrupt(): void {
    if (this.#isRunning) {
      this.#waiting.length = 0;
      this.#controller.abort(new Error("stopped"));
      return;
    }
    this.#shell.clear();
    this.#lines.write(null, { ctrl: true, name: "u" });
    this.#shell.output.info("");
    this.#prompt();
  }

  #prompt(): void {
    this.#lines.setPrompt(this.#shell.isPending ? CONTINUED : PROMPT);
    this.#lines.prompt();
  }
}

const HISTORY_LINES_MAX = 1_000;

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

const KEYWORDS = [
  "AND",
  "ASC",
  "BETWEEN",
  "DESC",
  "DESCRIBE",
  "EXPLAIN",
  "FROM",
  "GROUP BY",
  "HAVING",
  "INTERVAL",
  "JOIN",
  "LEFT JOIN",
  "LIMIT",
  "ORDER BY",
  "SELECT",
  "SUMMARIZE",
  "TIMESTAMP",
  "WHERE",
  "WITH",
];

/** Completes the word at the end of a line: returns the completions and the word. */
export type Completer = (line: string) => [matches: string[], word: string];

/** A completer for views, their columns, macros and examples. */
export async function openCompleter(sql: ShellSql): Promise<Completer> {
  const relations = await sql.relations();
  const names = relations.map(({ name, kind }) => (kind === "view" ? name : `${name}(`));
  const columns = relations.flatMap((relation) => relation.columns.map(({ name }) => name));
  const words = [...new Set([...names, ...columns].sort()), ...KEYWORDS];
  const examples = sql.examples().map(({ name }) => name);
  const viewNames = relations.map(({ name }) => name);
  return (line) => {
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
