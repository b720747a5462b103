import { createWriteStream } from "node:fs";
import { mkdtemp, open, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { extname, join, resolve } from "node:path";
import { Duplex } from "node:stream";
import { pipeline } from "node:stream/promises";
import { constants, createGunzip, gunzipSync } from "node:zlib";
import { HeadcountError, must } from "../../domain/errors.ts";
import type { FileLayout } from "../../domain/file-layout.ts";
import { type FileFormat, type InputFile, type ReadMeter, unreadable } from "./input-file.ts";

const STANDARD_INPUT = "-";

/** Bytes that are read to find the format; the lines before the first row are not longer. */
const HEAD_BYTES = 65_536;
const INFLATION = { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: 16 * 1024 * 1024 };

const AS_CSV = "save the sheet as CSV UTF-8, and load that file";
const READ_FORMATS = "files are read as CSV, NDJSON or Parquet, which may be compressed with gzip";

/** The first bytes (Latin-1) of an Arrow file, and of an Arrow stream. */
const ARROW_STARTS = ["ARROW1", "\u00ff\u00ff\u00ff\u00ff"] as const;

/** The formats that are not texts, by their first bytes. */
const BINARY_STARTS: readonly (readonly [start: string, format: FileFormat])[] = [
  ["PAR1", "parquet"],
  ...ARROW_STARTS.map((start) => [start, "arrow"] as const),
];

/** Formats that are not read, by their first bytes (Latin-1), with advice, and a part of the bytes or of the name. */
const OTHER_FORMATS: readonly (readonly [start: string, format: string, advice?: string, part?: RegExp])[] = [
  [ARROW_STARTS[0], "an Arrow file"],
  [ARROW_STARTS[1], "an Arrow stream"],
  ["PK\u0003\u0004", "an OpenDocument spreadsheet", AS_CSV, /opendocument\.spreadsheet|\.ods$/i],
  ["PK\u0003\u0004", "an Excel workbook", AS_CSV, /xl\/|\.xls[xmb]$/i],
  ["PK\u0003\u0004", "a ZIP archive"],
  ["\u00d0\u00cf\u0011\u00e0", "an Excel workbook", AS_CSV],
  ["BZh", "compressed with bzip2"],
  ["\u00fd7zXZ", "compressed with xz"],
  ["(\u00b5/\u00fd", "compressed with zstd"],
];

/**
 * Opens a file, or with the name `-` the standard input, and finds its format. A compressed input, one in another
 * encoding than UTF-8, and the standard input are first copied to a temporary file: a compressed input that ends early
 * or has a wrong checksum is found before any of it is used.
 *
 * @returns the input; `close` removes its temporary copy
 * @throws HeadcountError `unreadable-input` if it is missing, not a file, empty, damaged, or of another format
 */
export async function openInput<Format extends FileFormat>(
  name: string,
  { encoding }: Pick<FileLayout, "encoding">,
  meter: ReadMeter,
  formats: readonly Format[],
): Promise<{ readonly file: InputFile<Format>; close(): Promise<void> }> {
  const copies: string[] = [];
  const close = async () => {
    for (const folder of copies) await rm(folder, { recursive: true, force: true });
  };
  const copy = async (...steps: [NodeJS.ReadableStream, ...NodeJS.ReadWriteStream[]]) => {
    const folder = await mkdtemp(join(tmpdir(), "headcount-input-"));
    copies.push(folder);
    const path = join(folder, "input");
    await pipeline([...steps, createWriteStream(path)]);
    return path;
  };
  try {
    let path = name === STANDARD_INPUT ? await copy(process.stdin) : resolve(name);
    let head = await readHead(name, path);
    const isGzipped = head[0] === 0x1f && head[1] === 0x8b;
    const unpacked = isGzipped ? gunzipSync(head, INFLATION) : head;
    const label = encoding ?? encodingOf(unpacked);
    if (isGzipped || label !== null) {
      const source = meter.open(path, (await stat(path)).size);
      path = await copy(
        source,
        ...(isGzipped ? [createGunzip()] : []),
        ...(label === null ? [] : [Duplex.from(decoding(label))]),
      );
      head = await readHead(name, path);
    }
    const format = formatOf(name, head, formats);
    const { size } = await stat(path);
    meter.size = size;
    return { file: { name, path, format, head: head.toString("utf8"), size, meter }, close };
  } catch (error) {
    await close();
    throw explained(name, error);
  }
}

function explained(name: string, error: unknown): unknown {
  if (error instanceof HeadcountError) return error;
  const { code, message, path = "" } = error as NodeJS.ErrnoException;
  if (code === "ENOENT") return unreadable(name, "there is no such file", { cause: error });
  if (code?.startsWith("Z_"))
    return unreadable(name, `it is incomplete or damaged: it cannot be decompressed (${message})`, {
      cause: error,
    });
  const isCopy = path.startsWith(tmpdir());
  return unreadable(name, isCopy ? `its temporary copy ${path} failed: ${message}` : message, {
    cause: error,
  });
}

async function readHead(name: string, path: string): Promise<Buffer> {
  const info = await stat(path);
  if (info.isDirectory()) throw unreadable(name, "it is a directory, not a file");
  if (!info.isFile()) throw unreadable(name, "it is not a regular file; the name - reads the standard input");
  if (info.size === 0) throw unreadable(name, "it is empty");
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** UTF-16 by a byte order mark, or by the zeros in two ASCII characters. */
const UTF_16_LE = /^(\u00ff\u00fe|([^\0]\0){2})/;
const UTF_16_BE = /^(\u00fe\u00ff|(\0[^\0]){2})/;

/** The encoding of a text if it is UTF-16; otherwise null. */
function encodingOf(head: Buffer): string | null {
  const start = head.toString("latin1", 0, 4);
  if (UTF_16_LE.test(start)) return "utf-16le";
  return UTF_16_BE.test(start) ? "utf-16be" : null;
}

/** A step of a pipeline that decodes bytes to UTF-8. */
function decoding(label: string) {
  const decoder = new TextDecoder(label);
  return async function* decode(source: AsyncIterable<Buffer>) {
    for await (const bytes of source) yield decoder.decode(bytes, { stream: true });
    yield decoder.decode();
  };
}

function formatOf<Format extends FileFormat>(name: string, head: Buffer, formats: readonly Format[]): Format {
  const text = head.toString("latin1");
  const binary = BINARY_STARTS.find(([start]) => text.startsWith(start))?.[1];
  const found = formats.find((format) => format === binary);
  if (found !== undefined) return found;
  const other = OTHER_FORMATS.find(
    ([start, , , part]) => text.startsWith(start) && (part === undefined || part.test(`${text}${name}`)),
  );
  if (other !== undefined) {
    const [, format, advice = READ_FORMATS] = other;
    throw unreadable(name, `it is ${format}; ${advice}`);
  }
  if (/^\s*\[\s*[{[]/.test(text))
    throw unreadable(name, "it is a JSON array; write each of its objects on a line of its own");
  return must(
    formats.find((format) => format === textFormatOf(name, text)),
    "format of texts",
  );
}

function textFormatOf(name: string, text: string): FileFormat {
  const extension = extname(name.replace(/\.gz$/i, "")).toLowerCase();
  if (extension === ".ndjson" || extension === ".jsonl") return "ndjson";
  return /^(\u00ef\u00bb\u00bf)?\s*\{/.test(text) ? "ndjson" : "csv";
}
