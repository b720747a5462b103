import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { extract, type Pack, pack } from "tar-stream";
import { requireRoom } from "../disk.ts";
import { HeadcountError } from "../domain/errors.ts";
import { type OnProgress, writeFileOf } from "./files.ts";
import {
  type BackupFile,
  type BackupManifest,
  bytesOf,
  MANIFEST_FILE,
  parseManifest,
  readManifest,
  unusable,
  writeManifest,
} from "./manifest.ts";

/** The longest manifest, in bytes; a run file takes about 150 bytes. */
const MANIFEST_BYTES_MAX = 64 * 2 ** 20;

/** A backup as a tar archive, which is packed while it is read: first the manifest, then the files in its order. */
export async function* packBackup(folder: string): AsyncGenerator<Uint8Array> {
  const manifest = await readManifest(folder);
  const archive = pack();
  const filling = fill(archive, folder, manifest);
  // The reader of the archive receives the error.
  filling.catch((error: Error) => archive.destroy(error));
  yield* archive as AsyncIterable<Uint8Array>;
}

async function fill(archive: Pack, folder: string, manifest: BackupManifest): Promise<void> {
  const mtime = new Date(manifest.taken_at);
  for (const path of [MANIFEST_FILE, ...manifest.files.map((file) => file.path)]) {
    const source = join(folder, path);
    const { size } = await stat(source).catch((error: NodeJS.ErrnoException) => {
      throw error.code === "ENOENT" ? unusable(`the backup is damaged: ${path} is missing`, error) : error;
    });
    const entry = archive.entry({ name: path, size, mode: 0o600, mtime });
    await pipeline(createReadStream(source), entry);
  }
  archive.finalize();
}

/**
 * Unpacks an archive into an empty folder, and compares each file with the manifest.
 *
 * @param accept throws if a backup with this manifest is not wanted, before its files are read
 * @throws HeadcountError `unreadable-input` if it is not a complete and valid backup; `unavailable` if there is not
 * enough disk space
 */
export async function unpackBackup(
  archive: Readable,
  folder: string,
  onProgress: OnProgress,
  accept: (manifest: BackupManifest) => void = () => {},
): Promise<BackupManifest> {
  const entries = extract();
  const reading = pipeline(archive, entries);
  let failure: unknown = null;
  reading.catch((error: unknown) => {
    failure ??= error;
  });
  let manifest: BackupManifest | null = null;
  let total = 0;
  let done = 0;
  const onBytes = (bytes: number) => {
    done += bytes;
    onProgress(done, total);
  };
  const left = new Map<string, BackupFile>();
  try {
    for await (const entry of entries) {
      const { name, type, size = 0 } = entry.header;
      if (type !== "file")
        throw unusable(`the archive contains ${JSON.stringify(name)}, which is not a file`);
      if (manifest === null) {
        if (name !== MANIFEST_FILE) throw unusable(`the archive does not begin with ${MANIFEST_FILE}`);
        if (size > MANIFEST_BYTES_MAX) throw unusable(`the archive's ${MANIFEST_FILE} is too long`);
        manifest = parseManifest(await text(entry as AsyncIterable<Uint8Array>));
        accept(manifest);
        for (const file of manifest.files) left.set(file.path, file);
        total = bytesOf(manifest);
        await requireRoom(folder, total, "the backup");
        continue;
      }
      const expected = left.get(name);
      if (expected === undefined)
        throw unusable(`the archive contains ${JSON.stringify(name)}, which does not belong to the backup`);
      requireSame(await writeFileOf(entry as AsyncIterable<Uint8Array>, folder, name, onBytes), expected);
      left.delete(name);
    }
    await reading;
  } catch (error) {
    // If the archive is truncated, the reader of an entry sees only a general error.
    const cause = error instanceof HeadcountError ? error : (failure ?? error);
    entries.destroy();
    // Errors of the file system are no damage.
    if (cause instanceof HeadcountError || !(cause instanceof Error) || "syscall" in cause) throw cause;
    throw unusable(`the archive is damaged or truncated (${cause.message})`, cause);
  }
  const [missing] = left.keys();
  if (manifest === null) throw unusable("the archive is empty");
  if (missing !== undefined) throw unusable(`the archive is truncated: ${missing} is missing`);
  await writeManifest(folder, manifest);
  return manifest;
}

/** @throws HeadcountError `unreadable-input` if a file does not match the manifest */
function requireSame(found: BackupFile, expected: BackupFile): void {
  if (found.bytes !== expected.bytes)
    throw unusable(
      `the backup is damaged: ${expected.path} has ${found.bytes} bytes instead of ${expected.bytes}`,
    );
  if (found.sha256 !== expected.sha256)
    throw unusable(`the backup is damaged: the content of ${expected.path} has changed`);
}
