import { createInterface, type Interface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { openCompleter } from "./completion.ts";
import { readHistory, writeHistory } from "./history.ts";
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
