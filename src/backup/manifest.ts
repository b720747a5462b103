import { open, readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { unusable } from "./unusable.ts";

/** The file that says what a backup holds. It is written last: a folder without it is no backup. */
export const MANIFEST_FILE = "backup.json";

/** How backups are laid out; another release may do so otherwise, and then says so. */
const FORMAT = 1;

/** What a backup may hold: nothing else is ever read or written, whatever a manifest or an archive says. */
const PATH = /^(?:headcount\.duckdb|runs\/\d{1,15}\.runs)$/;

const backupFile = z.object({
  path: z.string().regex(PATH),
  bytes: z.int().min(0),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

const backupManifest = z.object({
  format: z.literal(FORMAT),
  /** The release that has made it, and the version of its schema. */
  release: z.string(),
  schema_version: z.int().min(1),
  organization_id: z.string(),
  taken_at: z.string(),
  /** Null where the log is empty. */
  last_event_id: z.string().nullable(),
  /** Events in the log, voided ones too. */
  events: z.int().min(0),
  files: z.array(backupFile),
});

/** A file of a backup: its path from the backup's folder, its length in bytes and its digest. */
export type BackupFile = z.output<typeof backupFile>;

/** What a backup holds. */
export type BackupManifest = z.output<typeof backupManifest>;

/** Writes what a backup holds, which makes it one; on disk when this resolves. */
export async function writeManifest(folder: string, contents: Omit<BackupManifest, "format">): Promise<void> {
  const file = await open(join(folder, MANIFEST_FILE), "wx", 0o600);
  try {
    await file.writeFile(`${JSON.stringify({ format: FORMAT, ...contents }, null, 2)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** @throws HeadcountError `unreadable-input` where the folder holds no finished backup */
export async function readManifest(folder: string): Promise<BackupManifest> {
  const text = await readFile(join(folder, MANIFEST_FILE), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw unusable(`${folder} cannot be read: ${error.message}`, error);
    throw unusable(`${folder} holds no backup, or one that was never finished: it has no ${MANIFEST_FILE}`);
  });
  return parseManifest(text);
}

/** @throws HeadcountError `unreadable-input` where the text is not that of a manifest */
export function parseManifest(text: string): BackupManifest {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw unusable(`the backup's ${MANIFEST_FILE} is damaged`, error);
  }
  if (typeof value === "object" && value !== null && "format" in value && value.format !== FORMAT)
    throw unusable(`the backup has another format (${String(value.format)}) than this release knows`);
  const { data, error } = backupManifest.safeParse(value);
  if (data === undefined) throw unusable(`the backup's ${MANIFEST_FILE} is damaged`, error);
  return data;
}

/** The bytes of all files of a backup. */
export function bytesOf({ files }: Pick<BackupManifest, "files">): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0);
}
