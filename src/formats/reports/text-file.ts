import { createReadStream } from "node:fs";
import { pipeline, type Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import type { InputFile } from "./inspect-file.ts";

/** What a reader shows where a file's bytes were not UTF-8. */
const MANGLED = "\ufffd";

/** A file's bytes, inflated. What goes wrong surfaces where they are read. */
export function textStream({ path, isGzipped, meter }: InputFile): Readable {
  const source = meter.follow(createReadStream(path));
  return isGzipped ? pipeline(source, createGunzip(), () => undefined) : source;
}

/** Whether some of a text's bytes were not UTF-8. */
export function isMangled(text: string): boolean {
  return text.includes(MANGLED);
}

/** A text file's lines, without what ends them, in batches. */
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
 * A file's path as DuckDB's readers of files take it: as it stands, since they take it for a pattern and
 * would read other files too.
 */
export function exactPath({ path }: InputFile): string {
  return path.replace(/[*?[]/g, "[$&]");
}

/** What DuckDB's readers of text are told of a file's compression. */
export function compressionOf({ isGzipped }: InputFile): string {
  return isGzipped ? "gzip" : "none";
}

/** Whether this is what DuckDB throws where it cannot take a text file's lines apart. */
export function isTextError(error: unknown): boolean {
  return error instanceof Error && /^Invalid Input Error: .*\bCSV\b/.test(error.message);
}
