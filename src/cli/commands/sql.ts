import {
  closeSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import type { Command } from "commander";
import { shareFile } from "../../disk.ts";
import { HeadcountError, invalid, isPipeClosed } from "../../domain/errors.ts";
import type { SqlRequest } from "../../engine/ports/ad-hoc-sql.ts";
import { MEDIA_TYPES } from "../../http/representation.ts";
import { serverNote, withAddress } from "../open-engine.ts";
import { FAILED, info, onFile, stopwatch, systemClock, usage } from "../process.ts";
import { ServerClient } from "../server-client.ts";
import type { SettingsOf } from "../settings/settings.ts";
import { Shell, type ShellOutput, type ShellSql, StatementError } from "../sql/shell.ts";
import { chooseTarget, type Target } from "../target.ts";

export async function sql(options: SettingsOf<"sql">, command: Command): Promise<void> {
  const { command: queries, file, format } = options;
  if (queries !== undefined && file !== undefined) throw usage("give either -c or --file, not both");
  const isBinary = format === "arrow" || format === "parquet";
  if (isBinary && options.out === undefined && process.stdout.isTTY)
    throw usage(`${format} is a binary format; use --out <file>, or redirect stdout to a file`);
  const reading = `cannot read ${file}`;
  const text =
    file === undefined ? null : onFile("unreadable-input", reading, () => readFileSync(file, "utf8"));
  const source = await openSql(chooseTarget(command, options), options.token);
  try {
    await withOutput(options.out, async (output) => {
      const shell = new Shell(source, output, format);
      if (queries !== undefined) {
        for (const query of queries) if (!(await runScript(shell, query.split("\n"), "line "))) return false;
        return true;
      }
      if (text !== null) return runScript(shell, text.split("\n"), `${file}:`);
      if (process.stdin.isTTY) {
        const { historyPath, runRepl } = await import("../sql/repl.ts");
        const examples = shell.sql.examples().length;
        info(`.help lists commands, .schema views, .examples ${examples} queries; Ctrl-D ends the shell`);
        await runRepl(shell, process.stdin, process.stdout, historyPath());
        return true;
      }
      return runScript(shell, createInterface({ input: process.stdin }), "line ");
    });
  } finally {
    await source.close();
  }
}

type OpenSql = ShellSql & { close(): Promise<void> };

/**
 * Opens a data directory, or connects to a server: the one that was named or, given a token, the one that has the
 * directory open.
 */
async function openSql(target: Target, token: string | undefined): Promise<OpenSql> {
  if (target.kind === "server") return openRemote(target.server);
  const { directory } = target;
  try {
    const { openDirectorySql } = await import("../../analysis/open-directory.ts");
    const { openReadOnly } = await import("../../store/duckdb/open-store.ts");
    return await openDirectorySql((settings) => openReadOnly(directory, settings), systemClock);
  } catch (error) {
    const isHeld = error instanceof HeadcountError && error.kind === "store-held";
    const address = isHeld ? serverNote(directory)?.address : undefined;
    if (address === undefined || token === undefined) throw withAddress(directory, error);
    info(`${directory} is served at ${address}; using that server`);
    return openRemote(new ServerClient(address, token));
  }
}

/** Queries through a server: `POST /v2/sql`. */
async function openRemote(server: ServerClient): Promise<OpenSql> {
  const { results } = await server.answer((v2) => v2.GET("/v2/sql/examples/"));
  return {
    query: (request, signal) => queryThrough(server, request, signal),
    relations: async () => (await server.answer((v2) => v2.GET("/v2/sql/schema/"))).results,
    examples: () => results,
    close: async () => {},
  };
}

async function queryThrough(server: ServerClient, { query, format }: SqlRequest, signal: AbortSignal) {
  const elapsed = stopwatch();
  try {
    return await server.runUntimed(async ({ v2 }, { Problem }) => {
      const headers = { accept: MEDIA_TYPES[format] };
      const request = v2.POST("/v2/sql", { body: { query }, headers, signal, parseAs: "arrayBuffer" });
      const { data, error, response } = await request;
      if (!response.ok) throw Problem.from(response.status, error);
      const bytes = Buffer.from(data as ArrayBuffer);
      // The body of JSON has the fields that other formats have as headers.
      const truncated =
        format === "json"
          ? (JSON.parse(bytes.toString()) as { readonly truncated: boolean }).truncated
          : response.headers.get("headcount-truncated") === "true";
      return { pieces: Readable.from([bytes]), truncated, elapsedMs: elapsed() * 1_000 };
    });
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    // The message of the server about the query, without the rest of the error.
    const issue = error instanceof HeadcountError && error.issues.find(({ path }) => path === "query");
    throw issue ? invalid("query", issue.message) : error;
  }
}

/**
 * Runs the statements of a text up to the first that fails, and prints that one. Ctrl-C stops it.
 *
 * @param place the prefix of line numbers in messages
 * @returns whether all succeeded
 */
async function runScript(
  shell: Shell,
  lines: Iterable<string> | AsyncIterable<string>,
  place: string,
): Promise<boolean> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const interrupt = () => stopping.abort(new Error("stopped"));
  process.once("SIGINT", interrupt);
  try {
    for await (const line of lines) {
      await shell.takeLine(line, signal);
      if (shell.isDone) return true;
    }
    await shell.end(signal);
    return true;
  } catch (error) {
    if (!(error instanceof StatementError)) throw error;
    if (isPipeClosed(error.cause)) return false;
    info(`headcount: ${place}${error.line}: ${error.message}`);
    process.exitCode = FAILED;
    return false;
  } finally {
    process.off("SIGINT", interrupt);
  }
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

/**
 * Does some work whose output goes to stdout, or to a file: first to a second file, which replaces the first when the
 * work has succeeded; if it fails, the first file is unchanged. Anything but a regular file, such as a pipe, is written
 * directly.
 *
 * @param work returns whether it succeeded
 * @throws HeadcountError `unavailable` if the file cannot be written
 */
async function withOutput(
  path: string | undefined,
  work: (output: ShellOutput) => Promise<boolean>,
): Promise<void> {
  if (path === undefined) return void (await work(STDOUT));
  const writing = `cannot write ${path}`;
  const found = statSync(path, { throwIfNoEntry: false });
  const target = found === undefined ? path : realpathSync(path);
  const part = found === undefined || found.isFile() ? `${target}.part` : target;
  const handle = onFile("unavailable", writing, () => openSync(part, "w"));
  let isDone = false;
  try {
    const write = async (piece: string | Uint8Array) => writeFileSync(handle, piece);
    isDone = await work({ write, info, width: Number.POSITIVE_INFINITY, isTerminal: false });
  } finally {
    closeSync(handle);
    if (!isDone && part !== target) rmSync(part, { force: true });
  }
  if (!isDone || part === target) return;
  onFile("unavailable", writing, () => {
    shareFile(part);
    renameSync(part, target);
  });
}
