import {
  closeSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { createInterface } from "node:readline";
import type { Command } from "commander";
import { HeadcountError } from "../../domain/errors.ts";
import { newCommand } from "../command.ts";
import { info, isPipeClosed } from "../console.ts";
import type { SettingsOf } from "../settings.ts";
import type { ShellOutput } from "../sql/dot-commands.ts";
import { Shell, StatementError } from "../sql/shell.ts";
import { chooseTarget, usage } from "../target.ts";

/** `headcount sql`: queries over the log, the counts and the site. */
export function sqlCommand(): Command {
  return newCommand(
    "sql",
    "runs SQL over events, counts and the site; without -c, --file and a pipe, in a shell",
  )
    .addHelpText("after", HELP)
    .action(sql);
}

const HELP = `
The command opens a data directory for reading only. If a server has it open, the command sends the queries to the
server, with the token of --token or HEADCOUNT_TOKEN. In the shell, .help lists its commands.`;

async function sql(options: SettingsOf<"sql">, command: Command): Promise<void> {
  const { command: queries, file, format } = options;
  if (queries !== undefined && file !== undefined) throw usage("give either -c or --file, not both");
  const isBinary = format === "arrow" || format === "parquet";
  if (isBinary && options.out === undefined && process.stdout.isTTY)
    throw usage(`${format} is a binary format; use --out <file>, or redirect stdout to a file`);
  const text = file === undefined ? null : readScript(file);
  const { openSql } = await import("../sql/open-sql.ts");
  const source = await openSql(chooseTarget(command, options), options.token);
  try {
    await withOutput(options.out, async (output) => {
      const shell = new Shell(source, output, format);
      if (queries !== undefined) return runQueries(shell, queries);
      if (text !== null) return runScript(shell, text.split("\n"), file ?? "");
      if (process.stdin.isTTY) return startRepl(shell);
      return runScript(shell, createInterface({ input: process.stdin }), "line");
    });
  } finally {
    await source.close();
  }
}

function readScript(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    const { message } = error as Error;
    throw new HeadcountError("unreadable-input", `cannot read ${path}: ${message}`, { cause: error });
  }
}

async function startRepl(shell: Shell): Promise<boolean> {
  const { historyPath, runRepl } = await import("../sql/repl.ts");
  info(
    `.help lists commands, .schema views, .examples ${shell.sql.examples().length} queries; Ctrl-D ends the shell`,
  );
  await runRepl(shell, { input: process.stdin, output: process.stdout, historyPath: historyPath() });
  return true;
}

/** Runs queries up to the first that fails; returns whether all succeeded. */
async function runQueries(shell: Shell, queries: readonly string[]): Promise<boolean> {
  for (const query of queries) {
    const isDone = await attempt("line", async (signal) => {
      for (const line of query.split("\n")) await shell.takeLine(line, signal);
      await shell.end(signal);
    });
    if (!isDone) return false;
  }
  return true;
}

/** Runs the statements of a text up to the first that fails; returns whether all succeeded. */
function runScript(
  shell: Shell,
  lines: Iterable<string> | AsyncIterable<string>,
  name: string,
): Promise<boolean> {
  return attempt(name, async (signal) => {
    for await (const line of lines) {
      await shell.takeLine(line, signal);
      if (shell.isDone) return;
    }
    await shell.end(signal);
  });
}

/**
 * Does some work that Ctrl-C stops, and prints the statement that has failed, if any.
 *
 * @param name the prefix of line numbers in messages
 */
async function attempt(name: string, work: (signal: AbortSignal) => Promise<void>): Promise<boolean> {
  const controller = new AbortController();
  const interrupt = () => controller.abort(new Error("stopped"));
  process.once("SIGINT", interrupt);
  try {
    await work(controller.signal);
    return true;
  } catch (error) {
    if (!(error instanceof StatementError)) throw error;
    if (isPipeClosed(error.cause)) return false;
    info(`headcount: ${name === "line" ? "line " : `${name}:`}${error.line}: ${error.message}`);
    process.exitCode = 1;
    return false;
  } finally {
    process.off("SIGINT", interrupt);
  }
}

async function withOutput(path: string | undefined, work: (output: ShellOutput) => Promise<boolean>) {
  if (path === undefined) return work(STDOUT);
  return withOutFile(path, (writeBytes) => {
    const write = async (piece: string | Uint8Array) => writeBytes(piece);
    return work({ write, info, width: Number.POSITIVE_INFINITY, isTerminal: false });
  });
}

const STDOUT: ShellOutput = {
  write: (piece) =>
    new Promise((resolve, reject) => {
      process.stdout.write(piece, (error) => (error ? reject(error) : resolve()));
    }),
  info,
  get width() {
    return process.stdout.isTTY ? process.stdout.columns : Number.POSITIVE_INFINITY;
  },
  isTerminal: process.stdout.isTTY === true,
};

/** Writes bytes to a file; returns when they are written. */
type WriteBytes = (piece: string | Uint8Array) => void;

/**
 * Writes a file. The output goes to a second file, which replaces the first when the work has succeeded; if it fails,
 * the first file is unchanged. Anything but a regular file, such as a pipe, is written directly.
 *
 * @param work returns whether it succeeded
 * @throws HeadcountError `unavailable` if the file cannot be written
 */
async function withOutFile(path: string, work: (write: WriteBytes) => Promise<boolean>): Promise<boolean> {
  const { target, part } = pathsOf(path);
  const handle = tryTo(path, () => openSync(part, "w"));
  let isDone = false;
  try {
    isDone = await work((piece) => {
      const bytes = typeof piece === "string" ? Buffer.from(piece) : piece;
      for (let start = 0; start < bytes.length; ) start += writeSync(handle, bytes, start);
    });
  } finally {
    closeSync(handle);
    if (!isDone && part !== target) rmSync(part, { force: true });
  }
  if (isDone && part !== target) tryTo(path, () => renameSync(part, target));
  return isDone;
}

/** The file at a path, and the file to write first. */
function pathsOf(path: string): { readonly target: string; readonly part: string } {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return { target: path, part: `${path}.part` };
  const target = realpathSync(path);
  return { target, part: found.isFile() ? `${target}.part` : target };
}

function tryTo<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const { message } = error as Error;
    throw new HeadcountError("unavailable", `cannot write ${path}: ${message}`, { cause: error });
  }
}
