import { open, stat } from "node:fs/promises";
import { HeadcountError } from "../../domain/errors.ts";

export type FileFormat = "csv" | "ndjson" | "parquet" | "arrow";

/** Bytes looked at to tell a file's format. */
const HEAD_BYTES = 4096;

/** A file that cannot be loaded at all. */
export function unreadable(path: string, why: string, cause?: unknown): HeadcountError {
  return new HeadcountError("unreadable-input", `cannot read ${path}: ${why}`, { cause });
}

/**
 * Tells a file's format by its first bytes, or by its name where it is compressed.
 *
 * @throws HeadcountError `unreadable-input` where it is missing, not a file, or empty
 */
export async function findFormat(path: string): Promise<FileFormat> {
  const head = await readHead(path);
  const text = head.toString("latin1");
  if (text.startsWith("PAR1")) return "parquet";
  if (text.startsWith("ARROW1") || head.subarray(0, 4).equals(Buffer.from([255, 255, 255, 255]))) return "arrow";
  if (head[0] === 0x1f && head[1] === 0x8b) return /\.(ndjson|jsonl|json)\.gz$/i.test(path) ? "ndjson" : "csv";
  return /^(\u00ef\u00bb\u00bf)?\s*\{/.test(text) ? "ndjson" : "csv";
}

async function readHead(path: string): Promise<Buffer> {
  try {
    const info = await stat(path);
    if (info.isDirectory()) throw unreadable(path, "it is a directory, not a file");
    const file = await open(path);
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
      if (bytesRead === 0) throw unreadable(path, "it is empty");
      return buffer.subarray(0, bytesRead);
    } finally {
      await file.close();
    }
  } catch (error) {
    if (error instanceof HeadcountError) throw error;
    const code = (error as NodeJS.ErrnoException).code;
    throw unreadable(path, code === "ENOENT" ? "there is no such file" : String((error as Error).message), error);
  }
}
