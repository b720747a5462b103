import { HeadcountError } from "../domain/errors.ts";

/** Exit codes: success, failure, usage error. */
export const DONE = 0;
export const FAILED = 1;
export const MISUSED = 2;

/** Writes a message to stderr. */
export function info(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Writes a line of output to stdout. */
export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Writes a value to stdout as one line of JSON; bigints become strings. */
export function printJson(value: unknown): void {
  print(JSON.stringify(value, (_, part: unknown) => (typeof part === "bigint" ? String(part) : part)));
}

/** Formats a number for messages, with at most one decimal. */
export function formatNumber(value: number): string {
  return value.toLocaleString("en", { maximumFractionDigits: 1 });
}

/** An error of a file: `doing` and the reason of the system. */
export function fileError(
  kind: "unavailable" | "unreadable-input",
  doing: string,
  error: unknown,
): HeadcountError {
  const { code, message } = error as NodeJS.ErrnoException;
  const reasons: Readonly<Record<string, string>> = {
    ENOENT: "no such file or directory",
    EISDIR: "it is a directory",
  };
  return new HeadcountError(kind, `${doing}: ${reasons[code ?? ""] ?? message}`, { cause: error });
}

/** Whether a write failed because the reader has closed the pipe, as `head` does. */
export function isPipeClosed(error: unknown): boolean {
  return error instanceof Error && (error as NodeJS.ErrnoException).code === "EPIPE";
}
