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

const SIGNALS = ["SIGINT", "SIGTERM"] as const;

/** Called before an interrupted process ends, the latest first. */
const handlers: (() => void)[] = [];

function end(): void {
  for (const handler of handlers.toReversed()) handler();
  process.exit(FAILED);
}

/**
 * Calls a handler before Ctrl-C or SIGTERM ends the process with code 1. The latest handler is called first.
 *
 * @returns how to remove the handler; without any handler the signals end the process as they do by default
 */
export function onInterrupt(handler: () => void): () => void {
  if (handlers.length === 0) for (const signal of SIGNALS) process.on(signal, end);
  handlers.push(handler);
  return () => {
    const index = handlers.indexOf(handler);
    if (index !== -1) handlers.splice(index, 1);
    if (handlers.length === 0) for (const signal of SIGNALS) process.off(signal, end);
  };
}
