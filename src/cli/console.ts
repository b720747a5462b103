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

/** Whether a write failed because the reader has closed the pipe, as `head` does. */
export function isPipeClosed(error: unknown): boolean {
  return error instanceof Error && (error as NodeJS.ErrnoException).code === "EPIPE";
}
