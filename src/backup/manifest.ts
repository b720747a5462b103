import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { HeadcountError } from "../domain/errors.ts";

/** The manifest of a backup. It is written last: a folder without it is not a backup. */
export const MANIFEST_FILE = "backup.json";

const FORMAT = 1;

/** Paths of a backup. No other path is read or written, whatever a manifest or an archive contains. */
const PATH = /^(?:headcount\.duckdb|runs\/\d{1,15}\.runs)$/;

const backupFile = z.object({
  path: z.string().regex(PATH),
  bytes: z.int().min(0),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

const backupManifest = z.object({
  format: z.literal(FORMAT),
  /** The release that created it, and the version of its schema. */
  release: z.string(),
  schema_version: z.int().min(1),
  organization_id: z.string(),
  taken_at: z.string(),
  /** Null if the log is empty. */
  last_event_id: z.string().nullable(),
  /** Events in the log, including voided ones. */
  events: z.int().min(0),
  files: z.array(backupFile),
});

/** A file of a backup: its path in the folder, its size in bytes and its hash. */
export type BackupFile = z.output<typeof backupFile>;

/** The content of a backup. */
export type BackupManifest = z.output<typeof backupManifest>;

/** Writes the manifest, which completes a backup, and flushes it to disk. */
export async function writeManifest(folder: string, contents: Omit<BackupManifest, "format">): Promise<void> {
  const text = `${JSON.stringify({ format: FORMAT, ...contents }, null, 2)}\n`;
  await writeFile(join(folder, MANIFEST_FILE), text, { flag: "wx", mode: 0o600, flush: true });
}

/** @throws HeadcountError `unreadable-input` if the folder has no complete backup */
export async function readManifest(folder: string): Promise<BackupManifest> {
  const text = await readFile(join(folder, MANIFEST_FILE), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw unusable(`${folder} cannot be read: ${error.message}`, error);
    throw unusable(`${folder} is not a complete backup: it has no ${MANIFEST_FILE}`);
  });
  return parseManifest(text);
}

/** @throws HeadcountError `unreadable-input` if the text is not a manifest */
export function parseManifest(text: string): BackupManifest {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw unusable(`the backup's ${MANIFEST_FILE} is damaged`, error);
  }
  if (typeof value === "object" && value !== null && "format" in value && value.format !== FORMAT)
    throw unusable(`this release does not support the format of the backup (${String(value.format)})`);
  const { data, error } = backupManifest.safeParse(value);
  if (data === undefined) throw unusable(`the backup's ${MANIFEST_FILE} is damaged`, error);
  return data;
}

/** The total size of a backup, in bytes. */
export function bytesOf({ files }: Pick<BackupManifest, "files">): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** The error of a backup that cannot be used. */
export function unusable(message: string, cause?: unknown): HeadcountError {
  return new HeadcountError("unreadable-input", message, cause === undefined ? {} : { cause });
}
