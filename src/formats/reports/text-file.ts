import { createReadStream } from "node:fs";
import { pipeline, type Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import type { InputFile } from "./inspect-file.ts";

/** The replacement of bytes that are not UTF-8. */
const MANGLED = "\ufffd";

/** A file's bytes, decompressed. The stream emits all errors. */
export function textStream({ path, isGzipped, meter }: InputFile): Readable {
  const source = meter.follow(createReadStream(path));
  return isGzipped ? pipeline(source, createGunzip(), () => undefined) : source;
}

/** Whether some of a text's bytes were not UTF-8. */
export function isMangled(text: string): boolean {
  return text.includes(MANGLED);
}

/** The lines of a text file, without line ends, in batches. */
export async function* lineBatches(file: InputFile): AsyncGenerator<string[]> {
  let rest = "";
  for await (const text of textStream(file).setEncoding("utf8")) {
    const lines = (rest + String(text)).split("\n");
    rest = lines.pop() as string;
    yield lines.map(withoutReturn);
  }
  yield [withoutReturn(rest)];
}

function withoutReturn(line: string): string {
  return line.endsWith("\r") ? line.slice(0, -1) : line;
}

/**
 * A file's path with the special characters of glob patterns escaped: DuckDB reads all files that match a path.
 */
export function exactPath({ path }: InputFile): string {
  return path.replace(/[*?[]/g, "[$&]");
}

/** A file's compression as DuckDB's CSV reader names it. */
export function compressionOf({ isGzipped }: InputFile): string {
  return isGzipped ? "gzip" : "none";
}

/** Whether DuckDB threw this error because it cannot split a text file into rows. */
export function isTextError(error: unknown): boolean {
  return error instanceof Error && /^Invalid Input Error: .*\bCSV\b/.test(error.message);
}
