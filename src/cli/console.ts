/** Says something to the person at the terminal. */
export function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Writes a line of output, for people or programs. */
export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Writes a value as one line of JSON; ids are texts. */
export function printJson(value: unknown): void {
  print(JSON.stringify(value, (_, part: unknown) => (typeof part === "bigint" ? String(part) : part)));
}

/** Whether a write failed because nobody reads any more what is written, as after `| head`. */
export function isReaderGone(error: unknown): boolean {
  return error instanceof Error && (error as NodeJS.ErrnoException).code === "EPIPE";
}
